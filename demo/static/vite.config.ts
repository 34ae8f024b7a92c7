/** Builds the demo for any host of static files: the page, and beside it the worker that is its back-end. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { defineConfig, type Plugin } from 'vite';
import { sourceOfEntry } from '../../build/entries.mjs';
import { readOptions } from '../server/options.ts';
import { pageConfig } from '../build.ts';

/** A host of files sets no headers, so the policy is in the page; `frame-ancestors` has no effect there. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types demo-worker',
].join('; ');

const note = `<aside class="simulation" aria-label="About this copy">
      <p>The back-end of this copy is a simulation in this browser: no server, no bank and no money. <button type="button">Start over</button></p>
    </aside>`;

/** What the page of a host of files has otherwise. */
const replaced: readonly (readonly [string, string])[] = [
  [
    '<meta name="color-scheme"',
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <meta name="color-scheme"`,
  ],
  // Before the worker answers, the host would be asked.
  [
    '<link rel="preload" href="/api/session" as="fetch" crossorigin="anonymous" />',
    // The site of the documents holds this copy in a folder of its own.
    '<link rel="stylesheet" href="./static/simulation.css" />\n    <meta name="documents" content="../" />',
  ],
  ['./page/app.tsx', './static/main.ts'],
  ['<body>', `<body>\n    ${note}`],
];

const changePage: Plugin = {
  name: 'page of the static demo',
  transformIndexHtml: {
    order: 'pre',
    // The page of the elements has no back-end.
    handler: (html, { path }) =>
      (path === '/index.html' ? replaced : []).reduce((page, [from, to]) => {
        if (page.split(from).length !== 2) throw new Error(`demo/index.html holds not one ${from}`);
        return page.replace(from, () => to);
      }, html),
  },
};

const buildWorker: Plugin = {
  name: 'worker of the static demo',
  async writeBundle({ dir = '' }) {
    const { root = '', define } = pageConfig(process.env);
    await build({
      entryPoints: [join(root, 'static/worker.ts')],
      outfile: join(dir, 'worker.js'),
      alias: sourceOfEntry,
      define: define as Record<string, string>,
      bundle: true,
      minify: true,
      // A classic script: a worker imports nothing later, and Firefox took modules late.
      format: 'iife',
      target: 'es2022',
      legalComments: 'eof',
      logLevel: 'warning',
    });
    const bytes = readFileSync(join(dir, 'worker.js'));
    const kilobytes = (size: number): string => `${(size / 1000).toFixed(1)} kB`;
    const sizes = `worker.js: ${kilobytes(bytes.length)}, compressed ${kilobytes(gzipSync(bytes).length)}`;
    process.stdout.write(`${dir}\n${sizes}\n`);
  },
};

export default defineConfig(() => {
  if (readOptions(process.env, []).service !== null) throw new Error('The static demo has a sandbox of its own alone.');
  const page = pageConfig(process.env);
  return {
    ...page,
    base: './',
    plugins: [...(page.plugins ?? []), changePage, buildWorker],
    build: { ...page.build, outDir: 'dist/static' },
  };
});
