import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { describe, en } from 'countersign/messages';
import { useAction, useCodeEntry, useCountdown, useWalletState, WalletProvider } from 'countersign/react';

const call = async (method: string, path: string) => (await fetch(path, { method })).json();

function Told({ error }: { error: unknown }) {
  useEffect(() => (error === undefined ? undefined : console.error(error)), [error]); // For you: its code.
  return error !== undefined && <p role="alert">{describe(error, { locale: en }).text}</p>;
}

function Code() {
  const { phase, error, submit } = useCodeEntry();
  return (
    <form action={async (data) => void (await submit(String(data.get('code'))))}>
      <input name="code" aria-label="Code" autoComplete="one-time-code" inputMode="numeric" required />
      <button>Sign in</button>
      <p role="status">{phase === 'wrong' ? 'This code is wrong.' : 'Type the code that we have sent.'}</p>
      <Told error={error} />
    </form>
  );
}

function Wallet() {
  const fund = useAction(() => call('POST', '/fund'));
  const pay = useAction(async (wallet) => wallet.quote.execute(await call('POST', '/quote')));
  const signOut = useAction((wallet) => wallet.session.revoke());
  return (
    <>
      <p>You are signed in for {useCountdown()} seconds.</p>
      <button onClick={() => fund.run()}>Add 100 dollars of test money</button>
      <button onClick={() => pay.run()}>Withdraw 25 dollars</button>
      <button onClick={() => signOut.run()}>Sign out</button>
      {pay.result && <p role="status">The withdrawal is {pay.result.status}.</p>}
      <Told error={fund.error ?? pay.error ?? signOut.error} />
    </>
  );
}

function Page() {
  const status = useWalletState((state) => state.status);
  const [isAsked, ask] = useState(false);
  if (status === 'signed-in') return <Wallet />;
  return isAsked ? <Code /> : <button onClick={() => ask(true)}>Send me a code</button>;
}

const { accountId } = await call('GET', '/account');
const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
createRoot(document.getElementById('app')!).render(<WalletProvider options={options} children={<Page />} />);
