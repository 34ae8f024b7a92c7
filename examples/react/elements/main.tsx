import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { sandboxEnclavePublicKeyHex, type Quote } from 'countersign';
import { defineElements } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { useWallet, useWalletState, WalletProvider } from 'countersign/react';

const SignIn = elementComponent('sign-in');
const Session = elementComponent('session');
const Review = elementComponent('review');
const Payment = elementComponent('payment');

const call = async (method: string, path: string) => (await fetch(path, { method })).json();

function Page() {
  const wallet = useWallet();
  const isSignedIn = useWalletState(({ status }) => status === 'signed-in');
  const [{ quote, paid = '' }, show] = useState<{ quote?: Quote; paid?: string }>({});
  const ask = async () => show({ quote: await call('POST', '/quote') });
  const done = (event: CustomEvent<{ transactionId: string }>) => show({ paid: event.detail.transactionId });
  if (!isSignedIn) return <SignIn wallet={wallet} />;
  return (
    <>
      <Session wallet={wallet} />
      <button onClick={() => call('POST', '/fund')}>Add 100 dollars of test money</button>
      <button onClick={ask}>Withdraw 25 dollars</button>
      <Review wallet={wallet} quote={quote} payee="Your bank" oncountersign-paid={done} oncountersign-new-quote={ask} />
      <Payment wallet={wallet} transactionId={paid} />
    </>
  );
}

void defineElements('sign-in', 'session', 'review', 'payment');
const { accountId } = await call('GET', '/account');
const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
createRoot(document.getElementById('app')!).render(<WalletProvider options={options} children={<Page />} />);
