import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { sandboxEnclavePublicKeyHex, type CodeAttempt } from 'countersign';
import { describe, en } from 'countersign/messages';
import { useAction, useWalletState, WalletProvider } from 'countersign/react';

const call = async (method: string, path: string) => (await fetch(path, { method })).json();

function Wallet() {
  const status = useWalletState((state) => state.status);
  const [attempt, setAttempt] = useState<CodeAttempt>();
  const send = useAction(async (wallet) => setAttempt(await wallet.emailOtp.begin()));
  const verify = useAction(async (_wallet, _options, code: string) => attempt?.verify(code));
  const fund = useAction(() => call('POST', '/fund'));
  const pay = useAction(async (wallet) => wallet.quote.execute(await call('POST', '/quote')));
  const { error } = [send, verify, fund, pay].find((action) => action.error) ?? {};
  const told = error === undefined ? undefined : describe(error, { locale: en });
  // For developers: its code, and what to do about it.
  useEffect(() => (error === undefined ? undefined : console.error(error)), [error]);
  return (
    <>
      {status === 'signed-out' && <button onClick={() => send.run()}>Send me a code</button>}
      {status === 'signed-out' && attempt && (
        <form action={(data) => void verify.run(String(data.get('code')))}>
          <input name="code" aria-label="Code" autoComplete="one-time-code" />
          <button>Sign in</button>
        </form>
      )}
      {status === 'signed-in' && <button onClick={() => fund.run()}>Add 100 dollars of test money</button>}
      {status === 'signed-in' && <button onClick={() => pay.run()}>Withdraw 25 dollars</button>}
      {pay.result && <p role="status">The withdrawal is {pay.result.status}.</p>}
      {told && <p role="alert">{`${told.title}. ${told.text}`}</p>}
    </>
  );
}

const { accountId } = await call('GET', '/account');
const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <WalletProvider options={options} children={<Wallet />} />
  </StrictMode>,
);
