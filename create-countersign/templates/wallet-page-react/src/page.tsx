import { useEffect, useState } from 'react';
import type { Card } from 'countersign';
import { defineElements } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { useWallet } from 'countersign/react';
import type { Account } from './back-end';
import { Brand } from './brand';
import { Payments } from './payments';
import { follow } from './wallet-page';

const Activity = elementComponent('activity');

void defineElements('payment', 'balance', 'activity');

export function Page({ account }: { account: Account }) {
  const wallet = useWallet();
  return (
    <>
      <header>
        <Brand />
      </header>
      <main className="columns">
        <div>
          <Payments account={account} />
          <Activity wallet={wallet} customerId={account.customerId} />
        </div>
        <Settings />
      </main>
    </>
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
      {card && <button onClick={() => follow({ page: 'card', id: card.id })}>Manage card</button>}
      <button onClick={() => follow({ page: 'signInMethods' })}>Change how you sign in</button>
      <button onClick={() => follow({ page: 'sessions' })}>See where you are signed in</button>
      <button onClick={() => follow({ page: 'signOut' })}>Sign out</button>
    </section>
  );
}
