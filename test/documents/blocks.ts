/** The TypeScript blocks of the documents, and the names that they leave to the reader. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { listFiles, root, walk } from '../source-tree.ts';
import { left } from './examples.ts';

/** A block of a document. */
export interface Block {
  /** Its document and its place there, such as `docs/pay.md 2`. */
  readonly title: string;
  readonly language: 'ts' | 'tsx';
  readonly code: string;
  /** Names that it uses or declares without defining them: values that its reader has. */
  readonly declared: readonly string[];
  /**
   * A page's or a server's, by what it imports; one with a framework that only the tests that install packages have;
   * or one that is only type-checked.
   */
  readonly side: 'page' | 'server' | 'installed' | 'typed';
}

/** The documents that are packed or shown, but for the page of declarations, which holds no examples. */
export const documents: readonly string[] = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'sandbox/README.md',
  'demo/README.md',
  ...listFiles('docs').filter((path) => path.endsWith('.md') && path !== 'docs/api.md'),
];

/** Names that blocks alone leave to their reader. */
const more: Readonly<Record<string, string>> = {
  AppleID: `{ readonly auth: {
    init(options: { clientId: string; redirectURI: string; nonce: string; scope: string; usePopup: true }): void;
    signIn(): Promise<{ authorization: { id_token: string } }>;
  } }`,
  askFor: '(what: string) => Promise<string>',
  askForQuote: '() => Promise<Response>',
  credentialId: 'string',
  google: `{ readonly accounts: { readonly id: {
    initialize(options: { client_id: string; nonce: string; callback: (answer: { credential: string }) => void }): void;
    renderButton(parent: HTMLElement, options: { type: 'standard' }): void;
  } } }`,
  post: '(path: string, body: object, headers?: Record<string, string>) => Promise<Record<string, string>>',
  resend: 'HTMLButtonElement',
  review: "(quote: import('countersign').Quote) => void",
  Sentry: `{
    addBreadcrumb(crumb: { category: string; level: string; message: string; data: object }): void;
    captureMessage(message: string, context: { level: string; tags: Record<string, string> }): void;
  }`,
  signal: 'AbortSignal',
  status: 'HTMLElement',
  tls: '{ key: string; cert: string }',
};
const leftByBlocks: Readonly<Record<string, string>> = { ...left, ...more };

/** All blocks of all documents, but for those that are quoted from an example: it is run as a whole. */
export function readBlocks(): readonly Block[] {
  return documents.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const blocks = [...text.matchAll(/(?<!^<!-- quote: .*\n)^```(tsx?)(?: \[.+\])?\n([\s\S]*?)^```$/gm)];
    return blocks.map(([, language = 'ts', shown = ''], index): Block => {
      const undeclared = undeclaredIn(shown, language).map((name) => `declare const ${name}: ${leftByBlocks[name]};\n`);
      const code = undeclared.join('') + shown;
      const declared = [...code.matchAll(/^declare (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
      const isInstalled =
        /(?:from|declare module) '(?:vue|svelte|@angular\/core|fastify|express-session|passport|jose|@auth\/core|iron-session)\b/.test(
          code,
        );
      const isServers =
        /(?:from |import\()'(?:node:|express|hono|countersign\/(?:relay|wallet-page)|countersign-sandbox(?!\/devtools))/.test(
          code,
        );
      const side = isInstalled ? 'installed' : isServers ? 'server' : 'page';
      return { title: `${path} ${index + 1}`, language: language as Block['language'], code, declared, side };
    });
  });
}

/** The names that a block leaves to its reader without declaring them. */
function undeclaredIn(code: string, language: string): readonly string[] {
  const used = new Set<unknown>();
  const bound = new Set<unknown>();
  walk(parseSync(`block.${language}`, code).program.body, (node, parent, field) => {
    if (/^TS(?:MethodSignature|FunctionType)$/.test(node.type)) return false;
    if (node.type.endsWith('Pattern') || /^(?:id|local|param|params)$/.test(field)) {
      walk(node, ({ type, name }) => void (type === 'Identifier' && bound.add(name)));
    }
    const isProperty = /^(?:property|key)$/.test(field) && parent?.['computed'] !== true;
    if (node.type === 'Identifier' && !isProperty) used.add(node['name']);
    return true;
  });
  return Object.keys(leftByBlocks).filter((name) => used.has(name) && !bound.has(name));
}
