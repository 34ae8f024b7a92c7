import { useCallback, useEffect, useState } from 'react';
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { defineElements } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { useWallet, useWalletState, WalletProvider } from 'countersign/react';
import * as backEnd from './back-end';
import { Payments } from './payments';

const SignIn = elementComponent('sign-in');
const Session = elementComponent('session');
const Card = elementComponent('card');
const Credentials = elementComponent('credentials');
const Sessions = elementComponent('sessions');

void defineElements('sign-in', 'session', 'review', 'payment', 'card', 'credentials', 'sessions');

// The sandbox's public key. Before production pin the keys of your service here.
const enclaveKeys = [sandboxEnclavePublicKeyHex];

export function App() {
  const [account, setAccount] = useState<backEnd.Account>();
  const [isLost, setLost] = useState(false);
  const refresh = useCallback(() => {
    backEnd.account().then(setAccount, () => setLost(true));
  }, []);
  useEffect(refresh, [refresh]);
  if (isLost)
    return (
      <p className="problem" role="alert">
        We can’t reach your wallet right now. Please reload the page.
      </p>
    );
  if (account === undefined) return <Brand />;
  return (
    <WalletProvider options={{ relay: '/wallet', accountId: account.accountId, enclaveKeys }}>
      <Page account={account} onChange={refresh} />
    </WalletProvider>
  );
}

function Page({ account, onChange }: { account: backEnd.Account; onChange: () => void }) {
  const wallet = useWallet();
  const status = useWalletState((state) => state.status);
  if (status === 'loading') return <Brand />;
  if (status !== 'signed-in') {
    return (
      <main className="gate">
        <Brand />
        <SignIn wallet={wallet} />
      </main>
    );
  }
  return (
    <>
      <header>
        <Brand />
        <Session wallet={wallet} />
      </header>
      <main className="columns">
        <div>
          <Payments account={account} onChange={onChange} />
        </div>
        <Card wallet={wallet} />
        <Credentials wallet={wallet} />
        <Sessions wallet={wallet} />
      </main>
    </>
  );
}

function Brand() {
  return (
    <h1 className="brand">
      <img src="/mark.svg" alt="" width="32" height="32" />
      Sample wallet
    </h1>
  );
}
