/** Serves the built page: Hono's own parts for files, compression and ETags, under a policy that allows nothing but them. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';

/** Nothing else may be loaded or run, and no Trusted Types policy may be made. */
export const contentSecurityPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Adds the files of a folder to a back-end. */
export type AddPages = (app: Hono) => void;

/**
 * Finds the folder of the built page. `reached` is an origin beside its own that it may ask: the attacks ask a wallet page, so that it is
 * the wallet page that refuses them.
 * @throws {Error} when the page hasn't been built.
 */
export function findPages(folder: string, reached?: string): AddPages {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(`There is no built page in ${folder}. Run: npx vite build`);
  }
  const asked = reached === undefined ? "connect-src 'self'" : `connect-src 'self' ${reached}`;
  const policy = contentSecurityPolicy.replace("connect-src 'self'", asked);
  return (app) => {
    app.use('*', compress(), etag(), async (context, next) => {
      context.header('Content-Security-Policy', policy);
      for (const [name, value] of Object.entries(headers)) context.header(name, value);
      // File names under assets carry a hash of their contents; the page itself must always be asked for.
      const isHashed = context.req.path.startsWith('/assets/');
      context.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      await next();
    });
    app.get('*', serveStatic({ root: folder }));
  };
}
