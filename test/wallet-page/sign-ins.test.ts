/** Sign-ins on a wallet page: what wants one of this visit, and the codes for it. */
import { describe, expect, test } from 'vitest';
import type { CreateWalletPageOptions } from '../../src/wallet-page/options.ts';
import { ada, id } from '../relay/service.ts';
import { openTestPage, walletOrigin, type TestPage } from './page.ts';

const payee = id('ExternalAccount', '1');
const card = id('Card', '1');
const key = id('DelegatedKey', '1');
const credential = `/auth/credentials/${id('AuthMethod', '1')}`;
const login = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' };
const groups = ['wallet', 'addresses', 'payments', 'authorizations'] as const;
const changed = (status: string) => ({
  status,
  substatus: 'END_USER_REQUEST',
  reason: 'The customer changed the card in the app.',
});

/** Opens a page, and says what its relay answers a visit. */
function visiting(options: Partial<CreateWalletPageOptions> = {}) {
  const opened = openTestPage({ groups, ...options });
  const visit = (cookie: string) => async (line: string, body?: unknown) => {
    const path = line.replace(' ', ' /relay');
    opened.service.on(line, {});
    const response = await opened.send(path, {
      headers: { Cookie: cookie, Origin: walletOrigin, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { code } = (await response.json().catch(() => ({}))) as { readonly code?: string };
    return `${String(response.status)} ${code ?? ''}`.trim();
  };
  const signIn = (send: Awaited<ReturnType<typeof visit>>) => send(`POST ${credential}/verify`, login);
  const begin = async (of: TestPage = opened) => visit(await of.cookieOf());
  return { ...opened, begin, signIn, visit };
}

const needed = '403 RELAY_SIGN_IN_REQUIRED';
const add = { customerId: ada.customerId, currency: 'USD', accountInfo: {} };

const unstamped = [
  [`POST /payees/${payee}/confirm`, {}],
  ['POST /customers/external-accounts', add],
  [`DELETE /customers/external-accounts/${payee}`, undefined],
  [`PATCH /customers/${ada.customerId}`, { email: 'sample@example.com' }],
  ['POST /auth/credentials', { type: 'EMAIL_OTP', accountId: ada.accountIds[0] }],
  ['POST /passkey-challenge', { accountId: ada.accountIds[0] }],
  [`PATCH /cards/${card}`, changed('ACTIVE')],
  [`PATCH /cards/${card}`, changed('CLOSED')],
  [`DELETE /auth/delegated-keys/${key}`, undefined],
] as const;

describe('a visit', () => {
  test.each(unstamped)('wants a sign-in of its own within 5 minutes for what isn’t stamped: %s', async (line, body) => {
    const { begin, signIn, clock } = visiting({ profile: 'grid' });
    const [send, elsewhere] = [await begin(), await begin()];
    await signIn(elsewhere);
    expect(await send(line, body)).toBe(needed);
    await signIn(send);
    clock.advance(299_999);
    expect(await send(line, body)).toMatch(/^20[04]$/);
    clock.advance(1);
    expect(await send(line, body)).toBe(needed);
  });

  test('freezes a card without one, and changes it by a stamp where the service wants that', async () => {
    const grid = await visiting({ profile: 'grid' }).begin();
    expect(await grid(`PATCH /cards/${card}`, changed('FROZEN'))).toBe('200');
    const spec = await visiting().begin();
    expect(await spec(`PATCH /cards/${card}`, { state: 'CLOSED' })).toBe('200');
  });

  test('keeps its sign-in where the same person comes again', async () => {
    const { cookieOf, enter, ticketFor, signIn, visit } = visiting();
    const cookie = await cookieOf();
    await signIn(visit(cookie));
    await enter(await ticketFor(), { Cookie: cookie });
    expect(await visit(cookie)(`POST /payees/${payee}/confirm`, {})).toBe('204');
  });

  test('has a time of its own for each subject that is set, and 5 minutes for the others', async () => {
    const { begin, signIn, clock } = visiting({ recentSignInMs: { newPayees: 1000 } });
    const send = await begin();
    await signIn(send);
    clock.advance(1000);
    expect(await send(`POST /payees/${payee}/confirm`, {})).toBe(needed);
    expect(await send('POST /passkey-challenge', { accountId: ada.accountIds[0] })).toBe('200');
  });
});

describe('codes', () => {
  const challenge = `POST ${credential}/challenge`;
  const limited = '429 RELAY_RATE_LIMITED';
  const ask = async (send: (line: string) => Promise<string>, times: number): Promise<readonly string[]> => {
    const said: string[] = [];
    for (let time = 0; time < times; time += 1) said.push(await send(challenge));
    return said;
  };

  test('are 4 in a row at a visit that doesn’t sign in, and 4 again after a sign-in', async () => {
    const { begin, signIn } = visiting();
    const send = await begin();
    expect(await ask(send, 5)).toEqual(['200', '200', '200', '200', limited]);
    await signIn(send);
    expect(await ask(send, 5)).toEqual(['200', '200', '200', '200', limited]);
  });

  test('are 10 in 10 minutes for a person, of which visits that have a ticket alone can’t use the last 3', async () => {
    const { begin, signIn, clock } = visiting();
    const own = await begin();
    await signIn(own);
    const thiefs = [await begin(), await begin(), await begin(), await begin()];
    const got = await Promise.all(thiefs.map((send) => ask(send, 4)));
    expect(got.flat().filter((said) => said === '200')).toHaveLength(7);
    expect(await ask(own, 4)).toEqual(['200', '200', '200', limited]);
    clock.advance(600_000);
    expect(await ask(thiefs[0] ?? own, 1)).toEqual(['200']);
  });
});
