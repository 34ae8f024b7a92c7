import type { ReactNode } from 'react';
import { useAction } from 'countersign/react';

/** Two presses: the first fetches a challenge, the second starts the device's own dialogue. */
export function AddPasskey({ nickname }: { readonly nickname: string }): ReactNode {
  const prepare = useAction((wallet, options) =>
    wallet.passkey.prepareAdd({ nickname, relyingPartyName: 'Sample wallet', ...options }),
  );
  const add = useAction(async () => prepare.result?.add());

  if (add.result !== undefined) return <p role="status">{add.result.nickname} was added</p>;
  if (prepare.result !== undefined) return <button onClick={() => void add.run()}>Create it now</button>;
  return <button onClick={() => void prepare.run()}>Add a passkey</button>;
}
