/** A component file as it is edited under a development server. */
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { useWalletState, WalletProvider } from 'countersign/react';
import { useState } from 'react';
import { accountId, given } from './counted.ts';

function Status() {
  const status = useWalletState((state) => state.status);
  const [presses, press] = useState(0);
  return <button onClick={() => press(presses + 1)}>{`first text, ${status}, pressed ${presses}`}</button>;
}

export function App() {
  const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex], refreshBefore: 60_000 };
  return <WalletProvider options={{ ...options, ...given }} children={<Status />} />;
}
