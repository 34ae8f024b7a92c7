/** Builds the demo: the page, or with `--ssr` its back-end. Both import the kit by its public names. */

import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { sourceAliases } from '../build/entries.mjs';
import { sandboxEnclavePublicKeyHex } from '../src/wire.ts';
import { readOptions } from './server/options.ts';

/** The configuration for an environment; `isSsrBuild` builds the back-end. */
export function demoConfig(env: Readonly<Record<string, string | undefined>>, isSsrBuild: boolean): UserConfig {
  const { profile, service, enclaveKeys } = readOptions(env, []);
  const settings =
    service === null
      ? { profile, sandbox: true, enclaveKeys: [sandboxEnclavePublicKeyHex] }
      : { profile, sandbox: false, enclaveKeys };
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { alias: sourceAliases },
    define: { __PAGE_SETTINGS__: JSON.stringify(settings) },
    publicDir: isSsrBuild ? false : 'page/public',
    logLevel: 'error',
    build: isSsrBuild
      ? { outDir: 'dist/server', emptyOutDir: true, ssr: 'server/main.ts', target: 'node20' }
      : {
          outDir: 'dist/page',
          emptyOutDir: true,
          target: 'es2022',
          // The policy allows files of our own only: no data: URLs, and no polyfill is needed.
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
        },
  };
}

export default defineConfig(({ isSsrBuild }) => demoConfig(process.env, isSsrBuild === true));
