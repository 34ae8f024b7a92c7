import { CryptoError, PasskeyError, SessionError, TransportError, WalletError, type NextStep } from 'countersign';
import { de, describe as describeError, en, es, fr, pt, type CompleteLocale } from 'countersign/messages';
import { describe, expect, test } from 'vitest';
import { errorCatalogue, type ErrorFacts } from '../../../src/kit/error-catalogue/index.ts';
import { messageOfCode, messageOfNextStep, messageOfPlatformCode } from '../../../src/ui/messages/message-of-code.ts';

const locales: readonly CompleteLocale[] = [en, de, es, fr, pt];
const placeholders = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? [];

describe.each(locales)('the locale $language', ({ messages, actions, wait, language, screens }) => {
  test('has every text and every action that English has, and no more', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(en.messages));
    expect(Object.keys(actions)).toEqual(Object.keys(en.actions));
    const names = (texts: object): unknown =>
      Object.fromEntries(Object.entries(texts).map(([screen, own]) => [screen, Object.keys(own as object).toSorted()]));
    expect(names(screens)).toEqual(names(en.screens));
  });

  test('has the placeholders that English has on every screen', () => {
    for (const [screen, own] of Object.entries(screens)) {
      for (const [name, text] of Object.entries(own as Record<string, string>)) {
        const english = (en.screens as unknown as Record<string, Record<string, string>>)[screen]?.[name] ?? '';
        expect(placeholders(text).toSorted(), `${screen}.${name}`).toEqual(placeholders(english).toSorted());
      }
    }
  });

  test('has the placeholders that English has', () => {
    expect(placeholders(wait)).toEqual(placeholders(en.wait));
    for (const [key, { title, text }] of Object.entries(messages)) expect(placeholders(title + text), key).toEqual([]);
  });

  test('writes headings without a full stop and texts as whole sentences', () => {
    for (const [key, { title, text }] of Object.entries(messages)) {
      expect(title, key).toMatch(/^[¿\p{Lu}].*[^.]$/u);
      expect(text, key).toMatch(/^[¿\p{Lu}].*[.?]$/u);
    }
  });

  test('says when to come back in its own words', () => {
    const options = { nextStep: 'retry', retryAfter: 30 } as const;
    const { text } = describeError(new TransportError('RATE_LIMITED', 'Too many requests.', options), {
      locale: { messages, actions, wait, language },
    });
    const times: Readonly<Record<string, string>> = {
      en: 'in 30 seconds',
      de: 'in 30 Sekunden',
      es: 'dentro de 30 segundos',
      fr: 'dans 30 secondes',
      pt: 'em 30 segundos',
    };
    expect(text).toContain(times[language] ?? 'a language without an expectation');
  });
});

test('the compiler names what a complete language lacks', () => {
  const { title: _, ...card } = en.screens.card;
  // @ts-expect-error a text of a screen is missing
  const incomplete: CompleteLocale = { ...en, screens: { ...en.screens, card } };
  expect(incomplete.screens.card.title).toBeUndefined();
});

test('no two languages share a text', () => {
  for (const key of Object.keys(en.messages) as (keyof typeof en.messages)[]) {
    expect(new Set(locales.map(({ messages }) => messages[key].text)).size, key).toBe(locales.length);
  }
});

test('every code that a page can meet has a message, and no other has', () => {
  const {
    CryptoError,
    PasskeyError,
    SessionError: session,
    TransportError: transport,
    WalletError: wallet,
  } = errorCatalogue;
  const codes = [CryptoError, PasskeyError, session, transport, wallet].flatMap((table) => Object.keys(table));
  expect(Object.keys(messageOfCode).toSorted()).toEqual(codes.filter((code) => code !== 'REFUSED').toSorted());
});

test('every message is told of some code', () => {
  const told = [messageOfCode, messageOfPlatformCode, messageOfNextStep].flatMap((table) =>
    Object.values(table).map(([key]) => key),
  );
  expect([...new Set([...told, 'unknown'])].toSorted()).toEqual(Object.keys(en.messages).toSorted());
});

test('an error of the kit is told by its code', () => {
  expect(describeError(new SessionError('SESSION_EXPIRED'), { locale: en })).toEqual({
    title: 'You have been signed out',
    text: 'Sign in again to continue.',
    action: { kind: 'sign-in', label: 'Sign in' },
    key: 'session-ended',
  });
});

test('code that did not load may be missing for want of a network, so no newer version is claimed', () => {
  const error = new WalletError('CHUNK_UNAVAILABLE', 'No chunk.', { nextStep: 'retry' });
  const { text, action } = describeError(error, { locale: en });
  expect(text).not.toContain('newer');
  expect(text).toContain('Check the connection');
  expect(action?.kind).toBe('reload');
});

test("a refusal is told by the service's own code, and else by its next step", () => {
  const refused = (platformCode: string) =>
    new TransportError('REFUSED', 'Refused.', { nextStep: 'restart', status: 400, platformCode });
  expect(describeError(refused('INSUFFICIENT_FUNDS'), { locale: en }).key).toBe('insufficient-funds');
  expect(describeError(refused('SOMETHING_NEW'), { locale: en }).key).toBe('start-over');
  expect(describeError(refused('constructor'), { locale: en }).key).toBe('start-over');
});

test.each([
  ['AUTH_CREDENTIAL_VERIFICATION_EXPIRED', 'too-late', 'start-over'],
  ['AUTH_CREDENTIAL_VERIFICATION_REQUIRED', 'confirm-first', 'support'],
  ['AUTH_METHOD_NOT_FOUND', 'credential-missing', 'other-way'],
  ['BANK_ACCOUNT_VALIDATION_PENDING', 'account-pending', undefined],
  ['CARD_LIMIT_REACHED', 'card-limit', 'support'],
  ['DOCUMENTS_REQUIRED', 'document-needed', 'support'],
  ['OPERATION_IN_PROGRESS', 'busy', 'retry'],
  ['QUOTE_RATE_UNAVAILABLE', 'service-failed', 'retry'],
  ['REQUEST_NOT_FOUND', 'too-late', 'start-over'],
  ['WALLET_NOT_PROVISIONED', 'wallet-not-ready', 'retry'],
])('%s is told as %s with the action %s, by the kit and by a back-end alike', (platformCode, key, kind) => {
  const refused = new TransportError('REFUSED', 'Refused.', { nextStep: 'restart', status: 409, platformCode });
  for (const error of [refused, { status: 409, code: platformCode }]) {
    const said = describeError(error, { locale: en });
    expect([said.key, said.action?.kind]).toEqual([key, kind]);
  }
});

test.each([
  new TransportError('ANSWER_INVALID', 'No relay.', { nextStep: 'configure', status: 404 }),
  new TransportError('SERVICE_FAILED', 'Set up.', { nextStep: 'configure', status: 502 }),
  new TransportError('REFUSED', 'Set up.', { nextStep: 'configure', status: 403, platformCode: 'FORBIDDEN' }),
  new CryptoError('BUNDLE_KEY_NOT_PINNED', 'Another key.'),
])('$code that a developer must mend is told as a mistake of the set-up: trying again does not help', (error) => {
  expect(describeError(error, { locale: en })).toMatchObject({ key: 'set-up', action: { kind: 'support' } });
});

test.each([
  [{ status: 400, code: 'INSUFFICIENT_FUNDS', message: 'planted' }, 'insufficient-funds'],
  [{ status: 409, code: 'QUOTE_EXPIRED' }, 'quote-expired'],
  [{ status: 408, code: 'REQUEST_TIMEOUT' }, 'slow'],
  [{ status: 404, code: 'CUSTOMER_NOT_FOUND' }, 'start-over'],
  [{ status: 503, code: 'SOMETHING_NEW' }, 'service-failed'],
  [{ status: 429, code: 'RATE_LIMITED', retryAfter: 30 }, 'too-many'],
  [{ status: 400, code: 'SOMETHING_NEW' }, 'unknown'],
  // The service's word, and not the kit's code of that name.
  [{ status: 409, code: 'WALLET_CLOSED' }, 'unknown'],
])('an error of the service that a back-end passes on is told by its code, else by its status: %j', (error, key) => {
  expect(describeError(error, { locale: en }).key).toBe(key);
});

test('a call that the page itself gave up is told as cancelled', () => {
  const { reason } = AbortSignal.abort();
  expect(describeError(reason, { locale: en })).toMatchObject({ key: 'cancelled', action: { kind: 'retry' } });
});

test('whatever else was thrown is unknown, and is not repeated', () => {
  const planted = 'planted 000000';
  const odd = [new TypeError(planted), planted, null, undefined, 7, { code: 'toString' }, Object.create(null)];
  for (const error of odd) {
    const description = describeError(error, { locale: en });
    expect(description.key).toBe('unknown');
    expect(JSON.stringify(description)).not.toContain(planted);
  }
});

describe.each(locales)('no text of $language', (locale) => {
  const planted = '04planted';
  const more = { cause: new Error(planted), details: { errors: [{ field: planted, message: planted }] } };
  const { CryptoError: crypto, PasskeyError: passkey, ...others } = errorCatalogue;
  const { SessionError: session, TransportError: transport, WalletError: wallet } = others;
  const makers: readonly (readonly [table: object, make: (code: never, nextStep: NextStep) => unknown])[] = [
    [crypto, (code) => new CryptoError(code, planted, more)],
    [passkey, (code, nextStep) => new PasskeyError(code, planted, { ...more, nextStep: nextStep as never })],
    [session, (code) => Object.assign(new SessionError(code, more), { message: planted })],
    [
      transport,
      (code, nextStep) =>
        new TransportError(code, planted, { ...more, nextStep: nextStep as never, platformCode: planted, status: 400 }),
    ],
    [wallet, (code, nextStep) => new WalletError(code, planted, { ...more, nextStep: nextStep as never })],
  ];
  const rows = makers.flatMap(([table, make]) =>
    Object.entries(table as Readonly<Record<string, ErrorFacts>>).flatMap(([code, { nextSteps }]) =>
      nextSteps.map((nextStep) => ({ code, nextStep, make })),
    ),
  );

  test.each(rows)('repeats what is planted in $code, next step $nextStep', ({ code, nextStep, make }) => {
    const error = make(code as never, nextStep);
    expect(error).toMatchObject({ code, message: planted });
    const said = describeError(error, { locale });
    expect(said.key).not.toBe('unknown');
    expect(JSON.stringify(said)).not.toContain(planted);
  });
});

test('a waiting time of more than ninety seconds is told in minutes', () => {
  const error = new TransportError('RATE_LIMITED', 'Too many.', { nextStep: 'retry', retryAfter: 200 });
  expect(describeError(error, { locale: en }).text).toContain('in 4 minutes');
});

/** Words of the kit, by language; a security key is a thing that people hold. */
const ofTheKit: Readonly<Record<string, RegExp>> = {
  en: /payload|stamp|\bkit\b|(?<!security )\bkeys?\b/i,
  de: /payload|stempel|unterschr|(?<!sicherheits|ver)schlüssel/i,
  es: /payload|\bkit\b|\bclaves?\b/i,
  fr: /payload|tampon|\bkit\b|\bclés?(?!\p{L}| d’accès| de sécurité)/iu,
  pt: /payload|carimbo|\bkit\b|\bchaves?\b(?! de acesso| de segurança)/i,
};

test.each(locales)('a customer reads no word of the kit, and in German a key signs: $language', (locale) => {
  // A part that is opened to be told more may name the key.
  const { checked: _, ...review } = locale.screens.review;
  const screens = { ...locale.screens, review };
  const texts = [
    ...Object.values(locale.messages).flatMap(({ title, text }) => [title, text]),
    ...[locale.actions, ...Object.values(screens)].flatMap((group) => Object.values<string>(group)),
  ];
  const forbidden = ofTheKit[locale.language] ?? /./;
  expect(texts.filter((text) => forbidden.test(text))).toEqual([]);
});

test('a wallet has one name in Spanish', () => {
  expect(JSON.stringify([es.messages, es.screens]).match(/\S*(?:monedero|billetera)\S*/gi)).toBeNull();
});

test('a locale that is none is refused, with what to pass', () => {
  expect(() => describeError(new Error(), { locale: 'de' as never })).toThrow(
    new TypeError('describe: options.locale must be an object, such as the export `de`'),
  );
});
