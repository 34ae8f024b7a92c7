/** Gives the tests, in every engine, the third-party vectors that are not part of this repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const virtualId = 'virtual:vectors';

/** Vector file by the name under which `virtual:vectors` exports it. */
const files = {
  ecdsa: 'wycheproof/ecdsa_secp256r1_sha256_test.json',
  ecdh: 'wycheproof/ecdh_secp256r1_ecpoint_test.json',
  hpke: 'hpke/rfc9180_kem0010_kdf0001_aead0002_mode0.json',
  base58check: 'base58/bs58check_fixtures.json',
  utf8Decoder: 'utf8/decoder-fatal.json',
  utf8Encoder: 'utf8/encoder-surrogates.json',
} as const;

/** The folder that VECTORS_DIR names, else `../shared/vectors`; null when it is not there. */
export function vectorsFolder(): string | null {
  const named = process.env['VECTORS_DIR'];
  const folder =
    named === undefined || named === ''
      ? fileURLToPath(new URL('../../shared/vectors', import.meta.url))
      : resolve(named);
  return existsSync(folder) ? folder : null;
}

/** A Vite plugin for the module `virtual:vectors`: each export is a file's JSON, or null where there are no vectors. */
export function vectorsPlugin(): Plugin {
  return {
    name: 'vectors',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    load(id) {
      if (id !== `\0${virtualId}`) return null;
      const folder = vectorsFolder();
      const json = (path: string): string => {
        if (folder === null) return 'null';
        return `JSON.parse(${JSON.stringify(readFileSync(join(folder, path), 'utf8'))})`;
      };
      return Object.entries(files)
        .map(([name, path]) => `export const ${name} = ${json(path)};`)
        .join('\n');
    },
  };
}
