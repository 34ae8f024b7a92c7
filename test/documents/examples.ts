/** The examples in the comments of public names, each as a block: with its imports, and the names that it leaves to its reader. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from '../source-tree.ts';
import type { Block } from './blocks.ts';

/** The names that examples and blocks leave to their reader, with their types. */
export const left: Readonly<Record<string, string>> = {
  accountId: 'string',
  app: "import('express').Express",
  askToSignIn: '() => void',
  attempt: "import('countersign').OAuthAttempt",
  Balance: "() => import('react').ReactNode",
  baseUrl: 'string',
  body: 'object',
  bundle: 'string',
  button: 'HTMLButtonElement',
  cardId: 'string',
  clientId: 'string',
  clientSecret: 'string',
  code: 'string',
  createServer: "typeof import('node:http').createServer",
  credential: "import('countersign').AuthMethod",
  delegatedKey: "import('countersign').DelegatedKey",
  customerId: 'string',
  draw: "(state: import('countersign').WalletState) => void",
  enclaveKeys: 'readonly string[]',
  field: 'HTMLInputElement',
  findPerson: "(userId: string) => Promise<import('countersign/relay').RelayIdentity | null>",
  findUser: '(cookie: string | null) => Promise<{ id: string, customerId: string, accountIds: string[] } | null>',
  handle: '(event: unknown) => Promise<void>',
  idTokenFor: '(nonce: string) => Promise<string>',
  identify: "import('countersign/relay').Identify",
  key: "import('countersign/crypto').SessionSigningKey",
  keyPair: "import('countersign/crypto').ClientKeyPair",
  options: "import('countersign').CreateWalletOptions",
  otpCode: 'string',
  otpEncryptionTargetBundle: 'string',
  page: "import('playwright').Page",
  passkeyButton: 'HTMLButtonElement',
  payloadToSign: 'string',
  person: "import('countersign-sandbox/testing').Person",
  publicKey: 'string',
  quorumKeyHex: 'string',
  quote: "import('countersign').Quote",
  quoteId: 'string',
  rawBody: 'Uint8Array',
  relay: "import('countersign/relay').Relay",
  request: 'Request',
  requestId: 'string',
  sandbox: "import('countersign-sandbox/testing').SandboxControl",
  scalar: 'Uint8Array',
  session: '{ readonly encryptedSessionSigningKey: string }',
  settings: "Omit<import('countersign/relay').CreateRelayOptions, 'identify'>",
  show: '(...texts: (string | undefined)[]) => void',
  store: "import('countersign/relay').RelayStore",
  tap: "import('countersign-sandbox/devtools').Tap",
  transactionId: 'string',
  useSyncExternalStore: "typeof import('react').useSyncExternalStore",
  wallet: "import('countersign').Wallet",
  walletPage: "import('countersign/wallet-page').WalletPage",
};

/** Beginnings of examples that are only type-checked, with the reason why they can't be run alone. */
const onlyTyped: Readonly<Record<string, string>> = {
  'await wallet.credentials.addEmailOtp': 'the account must have lost its e-mail credential',
  'await wallet.credentials.addSmsOtp': "the number must be the customer's, and without a credential",
  'const { status } = await wallet.signedRetry': 'no relay has that path unless it is told so',
  'const phrase = await wallet.account.export': 'the profile grid has it, by a group that is off',
  'const webhooks = ': 'it wants a delivery that the service has signed: test/relay has those',
  'createServer(toNodeListener': 'it listens for good',
  'const authenticator = ': "it wants a driver's page: test/browser/testing-kit.test.ts has one",
  "await page.goto('/');": 'the same',
  'await press(page': 'the same',
  '// Puppeteer, Playwright': 'it reads a file of the built package: the same test has it',
  'import { test as base }': 'the same',
};

/** An example as its comment has it. */
interface Example {
  /** Its file and its line there. */
  readonly title: string;
  readonly code: string;
}

function readComments(): readonly Example[] {
  return ['src', 'sandbox/src'].flatMap(listFiles).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...text.matchAll(/^ *\* @example\n((?: *\*(?! @|\/).*\n)+)/gm)].map(({ index, 1: lines = '' }) => ({
      title: `${path}:${text.slice(0, index).split('\n').length}`,
      code: lines.replaceAll(/^ *\* ?/gm, '').trim(),
    }));
  });
}

/** The import of each public name, from the first entry that exports it. */
function readImports(): ReadonlyMap<string, string> {
  const chapters = readFileSync(join(root, 'test/package/api/declarations.txt'), 'utf8').split(/^## /m);
  return new Map(
    chapters
      .slice(1)
      .flatMap((chapter) => {
        const [entry = ''] = chapter.split('\n');
        const names = chapter.matchAll(/^(function|(?:abstract )?class|interface|type|const) (\w+)/gm);
        // A name of several entries is taken from the first.
        return [...names].map(([, kind = '', name = '']) => {
          const what = /^(?:interface|type)$/.test(kind) ? `type ${name}` : name;
          return [name, `import { ${what} } from '${entry}';`] as const;
        });
      })
      .toReversed(),
  );
}

/** Detects a text that uses a name without defining it. */
function uses(code: string, name: string): boolean {
  const plain = code.replaceAll(/\/\/.*|'[^'\n]*'/g, '');
  const defined = new RegExp(
    `(?:const|import) (?:\\w+ as )?(?:${name}\\b|\\{[^}=]*\\b${name}\\b[^}=]*\\} (?:=|from))|\\(${name}\\) =>`,
  );
  return new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${name}(?![\\w:])`).test(plain) && !defined.test(plain);
}

/** The examples of all public names. What uses React's hooks is the body of a component, which is drawn. */
export function readExamples(): readonly Block[] {
  const all = readImports();
  return readComments().map(({ title, code }): Block => {
    const imports = [...all].filter(([name]) => uses(code, name));
    const isComponent = /\buse[A-Z]|^</.test(code);
    if (isComponent) imports.push(['WalletProvider', all.get('WalletProvider') ?? '']);
    const declared = Object.keys(left).filter(
      (name) => (isComponent && name === 'options') || (uses(code, name) && !imports.some(([one]) => one === name)),
    );
    const isServers = /^(?:src\/(?:relay|wallet-page)|sandbox\/src\/(?:service|testing\/(?:sandbox|playwright)))/.test(
      title,
    );
    const isOnlyTyped = Object.keys(onlyTyped).some((start) => code.startsWith(start));
    const head = [
      ...new Set(imports.map(([, statement]) => statement)),
      ...(isComponent
        ? ["import { flushSync } from 'react-dom';", "import { createRoot } from 'react-dom/client';"]
        : []),
      ...declared.map((name) => `declare const ${name}: ${left[name]};`),
    ];
    return {
      title,
      language: isComponent ? 'tsx' : 'ts',
      code: [...head, isComponent ? asComponent(code) : code].join('\n'),
      declared,
      side: isOnlyTyped ? 'typed' : isServers ? 'server' : 'page',
    };
  });
}

/** A component with these hooks, or of these elements, drawn in a page. */
function asComponent(code: string): string {
  const body = code.startsWith('<') ? `return (${code});` : code.includes('return ') ? code : `${code} return null;`;
  return `function Example() { ${body} }
    const place = document.body.appendChild(document.createElement('main'));
    flushSync(() => createRoot(place).render(<WalletProvider options={options}><Example /></WalletProvider>));`;
}
