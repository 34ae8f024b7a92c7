/** The names that a script could plant on `Object.prototype`: those of the kit's types, and those of the browser's dictionaries. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { readSources, walk, type SyntaxNode } from '../source-tree.ts';

/** Dictionaries that the kit, or a library in it, hands to the browser. */
const dictionaries = new Set([
  'AddEventListenerOptions',
  'AesGcmParams',
  'AuthenticationExtensionsClientInputs',
  'AuthenticatorSelectionCriteria',
  'CredentialCreationOptions',
  'CredentialRequestOptions',
  'EcKeyImportParams',
  'EcdhKeyDeriveParams',
  'EcdsaParams',
  'ErrorOptions',
  'EventListenerOptions',
  'HmacImportParams',
  'IDBObjectStoreParameters',
  'IDBTransactionOptions',
  'LockOptions',
  'PublicKeyCredentialCreationOptions',
  'PublicKeyCredentialDescriptor',
  'PublicKeyCredentialEntity',
  'PublicKeyCredentialParameters',
  'PublicKeyCredentialRequestOptions',
  'PublicKeyCredentialUserEntity',
  'RequestInit',
  'StructuredSerializeOptions',
  'TextDecodeOptions',
  'TextDecoderOptions',
]);

/** Members of dictionaries that TypeScript's library lacks. */
const newer = ['attributionReporting', 'browsingTopics', 'duplex', 'sharedStorageWritable', 'targetAddressSpace'];

/** Members that the language itself reads. */
const language = ['configurable', 'enumerable', 'get', 'return', 'set', 'then', 'toJSON', 'value', 'writable'];

const declares = new Set(['TSPropertySignature', 'TSMethodSignature']);

function membersIn(body: unknown): string[] {
  const names: string[] = [];
  walk(body, (node) => {
    const { name } = (node['key'] ?? {}) as { readonly name?: unknown };
    if (declares.has(node.type) && typeof name === 'string' && node['computed'] !== true) names.push(name);
  });
  return names;
}

function ofKit(): string[] {
  const inPages = readSources('src/kit').filter(({ path }) => !/\/(?:crypto\/service|error-catalogue)\//.test(path));
  return inPages.flatMap(({ body }) => membersIn(body));
}

/** The members of dictionaries, as TypeScript's library has them. */
export function membersOf(dictionaries: Iterable<string>): readonly string[] {
  const require = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'));
  const compiler = `@typescript/typescript-${process.platform}-${process.arch}`;
  const folder = join(dirname(require.resolve(`${compiler}/package.json`)), 'lib');
  const wanted = new Set(dictionaries);
  const missing = new Set(wanted);
  const names = ['lib.dom.d.ts', 'lib.es2022.error.d.ts'].flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(folder, file), 'utf8'));
    return (program.body as unknown as SyntaxNode[]).flatMap((node) => {
      const { name } = (node['id'] ?? {}) as { readonly name?: string };
      if (node.type !== 'TSInterfaceDeclaration' || name === undefined || !wanted.has(name)) return [];
      missing.delete(name);
      return membersIn(node);
    });
  });
  if (missing.size > 0) throw new Error(`TypeScript's library lacks ${[...missing].join(', ')}`);
  return names;
}

/** All names, each once, in alphabetical order, but those that every object has. */
export function plantedNames(): readonly string[] {
  const all = new Set([...ofKit(), ...membersOf(dictionaries), ...newer, ...language]);
  return [...all].filter((name) => !(name in {})).toSorted();
}
