import { platform } from '../platform';
import { Panel } from './panel';

// The wallet's account is that of the person who asks.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const { accountId } = await platform();
  return (
    <main>
      <h1>A wallet</h1>
      <Panel accountId={accountId} />
    </main>
  );
}
