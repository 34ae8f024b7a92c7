/** Serves the built page's files, read into memory once, under a policy that allows nothing but them. */

import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** Answers one path; unknown paths are 404. */
export type Pages = (pathname: string) => Response;

/** Lit makes one Trusted Types policy, `lit-html`; no other may be made, and nothing else may be loaded or run. */
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
  'trusted-types lit-html',
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads the folder of the built page.
 * @throws {Error} when the page hasn't been built.
 */
export async function loadPages(folder: string): Promise<Pages> {
  const names = await readdir(folder, { recursive: true }).catch(() => {
    throw new Error(`There is no built page in ${folder}. Run: npm run demo:build`);
  });
  const files = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  for (const name of names) {
    const type = mediaTypes[extname(name)];
    if (type === undefined) continue;
    files.set(`/${name.split(sep).join('/')}`, { body: new Uint8Array(await readFile(join(folder, name))), type });
  }

  return (pathname) => {
    const path = pathname === '/' ? '/index.html' : pathname;
    const file = files.get(path);
    const headers = {
      'Content-Security-Policy': contentSecurityPolicy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      // File names under assets carry a hash of their contents; the page itself must always be asked for.
      'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (file === undefined) return new Response('Not found\n', { status: 404, headers });
    return new Response(file.body, { headers: { ...headers, 'Content-Type': file.type } });
  };
}
