import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string) => ({ description: 'Sample', content: { 'application/json': { schema: ref(name) } } });
const text = { type: 'string' };

const codes = [
  'UNAUTHORIZED',
  ...['MISSING', 'MALFORMED', 'BODY_MISMATCH', 'INVALID'].map((end) => `WALLET_SIGNATURE_${end}`),
];

// An operation that is known with more of everything, and two names that aren't.
const newer = {
  openapi: '3.1.0',
  info: { title: 'Sample', version: '2027-01-01' },
  paths: {
    '/config': {
      get: {
        operationId: 'getPlatformConfig',
        parameters: [{ name: 'expand', in: 'query', schema: text }],
        responses: { 200: json('PlatformConfig'), 401: json('Error401'), 418: json('Error401') },
      },
    },
    '/agents': { get: { operationId: 'listAgents', responses: { 200: { description: 'Sample' } } } },
    '/teapots': { post: { operationId: 'createTeapot', responses: { 204: { description: 'Sample' } } } },
  },
  webhooks: {
    teapot: { post: { requestBody: { content: { 'application/json': { schema: ref('TeapotWebhook') } } } } },
  },
  components: {
    schemas: {
      PlatformConfig: {
        type: 'object',
        required: ['id', 'teapot', 'createdAt'],
        properties: {
          id: text,
          umaHost: text,
          teapot: ref('Teapot'),
          createdAt: { type: 'string', format: 'date-time' },
        },
      },
      Teapot: { type: 'object', properties: { lid: text } },
      Error401: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string', enum: [...codes, 'TEAPOT_ABSENT'] } },
      },
      TeapotWebhook: {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string', enum: ['CARD.TEAPOT', 'TEAPOT.BOILED'] } },
      },
    },
  },
};

test('a newer document is compared with the facts: what is new, renamed, required now and gone, in one page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-news-'));
  try {
    const file = join(folder, 'newer.json');
    writeFileSync(file, JSON.stringify(newer));
    const script = new URL('news.mjs', import.meta.url).pathname;
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const [page, ...gone] = stdout.split('\nGone: ');
    expect(page).toBe(`New in Sample 2027-01-01

Operations:
  POST /teapots createTeapot

Webhooks:
  CARD.TEAPOT

Fields (! is required):
  GET /config: query expand, answer 418
  PlatformConfig: teapot!
  Teapot: lid
  TeapotWebhook: type!

Codes and other values:
  Error401.code: TEAPOT_ABSENT
  TeapotWebhook.type: CARD.TEAPOT, TEAPOT.BOILED

Fields that are required now:
  PlatformConfig: id, createdAt

Fields that seem to have another name:
  PlatformConfig: umaDomain is umaHost
`);
    const [operations = '', webhooks = '', types = '', ...rest] = gone;
    expect(operations).toContain('operations:\n');
    expect(operations).toContain('POST /quotes createQuote');
    expect(operations).not.toContain('listAgents');
    expect(webhooks).toContain('  CARD.STATE_CHANGE\n');
    expect(types).toContain('  CardState\n');
    expect(rest.join('\n')).toBe(`fields:
  GET /config: answer 500
  Error401: status, message, details
  PlatformConfig: proxyUmaSubdomain, webhookEndpoint, supportedCurrencies, isRegulatedFinancialInstitution, embeddedWalletConfig, cardTokenization2faConfig, feeConfigs, updatedAt

codes and other values:
  Error401.status: 401
  Error401.code: INVALID_SIGNATURE, REQUEST_ID_MISSING
`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the script needs the path of the document', () => {
  const script = new URL('news.mjs', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect([status, stderr.includes('usage: npm run contract:news -- <openapi file>')]).toEqual([1, true]);
});
