/** How the demo is built: its page and its back-end, which import the kit by its public names. */
import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';
import { sourceAliases } from '../build/entries.mjs';
import { bundleWalletPage, printAssets } from '../build/wallet-page.mjs';
import { sandboxEnclavePublicKeyHex } from '../src/kit/wire.ts';
import { readOptions } from './server/options.ts';

const elements = [
  'sign-in',
  'code-entry',
  'session',
  'credentials',
  'sessions',
  'card',
  'activity',
  'balance',
  'review',
  'payment',
  'problem',
];

/** What the kit loads with the first sign-in, and the page with it. */
const signInParts = [
  'src/kit/wallet/flows/one-time-code.ts',
  'src/kit/wallet/flows/signed-in.ts',
  'src/kit/session/refresh.ts',
  ...elements.map((name) => `src/ui/elements/screens/${name}.tsx`),
  'src/ui/messages/in-english.ts',
  'demo/page/steps/signed-in.tsx',
];

/** Tells the page which files a sign-in will need, so that it can fetch them while the person types. */
const nameSignInFiles: Plugin = {
  name: 'files of the sign-in',
  applyToEnvironment: ({ name }) => name === 'client',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const wanted = signInParts.map((part) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${part}`)));
        if (chunk === undefined) throw new Error(`${part} is in no chunk of the page`);
        return chunk;
      });
      const files = new Set(wanted.map(({ fileName }) => fileName));
      // Imports of imports, too: a set that grows is gone through to its end.
      for (const file of files)
        chunks.find(({ fileName }) => fileName === file)?.imports.forEach((name) => files.add(name));
      for (const { isEntry, fileName } of chunks) if (isEntry) files.delete(fileName);
      return [{ tag: 'meta', attrs: { name: 'sign-in-files', content: [...files].join(' ') }, injectTo: 'head' }];
    },
  },
};

/** Puts the files of the wallet page into the back-end, as the kit's own build does. */
const withWalletPage: Plugin = {
  name: 'files of the wallet page',
  applyToEnvironment: ({ name }) => name === 'ssr',
  load: async (id) =>
    id.endsWith('/src/wallet-page/node.ts')
      ? printAssets(await bundleWalletPage(fileURLToPath(new URL('..', import.meta.url))))
      : undefined,
};

/** Other sites show the picture by an absolute address alone: `DEMO_URL` is where the page will stand, such as `https://example.com/try/`. */
export const namePicture = (page: string | undefined): Plugin => ({
  name: 'address of the picture',
  applyToEnvironment: ({ name }) => name === 'client',
  transformIndexHtml: (html) =>
    page === undefined
      ? html
      : html.replace('content="./refused.png"', `content="${new URL('refused.png', page).href}"`),
});

/** The configuration of the page alone, on which the copy for hosts of files builds. */
export function pageConfig(env: Readonly<Record<string, string | undefined>>): UserConfig {
  const { profile, service, enclaveKeys } = readOptions(env, []);
  const settings =
    service === null
      ? { profile, sandbox: true, enclaveKeys: [sandboxEnclavePublicKeyHex] }
      : { profile, sandbox: false, enclaveKeys };
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { alias: sourceAliases },
    define: { __PAGE_SETTINGS__: JSON.stringify(settings) },
    publicDir: 'page/public',
    logLevel: 'error',
    plugins: [nameSignInFiles, namePicture(env['DEMO_URL'])],
    build: {
      outDir: 'dist/page',
      emptyOutDir: true,
      target: 'es2022',
      // The policy allows files of our own only: no data: URLs, and no polyfill is needed.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: ['index.html', 'elements/index.html'] },
    },
  };
}

/** The configuration of `vite build`: the page, then its back-end. */
export function demoConfig(env: Readonly<Record<string, string | undefined>>): UserConfig {
  const { build = {}, plugins = [], ...shared } = pageConfig(env);
  return {
    ...shared,
    plugins: [...plugins, withWalletPage],
    environments: {
      client: { build },
      ssr: {
        build: {
          outDir: 'dist/server',
          emptyOutDir: true,
          copyPublicDir: false,
          ssr: 'server/main.ts',
          target: 'node20',
        },
      },
    },
    builder: {
      async buildApp({ build: buildOne, environments: { client, ssr } }) {
        process.stderr.write('Building the demo…\n');
        for (const one of [client, ssr]) if (one !== undefined) await buildOne(one);
      },
    },
  };
}
