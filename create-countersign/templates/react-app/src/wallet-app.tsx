import { useEffect, useState } from 'react';
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { WalletProvider } from 'countersign/react';
import * as backEnd from './back-end';
import { Brand } from './brand';
import { Page } from './page';

// The sandbox's public key. Before production pin the keys of your service here.
const enclaveKeys = [sandboxEnclavePublicKeyHex];

export function App() {
  const [account, setAccount] = useState<backEnd.Account>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    backEnd.account().then(setAccount, () => setLost(true));
  }, []);
  if (isLost)
    return (
      <p className="problem" role="alert">
        We can’t reach your wallet right now. Please reload the page.
      </p>
    );
  if (account === undefined) return <Brand />;
  return (
    <WalletProvider options={{ relay: '/wallet', accountId: account.accountId, enclaveKeys }}>
      <Page account={account} />
    </WalletProvider>
  );
}
