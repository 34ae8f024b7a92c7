import { useCallback, useEffect, useState } from 'react';
import { sandboxEnclavePublicKeyHex, type Card } from 'countersign';
import { defineElements } from 'countersign/elements';
import { useWallet, WalletProvider } from 'countersign/react';
import * as backEnd from './back-end';
import { Payments } from './payments';
import { follow } from './wallet-page';

void defineElements('payment');

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
      <header>
        <Brand />
      </header>
      <main className="columns">
        <div>
          <Payments account={account} onChange={refresh} />
        </div>
        <Settings />
      </main>
    </WalletProvider>
  );
}

/** Links to the wallet page, for changes other than a payment. */
function Settings() {
  const wallet = useWallet();
  const [card, setCard] = useState<Card>();
  useEffect(() => {
    wallet.card.list().then(
      ([first]) => setCard(first),
      () => setCard(undefined),
    );
  }, [wallet]);
  return (
    <section className="panel">
      <h2>Your wallet</h2>
      {card?.state === 'ACTIVE' && (
        <button onClick={() => follow({ page: 'card', id: card.id, to: 'frozen' })}>Freeze your card</button>
      )}
      {card?.state === 'FROZEN' && (
        <button onClick={() => follow({ page: 'card', id: card.id, to: 'active' })}>Unfreeze your card</button>
      )}
      <button onClick={() => follow({ page: 'signInMethods' })}>Change how you sign in</button>
      <button onClick={() => follow({ page: 'sessions' })}>See where you are signed in</button>
    </section>
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
