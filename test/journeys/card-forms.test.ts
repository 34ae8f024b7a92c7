/** Cards of a service that names their facts anew: read under either name, changed in their own form, and the answer checked. */
import { contractNames } from '../../src/kit/contract-names.ts';
import { describe, expect, test } from 'vitest';
import type { CreateWalletOptions, Wallet, WireProfileName } from 'countersign';
import { issueCard } from './intercepted-wallet.ts';
import { createTestBench, signedInBefore, type TestBench } from './test-bench.ts';
import { codeOf, lose } from './faulty-network.ts';
import { createTabStore } from './tabs.ts';

type Fields = Record<string, unknown>;
type Form = keyof typeof contractNames;

const { '2026-08': older, '2026-09': newer } = contractNames;

/** The only body in which the newer form takes a change. */
const bodyOf = (form: Form, status: string): Fields =>
  form === '2026-08'
    ? { state: status }
    : { status, substatus: 'END_USER_REQUEST', reason: 'The customer changed the card in the app.' };

const inNewerForm = ({ state, stateReason, cardholderId, fundingSources, ...more }: Fields): Fields => ({
  ...more,
  status: state,
  ...(stateReason === null ? {} : { statusReason: stateReason }),
  customerId: cardholderId,
  fundingSource: (fundingSources as string[])[0],
});

/** The service as a page sees it: what a test may change of it, and what it was asked. */
interface Service {
  form: Form;
  /** Changes a card's answer, in the form that it has. */
  told(card: Fields, method: string): unknown;
  /** Answers in the place of the service. */
  instead(method: string, url: string): Promise<Response> | undefined;
  /** Bodies of the changes that left the page. */
  readonly changes: Fields[];
  readonly reads: string[];
}

interface Opened {
  readonly bench: TestBench;
  readonly service: Service;
  readonly wallet: Wallet;
  readonly cardId: string;
  markers(): Promise<readonly string[]>;
  freeze(): Promise<unknown>;
}

async function open(profile: WireProfileName = 'grid', form: Form = '2026-09'): Promise<Opened> {
  // The service changes its form under way here, which the sandbox doesn't: its answers of August are put into the newer form.
  const bench = await createTestBench({ profile, sandbox: profile === 'grid' ? { contract: '2026-08' } : {} });
  const service: Service = { form, told: (card) => card, instead: () => undefined, changes: [], reads: [] };
  const isNewer = (): boolean => service.form === '2026-09';
  const fetch: NonNullable<CreateWalletOptions['fetch']> = async (url, init) => {
    if (!/\/cards(?:\/|\?)/.test(url)) return bench.pageFetch(url, init);
    const { method = 'GET', body } = init;
    if (method === 'GET') service.reads.push(url);
    const change = typeof body === 'string' ? (JSON.parse(body) as Fields) : undefined;
    if (change !== undefined) service.changes.push(change);
    const reply = service.instead(method, url);
    if (reply !== undefined) return reply;
    const passed = change && JSON.stringify({ state: change[isNewer() ? 'status' : 'state'] });
    const answer = await bench.pageFetch(url, passed === undefined ? init : { ...init, body: passed });
    if (answer.status !== 200) return answer;
    const told = (card: Fields): unknown => service.told(isNewer() ? inNewerForm(card) : card, method);
    const { data, ...card } = (await answer.json()) as Fields;
    return Response.json(Array.isArray(data) ? { ...card, data: data.map(told) } : told(card));
  };
  const store = createTabStore();
  const wallet = await signedInBefore(`card forms ${profile}`, bench, { store, refreshBefore: false, fetch });
  const cardId = await issueCard({ bench });
  return {
    bench,
    service,
    wallet,
    cardId,
    markers: () => store.keys('sent:'),
    freeze: () => wallet.card.freeze(cardId),
  };
}

describe.each(['2026-08', '2026-09'] as const)('in the form of %s', (form) => {
  test('a card is listed under the same names, with what else the answer holds', async () => {
    const { bench, service, wallet, cardId } = await open('grid', form);
    service.told = (card) => ({ ...card, cardCapabilities: { supportsPanReveal: true } });
    expect(await wallet.card.list()).toMatchObject([
      {
        id: cardId,
        state: 'ACTIVE',
        cardholderId: bench.customerId,
        fundingSources: [bench.accountId],
        cardCapabilities: { supportsPanReveal: true },
      },
    ]);
  });

  test('a card is frozen, unfrozen and closed in its own form, after it was read', async () => {
    const { service, wallet, cardId } = await open('grid', form);
    expect(await wallet.card.freeze(cardId)).toMatchObject({ id: cardId, state: 'FROZEN' });
    expect(await wallet.card.unfreeze(cardId)).toMatchObject({ id: cardId, state: 'ACTIVE' });
    const closed = await wallet.card.close(cardId, { confirm: 'permanent' });
    expect(closed).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM', fundingSources: [] });
    expect(service.changes).toEqual(['FROZEN', 'ACTIVE', 'CLOSED'].map((status) => bodyOf(form, status)));
    expect(service.reads).toHaveLength(3);
  });

  test('a card that has the status already is done, and nothing is sent', async () => {
    const { service, wallet, cardId } = await open('grid', form);
    expect(await wallet.card.unfreeze(cardId)).toMatchObject({ id: cardId, state: 'ACTIVE' });
    expect(service.changes).toEqual([]);
  });

  test('an answer with another status than was asked for is looked up, and is no success', async () => {
    const { bench, service, freeze, cardId } = await open('grid', form);
    service.instead = (method, url) =>
      method === 'PATCH'
        ? bench
            .pageFetch(url, { method: 'GET' })
            .then(async (answer) =>
              Response.json(form === '2026-08' ? await answer.json() : inNewerForm((await answer.json()) as Fields)),
            )
        : undefined;
    expect(await codeOf(freeze())).toBe('OUTCOME_UNKNOWN');
    expect((await bench.platform('GET', `/cards/${cardId}`)).body.state).toBe('ACTIVE');
  });

  test('an answer with another status counts as done where the look-up finds the card changed', async () => {
    const { service, freeze, cardId } = await open('grid', form);
    const { cardStatus } = form === '2026-08' ? older : newer;
    service.told = (card, method) => (method === 'PATCH' ? { ...card, [cardStatus]: 'ACTIVE' } : card);
    expect(await freeze()).toMatchObject({ id: cardId, state: 'FROZEN' });
  });
});

test.each(['in the answer to the signature', 'without asking for one'])(
  'in the profile spec a card that stays as it was %s is no success',
  async (when) => {
    const { bench, service, freeze, cardId } = await open('spec', '2026-08');
    const asIs = async (): Promise<Response> => Response.json((await bench.platform('GET', `/cards/${cardId}`)).body);
    service.instead = (method) => {
      const isAnswered = service.changes.length > 1 || when === 'without asking for one';
      return method === 'PATCH' && isAnswered ? asIs() : undefined;
    };
    expect(await codeOf(freeze())).toBe('OUTCOME_UNKNOWN');
    expect(service.changes.every((body) => JSON.stringify(body) === '{"state":"FROZEN"}')).toBe(true);
  },
);

test('in the profile spec a card is read under the newer names too, and its change stays the signed one', async () => {
  const { service, wallet, freeze, cardId } = await open('spec', '2026-08');
  service.told = inNewerForm;
  expect(await wallet.card.list()).toMatchObject([{ id: cardId, state: 'ACTIVE' }]);
  expect(await freeze()).toMatchObject({ state: 'FROZEN' });
  expect(service.changes).toEqual([{ state: 'FROZEN' }, { state: 'FROZEN' }]);
});

test.each<[string, Fields]>([
  ['status', { state: 'FROZEN' }],
  ['reason', { statusReason: 'ONE', stateReason: 'OTHER' }],
  ['owner', { cardholderId: 'Customer:00000000-0000-4000-8000-00000000000a' }],
  ['source of money', { fundingSources: ['InternalAccount:00000000-0000-4000-8000-00000000000a'] }],
  ['source of money, of which one is equal', { fundingSources: [] }],
])('a card whose two names for its %s differ is not usable, and no change is sent', async (_, also) => {
  const { service, wallet, freeze } = await open();
  service.told = (card) => ({ ...card, ...also });
  const refused = { name: 'TransportError', code: 'ANSWER_INVALID', nextStep: 'retry' };
  await expect(freeze()).rejects.toMatchObject(refused);
  await expect(wallet.card.list()).rejects.toMatchObject(refused);
  expect(service.changes).toEqual([]);
});

test('a card under both names is changed in the newer form', async () => {
  const { bench, service, freeze } = await open();
  service.told = ({ status, ...card }) => ({ ...card, status, state: status, fundingSources: [bench.accountId] });
  expect(await freeze()).toMatchObject({ state: 'FROZEN' });
  expect(service.changes).toEqual([bodyOf('2026-09', 'FROZEN')]);
});

test('a card is read without the fields that the kit does not need, and with a status that it does not know', async () => {
  const { bench, service, wallet, cardId } = await open();
  service.told = () => ({ id: cardId, status: 'NOT_KNOWN_YET', fundingSource: bench.accountId });
  expect(await wallet.card.list()).toEqual([
    {
      id: cardId,
      status: 'NOT_KNOWN_YET',
      state: 'NOT_KNOWN_YET',
      fundingSource: bench.accountId,
      fundingSources: [bench.accountId],
    },
  ]);
});

test('a card that can not be read is not changed, unless a change may be on its way already', async () => {
  const { service, freeze, markers } = await open();
  service.instead = lose;
  await expect(freeze()).rejects.toMatchObject({ code: 'NETWORK_FAILED', nextStep: 'retry' });
  expect([service.changes, await markers()]).toEqual([[], []]);
  service.instead = (method) => (method === 'PATCH' || service.changes.length > 0 ? lose() : undefined);
  expect(await codeOf(freeze())).toBe('OUTCOME_UNKNOWN');
  const sent = service.changes.length;
  await expect(freeze()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'retry' });
  expect([service.changes.length, await markers()]).toEqual([sent, [expect.any(String)]]);
});

test('a change that was lost in one form is found, or goes on, in the other', async () => {
  const { bench, service, freeze, markers, cardId } = await open('grid', '2026-08');
  service.instead = (method) => (method === 'PATCH' || service.changes.length > 0 ? lose() : undefined);
  expect(await codeOf(freeze())).toBe('OUTCOME_UNKNOWN');
  service.form = '2026-09';
  service.instead = () => undefined;
  service.changes.length = 0;
  expect(await freeze()).toMatchObject({ state: 'FROZEN' });
  expect([service.changes, await markers()]).toEqual([[bodyOf('2026-09', 'FROZEN')], []]);
  await bench.platform('PATCH', `/cards/${cardId}`, { state: 'ACTIVE' });
  service.instead = (method) => (service.changes.length > 1 && method === 'GET' ? lose() : undefined);
  service.told = (card, method) => (method === 'PATCH' ? {} : card);
  expect(await codeOf(freeze())).toBe('OUTCOME_UNKNOWN');
  service.form = '2026-08';
  service.instead = () => undefined;
  service.changes.length = 0;
  expect(await freeze()).toMatchObject({ state: 'FROZEN' });
  expect([service.changes, await markers()]).toEqual([[], []]);
});

test('equal presses are one, and a press for another status is another', async () => {
  const { service, wallet, freeze, cardId } = await open();
  const both = await Promise.all([freeze(), freeze()]);
  expect(both[0]).toBe(both[1]);
  expect(service.changes).toEqual([bodyOf('2026-09', 'FROZEN')]);
  await Promise.all([freeze(), wallet.card.close(cardId, { confirm: 'permanent' })]);
  expect(service.changes.slice(1)).toEqual([bodyOf('2026-09', 'CLOSED')]);
});
