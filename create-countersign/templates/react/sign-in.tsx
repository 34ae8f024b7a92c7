import { useEffect, useState } from 'react';
import { describe, en } from 'countersign/messages';
import { useCodeEntry, usePasskeySignIn } from 'countersign/react';

export function SignIn() {
  const [byCode, setByCode] = useState(false);
  const passkey = usePasskeySignIn();
  return (
    <>
      {passkey.isReady && <button disabled={passkey.pending} onClick={passkey.run} children="Sign in with a passkey" />}
      <Told error={passkey.error} />
      {byCode ? <Code /> : <button onClick={() => setByCode(true)}>Send me a code</button>}
    </>
  );
}

const texts = {
  sending: 'One moment.',
  waiting: 'Type the code that we have sent.',
  checking: 'One moment.',
  wrong: 'This code is wrong.',
  expired: 'This code has expired.',
  exhausted: 'Too many wrong codes.',
  done: 'You are signed in.',
};

function Code() {
  const { phase, resendIn, error, submit, resend } = useCodeEntry();
  return (
    <form action={async (data) => void (await submit(String(data.get('code'))))}>
      <p role="status">{texts[phase]}</p>
      <input name="code" aria-label="Code" autoComplete="one-time-code" inputMode="numeric" required />
      <button disabled={phase === 'sending' || phase === 'checking'}>Sign in</button>
      <button type="button" disabled={resendIn > 0} onClick={resend} children="Send another code" />
      <Told error={error} />
    </form>
  );
}

export function Told({ error }: { error: unknown }) {
  // For developers: its code, and what to do about it.
  useEffect(() => (error === undefined ? undefined : console.error(error)), [error]);
  return error !== undefined && <p role="alert">{describe(error, { locale: en }).text}</p>;
}
