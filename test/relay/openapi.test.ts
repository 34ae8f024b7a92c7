import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../source-tree.ts';
import { readDocument, type DocumentedExchange } from './document.ts';
import { examples } from './examples.ts';
import { openApiYaml } from './openapi.ts';
import { ask, createFakeService, createTestRelay, id, json } from './service.ts';
import { referenceTables } from './tables.ts';

const path = join(root, 'relay.openapi.yaml');
const page = join(root, 'docs/relay-reference.md');
/** The page with the tables that the document makes. */
const tabled = (): string =>
  readFileSync(page, 'utf8').replace(
    /(<!-- relay: [^>]* -->\n)[^]*?(<!-- relay end -->)/,
    (_all, start: string, end: string) => `${start}\n${referenceTables()}\n\n${end}`,
  );
// npm sets the name of the script that runs.
if (process.env['npm_lifecycle_event'] === 'docs:relay') {
  writeFileSync(path, openApiYaml());
  writeFileSync(page, tabled());
}

test('relay.openapi.yaml is the table of routes as it is', () => {
  expect(readFileSync(path, 'utf8'), 'run `npm run docs:relay`').toBe(openApiYaml());
});

test('docs/relay-reference.md has the tables of relay.openapi.yaml', () => {
  expect(readFileSync(page, 'utf8'), 'run `npm run docs:relay`').toBe(tabled());
  expect(tabled()).toContain('`POST /passkey-challenge`');
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
  const differences = readDocument();

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
