/** Every code of the catalogue, met as a caller meets it: nothing here makes an error by itself. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { errorCatalogue, type ErrorClassName, type ErrorFacts } from '../../src/kit/error-catalogue/index.ts';
import { provokeCrypto } from './every-code/crypto.ts';
import { provokePasskey } from './every-code/passkey.ts';
import { meet, type Provocations } from './every-code/provocations.ts';
import { provokeRelay } from './every-code/relay.ts';
import { provokeSession } from './every-code/session.ts';
import { provokeTransport } from './every-code/transport.ts';
import { provokeWallet } from './every-code/wallet.ts';

const provocations: Readonly<Record<ErrorClassName, Provocations<string>>> = {
  CryptoError: provokeCrypto,
  PasskeyError: provokePasskey,
  RelayError: provokeRelay,
  SessionError: provokeSession,
  TransportError: provokeTransport,
  WalletError: provokeWallet,
};

const rows = Object.entries(errorCatalogue).flatMap(([className, table]) =>
  Object.entries<ErrorFacts>(table).map(([code, facts]) => ({ className: className as ErrorClassName, code, facts })),
);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a caller of the kit meets', () => {
  test.each(rows)('$code of $className, with a next step of the catalogue', async ({ className, code, facts }) => {
    const provoke = provocations[className][code];
    if (provoke === undefined) throw new Error(`say in test/kit/every-code how a caller comes to meet ${code}`);
    const met = await meet(provoke);
    expect(met).toMatchObject({ name: className, code });
    if (met.isAnswer === undefined || facts.nextSteps[0] === 'configure')
      expect(facts.nextSteps).toContain(met.nextStep);
    else expect(met.nextStep).toBeUndefined();
  });

  test('no code that the catalogue has not', () => {
    const provoked = Object.values(provocations).flatMap((table) => Object.keys(table));
    expect(provoked.toSorted()).toEqual(rows.map(({ code }) => code).toSorted());
  });
});
