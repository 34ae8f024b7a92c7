import { describe, expect, test } from 'vitest';
import { CryptoError } from '../../src/kit/crypto/crypto-error.ts';
import { errorCatalogue, type ErrorClassName, type ErrorFacts } from '../../src/kit/error-catalogue/index.ts';
import { PasskeyError } from '../../src/kit/passkey/passkey-error.ts';
import { RelayError } from '../../src/relay/relay-error.ts';
import { SessionError } from '../../src/kit/session/session-error.ts';
import { TransportError } from '../../src/kit/transport/transport-error.ts';
import { WalletError } from '../../src/kit/wallet/wallet-error.ts';
import { expectGeneratedParts } from '../generated.ts';
import { readSources, walk } from '../source-tree.ts';

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

const rows = Object.entries(errorCatalogue).flatMap(([className, table]) =>
  Object.entries<ErrorFacts>(table).map(([code, facts]) => ({ className: className as ErrorClassName, code, facts })),
);

describe('the catalogue of errors', () => {
  test('gives no code to two classes', () => {
    const codes = rows.map(({ code }) => code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  test.each(rows)(
    '$className is made with $code, and with a next step of the catalogue',
    ({ className, code, facts }) => {
      for (const nextStep of facts.nextSteps) {
        const error = classes[className](code as never, nextStep as never);
        expect(error).toMatchObject({ name: className, code });
        expect(facts.nextSteps).toContain(error.nextStep);
      }
    },
  );

  test('holds only codes that the folder of their class names where it throws', () => {
    const unused = Object.entries(errorCatalogue).flatMap(([className, table]) => {
      const texts = textsOf(className as ErrorClassName);
      return Object.keys(table).filter((code) => !texts.has(code));
    });
    expect(unused).toEqual([]);
  });

  test('explains every code in whole sentences', () => {
    const texts = rows.flatMap(({ facts }) => [facts.cause, facts.remedy]);
    expect(texts.filter((text) => !/^[A-Z`].*\.$/.test(text))).toEqual([]);
  });
});

test.each(rows)('$className with $code has no cause but its own', ({ className, code, facts: { nextSteps } }) => {
  Object.assign(Object.prototype, { cause: new DOMException('inherited', 'TimeoutError') });
  try {
    const error = classes[className](code as never, nextSteps[0] as never);
    expect(Object.hasOwn(error, 'cause')).toBe(false);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'cause');
  }
});

test('docs/errors.md prints the catalogue as it is', () => {
  expectGeneratedParts('docs/errors.md', { errors: printCatalogue() });
});

/** The texts that the sources of a class's folder hold; the names of properties are none. */
function textsOf(className: ErrorClassName): ReadonlySet<unknown> {
  const folder = className.replace('Error', '').toLowerCase();
  const texts = new Set<unknown>();
  const place = className === 'RelayError' ? 'src' : 'src/kit';
  for (const { body } of readSources(`${place}/${folder}`)) {
    walk(body, (node) => {
      if (node.type === 'Literal') texts.add(node['value']);
      return !node.type.startsWith('TSType');
    });
  }
  return texts;
}

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
