import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { useAction, useCountdown, useWalletState, WalletProvider } from 'countersign/react';
import { SignIn, Told } from './sign-in';

const call = async (method: string, path: string) => (await fetch(path, { method })).json();
const passkey = { nickname: 'This browser', relyingPartyName: 'Sample wallet' };

function Wallet() {
  const fund = useAction(() => call('POST', '/fund'));
  const pay = useAction(async (wallet) => wallet.quote.execute(await call('POST', '/quote')));
  const addPasskey = useAction(async (wallet) => (await wallet.passkey.prepareAdd(passkey)).add());
  const signOut = useAction((wallet) => wallet.session.revoke());
  return (
    <>
      <button onClick={() => fund.run()}>Add 100 dollars of test money</button>
      <button onClick={() => pay.run()}>Withdraw 25 dollars</button>
      <button onClick={() => addPasskey.run()}>Add a passkey</button>
      <button onClick={() => signOut.run()}>Sign out</button>
      {pay.result && <p role="status">The withdrawal is {pay.result.status}.</p>}
      {addPasskey.result && <p role="status">This browser has a passkey.</p>}
      <p>The session lasts for {useCountdown()} seconds.</p>
      <Told error={addPasskey.error} />
      <Told error={[fund, pay, signOut].find(({ error }) => error)?.error} />
    </>
  );
}

function Page() {
  const status = useWalletState((state) => state.status);
  if (status === 'loading') return <p>One moment.</p>;
  return status === 'signed-in' ? <Wallet /> : <SignIn />;
}

const { accountId } = await call('GET', '/account');
const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <WalletProvider options={options} children={<Page />} />
  </StrictMode>,
);
