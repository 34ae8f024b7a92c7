/** Serves the page of all elements in all states, under the policy of docs/production.md. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { findPages } from '../../demo/server/pages.ts';
import { recipe } from './content-security-policy.ts';
import { buildDemo } from './demo-build.ts';

/** The page, until it is closed. */
export interface ElementsPage {
  readonly url: string;
  close(): void;
}

export async function serveElements(): Promise<ElementsPage> {
  const app = new Hono();
  const headers = Object.entries(recipe());
  app.use('*', async (context, next) => {
    await next();
    for (const [name, value] of headers) context.header(name, value);
  });
  // As the tests of the demo build it.
  findPages(await buildDemo({ PLATFORM_PROFILE: 'spec' }))(app);
  const server = serve({ fetch: app.fetch, hostname: 'localhost', port: 0 });
  if (!server.listening) await once(server, 'listening');
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}/elements/#element=all`,
    close: () => server.close(),
  };
}
