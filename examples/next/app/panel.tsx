'use client';
import { useEffect, useState } from 'react';
import { sandboxEnclavePublicKeyHex, type CodeAttempt } from 'countersign';
import { describe, en } from 'countersign/messages';
import { useAction, useWalletState, WalletProvider, usePasskeySignIn } from 'countersign/react';
import { fund, quote } from './actions';

const passkeyNames = { nickname: 'This browser', relyingPartyName: 'Sample wallet' };

export function Panel({ accountId }: { accountId: string }) {
  const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
  return (
    <WalletProvider options={options}>
      <Wallet />
    </WalletProvider>
  );
}

function Wallet() {
  const status = useWalletState((state) => state.status);
  const [attempt, setAttempt] = useState<CodeAttempt>();
  const send = useAction(async (wallet) => setAttempt(await wallet.emailOtp.begin()));
  const verify = useAction(async (_wallet, _options, code: string) => attempt?.verify(code));
  const passkey = usePasskeySignIn();
  const addPasskey = useAction(async (wallet) => (await wallet.passkey.prepareAdd(passkeyNames)).add());
  const add = useAction(() => fund());
  const pay = useAction(async (wallet) => wallet.quote.execute(await quote()));
  const signOut = useAction((wallet) => wallet.session.revoke());
  // The server renders this: it has no session, and never will.
  if (status === 'loading') return <p>One moment.</p>;
  return (
    <>
      {status === 'signed-out' && <button onClick={() => send.run()}>Send me a code</button>}
      {status === 'signed-out' && attempt && (
        <form action={(data) => void verify.run(String(data.get('code')))}>
          <input name="code" aria-label="Code" autoComplete="one-time-code" />
          <button>Sign in</button>
        </form>
      )}
      {passkey.isReady && <button onClick={passkey.run}>Sign in with a passkey</button>}
      {status === 'signed-in' && <button onClick={() => add.run()}>Add 100 dollars of test money</button>}
      {status === 'signed-in' && <button onClick={() => pay.run()}>Withdraw 25 dollars</button>}
      {status === 'signed-in' && <button onClick={() => addPasskey.run()}>Add a passkey</button>}
      {status === 'signed-in' && <button onClick={() => signOut.run()}>Sign out</button>}
      {pay.result && <p role="status">The withdrawal is {pay.result.status}.</p>}
      {addPasskey.result && <p role="status">This browser has a passkey.</p>}
      <Told error={passkey.error} />
      <Told error={addPasskey.error} />
      <Told error={[send, verify, add, pay, signOut].find(({ error }) => error)?.error} />
    </>
  );
}

function Told({ error }: { error: unknown }) {
  // For developers: its code, and what to do about it.
  useEffect(() => (error === undefined ? undefined : console.error(error)), [error]);
  return error !== undefined && <p role="alert">{describe(error, { locale: en }).text}</p>;
}
