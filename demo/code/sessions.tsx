import type { ReactNode } from 'react';
import { useAction, useWalletState } from 'countersign/react';

/** Who is signed in, and the way out: signed, told to the service, and the key deleted. */
export function SignOut(): ReactNode {
  const session = useWalletState((state) => state.session);
  const signOut = useAction((wallet) => wallet.session.revoke());

  if (session === undefined) return <p role="status">Signed out</p>;
  return (
    <button disabled={signOut.pending} onClick={() => void signOut.run()}>
      Sign out {session.nickname}
    </button>
  );
}
