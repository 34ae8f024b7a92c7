/** Calls of the page to its own server. */
import { Hono } from 'hono';
import { account, answer, fund, quote } from './platform.js';
import { walletCalls } from './wallet-calls.js';

export const app = new Hono()
  .route('/', walletCalls)
  .get('/api/account', async ({ req }) => answer(await account(req.raw)))
  .post('/api/fund', async ({ req }) => answer(await fund(req.raw)))
  .post('/api/quote', async ({ req }) => {
    const { amount } = await req.json();
    return answer(await quote(req.raw, amount));
  });
