import { defineElements } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { useWallet, useWalletState } from 'countersign/react';
import type { Account } from './back-end';
import { Brand } from './brand';
import { Payments } from './payments';

const SignIn = elementComponent('sign-in');
const Session = elementComponent('session');
const Activity = elementComponent('activity');
const Card = elementComponent('card');
const Credentials = elementComponent('credentials');
const Sessions = elementComponent('sessions');

void defineElements();

export function Page({ account }: { account: Account }) {
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
          <Payments account={account} />
          <Activity wallet={wallet} customerId={account.customerId} />
        </div>
        <Card wallet={wallet} />
        <Credentials wallet={wallet} />
        <Sessions wallet={wallet} />
      </main>
    </>
  );
}
