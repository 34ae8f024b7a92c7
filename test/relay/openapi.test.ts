import { beforeAll, describe, expect, test } from 'vitest';
import { expectGenerated, expectGeneratedParts } from '../generated.ts';
import { readDocument, type DocumentedExchange } from './document.ts';
import { createMemoryRelayStore, type RelayStore } from '../../src/relay/index.ts';
import { defaultRelayLimits } from '../../src/relay/limits/limits.ts';
import { relayGroups } from '../../src/relay/routes/routes.ts';
import { examples, templateOf } from './examples.ts';
import { openApiDocument, openApiYaml } from './openapi.ts';
import { ada, ask, createFakeService, createPageRelay, createTestRelay, id, json, openRelay } from './service.ts';
import { referenceTables } from './tables.ts';

const passkeyChallenge = { line: 'POST /passkey-challenge', body: { accountId: ada.accountIds[0] } };

test('docs/relay.openapi.yaml is the table of routes as it is', () => {
  expectGenerated('docs/relay.openapi.yaml', openApiYaml());
});

test('docs/relay-reference.md has the tables of relay.openapi.yaml', () => {
  expectGeneratedParts('docs/relay-reference.md', { relay: referenceTables() });
});

/** Sends a request to a relay whose service answers 200 to everything. */
async function exchange(line: string, body?: unknown): Promise<DocumentedExchange> {
  const service = createFakeService();
  const relay = createTestRelay(service, {
    fetch: async (request) => {
      const answer = await service.fetch(request);
      return answer.status === 404 ? json({ id: id('Quote', '1') }) : answer;
    },
  });
  const [method = '', target = ''] = line.split(' ');
  const request = ask(`${method} /wallet${target}`, { body });
  const answer = await relay(request);
  const { headers } = request;
  const text = body === undefined ? '' : JSON.stringify(body);
  return {
    method,
    target,
    headers,
    body: text,
    answer: { status: answer.status, headers: answer.headers, body: await answer.text() },
  };
}

describe('the document', () => {
  let differences: ReturnType<typeof readDocument>;
  // After the tests above, which may write it.
  beforeAll(() => {
    differences = readDocument();
  });

  test('names for each route the limits that its requests count against', async () => {
    const counted: Record<string, Set<string>> = {};
    for (const { line, body } of [...examples, passkeyChallenge]) {
      const store = createMemoryRelayStore();
      const names = (counted[templateOf(line)] ??= new Set());
      const counts: RelayStore = {
        ...store,
        increment(key, options) {
          const [, name = ''] = key.split(':');
          // Beyond the spared ones a request counts as a first leg.
          if (Object.hasOwn(defaultRelayLimits, name)) names.add(name === 'completions' ? 'changes' : name);
          return store.increment(key, options);
        },
      };
      const options = {
        store: counts,
        groups: relayGroups,
        userHandleSecret: 'a secret of these tests, and of no other',
      };
      await openRelay(options, createFakeService(), createPageRelay).send(line, { body });
    }
    const operations = Object.values(openApiDocument().paths).flatMap((methods) => Object.values(methods)) as unknown[];
    const documented = (operations as readonly { summary: string; 'x-limits': object }[]).map(
      ({ summary, ...one }) =>
        [summary, new Set(Object.keys(one['x-limits']).filter((name) => name !== 'completions'))] as const,
    );
    expect(Object.fromEntries(documented)).toEqual(counted);
  });

  test.for(examples)('has $line, with its answer', async ({ line, body }) => {
    expect(differences(await exchange(line, body))).toEqual([]);
  });

  test('has no field, parameter and answer that the relay has not', async () => {
    const known = await exchange('PATCH /cards/Card:00000001-0000-7000-8000-00000000000a', { state: 'FROZEN' });
    const listed = await exchange(`GET /auth/sessions?accountId=${id('InternalAccount', '1')}`);
    expect(differences({ ...known, body: '{"state":"STOLEN"}' })).toEqual(['the body']);
    expect(differences({ ...known, body: '{"state":"FROZEN","more":1}' })).toEqual(['the body']);
    expect(differences({ ...known, body: '' })).toEqual(['the body is missing']);
    expect(differences({ ...known, method: 'PUT' })).toEqual(["PUT /cards/{Card} isn't in the document"]);
    expect(differences({ ...known, headers: new Headers() })).toEqual(['header Origin']);
    expect(differences({ ...listed, target: '/auth/sessions' })).toEqual(['query accountId']);
    expect(differences({ ...listed, target: `${listed.target}&more=1` })).toEqual(['query more']);
    const answer = (status: number, code: string): DocumentedExchange['answer'] => ({
      ...known.answer,
      status,
      body: JSON.stringify({ status, code, message: '' }),
    });
    expect(differences({ ...known, answer: answer(404, 'RELAY_NOT_FOUND') })).toEqual([]);
    expect(differences({ ...known, answer: answer(404, 'CARD_NOT_FOUND') })).toEqual([]);
    expect(differences({ ...known, answer: answer(404, 'RELAY_CHALLENGE_INVALID') })).toEqual([
      'the answer 404 RELAY_CHALLENGE_INVALID',
    ]);
    expect(differences({ ...known, answer: answer(418, 'RELAY_NOT_FOUND') })).toEqual([
      'the answer 418 RELAY_NOT_FOUND',
    ]);
  });
});
