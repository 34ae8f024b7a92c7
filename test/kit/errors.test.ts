import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CryptoError } from '../../src/kit/crypto/crypto-error.ts';
import { errorCatalogue, type ErrorClassName, type ErrorFacts } from '../../src/kit/error-catalogue/index.ts';
import { PasskeyError } from '../../src/kit/passkey/passkey-error.ts';
import { RelayError } from '../../src/relay/relay-error.ts';
import { SessionError } from '../../src/kit/session/session-error.ts';
import { TransportError } from '../../src/kit/transport/transport-error.ts';
import { WalletError } from '../../src/kit/wallet/wallet-error.ts';
import { expectGeneratedParts } from '../generated.ts';
import { listFiles, root } from '../source-tree.ts';

type Make = (
  code: never,
  nextStep: never,
) => { readonly name: string; readonly code: string; readonly nextStep: string };

/** Constructor of each class, with a next step where the class doesn't choose it by itself. */
const classes: Readonly<Record<ErrorClassName, Make>> = {
  CryptoError: (code) => new CryptoError(code, ''),
  PasskeyError: (code, nextStep) => new PasskeyError(code, '', { nextStep }),
  RelayError: (code) => new RelayError(code, '', { status: 400 }),
  SessionError: (code) => new SessionError(code),
  TransportError: (code, nextStep) => new TransportError(code, '', { nextStep }),
  WalletError: (code, nextStep) => new WalletError(code, '', { nextStep }),
};

const rows = Object.values(errorCatalogue).flatMap((table) =>
  Object.entries<ErrorFacts>(table).map(([code, facts]) => ({ code, facts })),
);

/** This file, and tables of the relay's document, which name codes without meeting them. */
const notTests = /\/(?:errors\.test|openapi[\w-]*|document)\.ts$/;

describe('the catalogue of errors', () => {
  test('gives no code to two classes', () => {
    const codes = rows.map(({ code }) => code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  test('holds only codes that a test of the kit, the relay or their journeys names', () => {
    const tests = ['test/kit', 'test/relay', 'test/journeys'].flatMap(listFiles).filter((path) => !notTests.test(path));
    const named = new Set(tests.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\b[A-Z][A-Z_]+\b/g)));
    expect(rows.map(({ code }) => code).filter((code) => !named.has(code))).toEqual([]);
  });

  test('explains every code in whole sentences', () => {
    const texts = rows.flatMap(({ facts }) => [facts.cause, facts.remedy]);
    expect(texts.filter((text) => !/^[A-Z`].*\.$/.test(text))).toEqual([]);
  });
});

test.each(Object.entries(errorCatalogue))('a %s has no cause but its own', (className, table) => {
  const [[code, { nextSteps }] = ['', { nextSteps: [] }]] = Object.entries<ErrorFacts>(table);
  Object.assign(Object.prototype, { cause: new DOMException('inherited', 'TimeoutError') });
  try {
    const error = classes[className as ErrorClassName](code as never, nextSteps[0] as never);
    expect(error).toMatchObject({ name: className, code });
    expect(Object.hasOwn(error, 'cause')).toBe(false);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'cause');
  }
});

test('docs/errors.md prints the catalogue as it is', () => {
  expectGeneratedParts('docs/errors.md', { errors: printCatalogue() });
});

function printCatalogue(): string {
  return Object.entries(errorCatalogue)
    .map(([className, table]) => {
      const lines = Object.entries<ErrorFacts>(table).map(([code, { nextSteps, actor, cause, remedy }]) => {
        const steps = nextSteps.map((step) => `\`${step}\``).join(', ');
        return inLines(`- \`${code}\` (${steps}; ${actor}): ${cause} **${remedy}**`);
      });
      return [`### ${className}`, '', ...lines].join('\n');
    })
    .join('\n\n');
}

/** A list's item in lines of at most 160 characters. */
function inLines(item: string): string {
  return (item.match(/\S.{0,156}(?= |$)/g) ?? []).join('\n  ');
}
