/** Calls of the page to its own server. */
import { Hono } from 'hono';
import { account, fund, quote } from './platform.js';
import { entrance, relay } from './relay.js';

export const app = new Hono()
  .all('/wallet/*', ({ req }) => relay(req.raw))
  .all('/to-wallet/*', ({ req }) => entrance(req.raw))
  .get('/api/account', async (context) => context.json(await account()))
  .post('/api/fund', async (context) => context.json(await fund()))
  .post('/api/quote', async (context) => {
    const { amount } = await context.req.json();
    return context.json(await quote(amount));
  });
