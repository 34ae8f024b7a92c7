import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { sandboxEnclavePublicKeyHex, type Quote } from 'countersign';
import { defineElements } from 'countersign/elements';
import type {} from 'countersign/elements/react'; // The types of the tags.
import { useWallet, useWalletState, WalletProvider } from 'countersign/react';

const call = async (method: string, path: string) => (await fetch(path, { method })).json();

function Page() {
  const wallet = useWallet();
  const isSignedIn = useWalletState(({ status }) => status === 'signed-in');
  const [{ quote, paid = '' }, show] = useState<{ quote?: Quote; paid?: string }>({});
  const ask = async () => show({ quote: await call('POST', '/quote') });
  if (!isSignedIn) return <countersign-sign-in wallet={wallet} />;
  return (
    <>
      <countersign-session wallet={wallet} />
      <button onClick={() => call('POST', '/fund')}>Add 100 dollars of test money</button>
      <button onClick={ask}>Withdraw 25 dollars</button>
      <countersign-review
        wallet={wallet}
        quote={quote}
        payee="Your bank account"
        oncountersign-paid={({ detail }) => show({ paid: detail.transactionId })}
        oncountersign-new-quote={ask}
      />
      <countersign-payment wallet={wallet} transactionId={paid} />
    </>
  );
}

// Before the first rendering: React sets properties of defined elements alone.
await defineElements('sign-in', 'session', 'review', 'payment');
const { accountId } = await call('GET', '/account');
const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
createRoot(document.getElementById('app')!).render(<WalletProvider options={options} children={<Page />} />);
