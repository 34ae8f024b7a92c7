/** The wallet's calls. */
import { Hono } from 'hono';
import { relay } from './relay.js';

export const walletCalls = new Hono().all('/wallet/*', ({ req }) => relay(req.raw));
