/** The wallet's calls, and the entrance to the wallet page. */
import { Hono } from 'hono';
import { entrance, relay } from './relay.js';

export const walletCalls = new Hono()
  .all('/wallet/*', ({ req }) => relay(req.raw))
  .all('/to-wallet/*', ({ req }) => entrance(req.raw));
