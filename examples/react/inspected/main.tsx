import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { createTap, mountInspector } from 'countersign-sandbox/devtools';
import { useAction, useWallet, useWalletState, WalletProvider } from 'countersign/react';

const call = async (method: string, path: string) => (await fetch(path, { method })).json();

function Wallet() {
  const status = useWalletState((state) => state.status);
  const signIn = useAction(async (wallet) => (await wallet.emailOtp.begin()).verify('000000'));
  const pay = useAction(async (wallet) => wallet.quote.execute(await call('POST', '/quote')));
  return (
    <>
      {status === 'signed-out' && <button onClick={() => signIn.run()}>Sign in with the sandbox’s code</button>}
      {status === 'signed-in' && <button onClick={() => pay.run()}>Withdraw 25 dollars</button>}
      {pay.result && <p role="status">The withdrawal is {pay.result.status}.</p>}
    </>
  );
}

// Everything that is to be shown passes through it, in front of a sandbox alone.
const tap = createTap();

function Inspector() {
  const wallet = useWallet();
  useEffect(() => mountInspector(wallet, { tap, control: '/sandbox' }).unmount, [wallet]);
  return null;
}

const { accountId } = await call('GET', '/account');
const enclaveKeys = [sandboxEnclavePublicKeyHex];
const options = tap.watch({ relay: '/wallet', accountId, enclaveKeys, environment: 'sandbox' });
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <WalletProvider options={options}>
      <Wallet />
      <Inspector />
    </WalletProvider>
  </StrictMode>,
);
