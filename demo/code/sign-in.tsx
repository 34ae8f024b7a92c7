import { useState, type ReactNode } from 'react';
import type { CodeAttempt } from 'countersign';
import { useAction } from 'countersign/react';

/** A button that sends a code, then a field that takes it. */
export function SignIn(): ReactNode {
  const [attempt, setAttempt] = useState<CodeAttempt>();
  const send = useAction(async (wallet) => setAttempt(await wallet.emailOtp.begin()));
  const verify = useAction(async (_wallet, _options, form: FormData) => {
    const code = form.get('code');
    if (typeof code === 'string') await attempt?.verify(code);
  });

  if (attempt === undefined) return <button onClick={() => void send.run()}>Send me a code</button>;
  return (
    <form action={(form) => void verify.run(form)}>
      <input name="code" aria-label="Code" autoComplete="one-time-code" inputMode="numeric" />
      <button disabled={verify.pending}>Sign in</button>
    </form>
  );
}
