import { connection } from 'next/server';
import { App } from './client';

export default async function Page() {
  // Rendered for each request, since its scripts carry the nonce of that request's policy.
  await connection();
  return <App />;
}
