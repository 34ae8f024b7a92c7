/** Calls of the page to its own server. */
import { Hono } from 'hono';
import { account, answer, fund, quote } from './platform.js';
import { link, relay } from './relay.js';

export const app = new Hono()
  .all('/wallet/*', ({ req }) => relay(req.raw))
  .get('/api/account', async ({ req }) => answer(await account(req.raw)))
  .post('/api/fund', async ({ req }) => answer(await fund(req.raw)))
  .post('/api/quote', async ({ req }) => {
    const { amount } = await req.json();
    return answer(await quote(req.raw, amount));
  })
  .post('/api/link', async (context) => {
    const href = await link(context.req.raw, await context.req.json());
    return href === null ? context.body(null, 401) : context.json({ href });
  });
