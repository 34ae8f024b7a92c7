/** Holds every answer of a sandbox to its schema, and remembers which answers a sandbox gave. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect } from 'vitest';
import { specContract } from '../../src/sandbox/contracts/spec.ts';
import type { SandboxRoute } from '../../src/sandbox/http/route.ts';
import { dateTime, id } from '../../src/sandbox/http/fields.ts';
import { differencesOf } from '../contract/check.ts';
import { operationOf, type ContractFacts } from '../contract/compare.ts';
import { exceptions } from '../contract/exceptions.ts';
import { answerSchemas } from './answer-schemas.ts';
import { controlAnswers, eventData } from './control-answers.ts';
import { holdToPresence } from './presence.ts';

const errorBody = v.strictObject({
  status: v.number(),
  code: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]+$/)),
  message: v.pipe(v.string(), v.minLength(1)),
  details: v.optional(
    v.strictObject({
      reason: v.optional(v.string()),
      errors: v.optional(
        v.array(
          v.strictObject({
            field: v.string(),
            message: v.string(),
            constraint: v.optional(
              v.strictObject({
                format: v.optional(v.string()),
                pattern: v.optional(v.string()),
                enum: v.optional(v.array(v.string())),
                minLength: v.optional(v.number()),
                maxLength: v.optional(v.number()),
              }),
            ),
          }),
        ),
      ),
    }),
  ),
});

const envelope = v.strictObject({
  id: id('Webhook'),
  type: v.string(),
  timestamp: dateTime,
  data: v.optional(v.looseObject({})),
});

function routeOf(method: string, path: string): SandboxRoute | undefined {
  const [plain = ''] = path.split('?');
  const rows = specContract.routes;
  const exact = rows.find((row) => row.method === method && row.path === plain);
  if (exact !== undefined) return exact;
  return rows.find((row) => {
    const pattern = row.path.replace(/:[A-Za-z]+/g, '[^/]+');
    return row.method === method && new RegExp(`^${pattern}$`).test(plain);
  });
}

// What the records of control calls are in the public service's document.
const gridRecords: Readonly<Record<string, string>> = {
  'POST /customers': '#CustomerOneOf',
  'POST /failures': '#TransactionOneOf',
  'POST /incoming-payments': '#IncomingTransaction',
  'POST /transactions': '#IncomingTransaction',
  'POST /agent-payments': '#OutgoingTransaction',
};

/** One answered call. */
export interface AnsweredCall {
  readonly profile: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** Fails when a control call's answer isn't the one of its table. */
export function holdControl({ profile, method, path, status, body }: AnsweredCall): void {
  const [plain = ''] = path.split('?');
  const name = `${method} ${plain === '' ? '/' : plain}`;
  if (status >= 400) {
    expect(v.safeParse(errorBody, body).issues, name).toBeUndefined();
    return;
  }
  const record = profile === 'grid' ? gridRecords[name] : undefined;
  if (record !== undefined) {
    expect(differencesOf(body, record, gridFacts.types), name).toEqual([]);
    return;
  }
  const known = Object.keys(controlAnswers).find((row) =>
    new RegExp(`^${row.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(name),
  );
  const schema = controlAnswers[known ?? ''];
  expect(schema, `${name} has an answer`).not.toBeUndefined();
  if (schema === null || schema === undefined) expect(body).toBeNull();
  else expect(v.safeParse(schema, body).issues, name).toBeUndefined();
  if (name === 'GET /webhooks')
    for (const { text } of (body as { data: { text: string }[] }).data) holdEvent(profile, text);
}

function holdEvent(profile: string, text: string): void {
  const event = v.parse(envelope, JSON.parse(text));
  if (profile === 'grid') {
    const fact = gridFacts.events[event.type];
    expect(fact, event.type).not.toBeUndefined();
    expect(differencesOf(event, fact ?? 'any', gridFacts.types), event.type).toEqual([]);
    return;
  }
  const [, schema] = eventData.find(([type]) => type.test(event.type)) ?? [];
  expect(schema, event.type).not.toBeUndefined();
  if (schema !== undefined) expect(v.safeParse(schema, event.data).issues, event.type).toBeUndefined();
  holdToPresence(event.data);
}

const gridFacts = JSON.parse(
  readFileSync(new URL('../contract/facts/grid.json', import.meta.url), 'utf8'),
) as ContractFacts;

// The public service's document says what an answer of profile `grid` holds.
function holdToFacts(method: string, path: string, status: number, body: unknown): void {
  const [plain = ''] = path.split('?');
  const key = operationOf(gridFacts, method, plain);
  // The specification's own path for wallet accounts is understood too.
  if (key === undefined) return expect(plain).toBe('/internal-accounts');
  const fact = gridFacts.operations[key]?.answers[String(status)];
  expect(fact, `${key} has an answer ${String(status)}`).not.toBeUndefined();
  const name = `${key} ${String(status)}`;
  if (fact === null || fact === undefined) return expect(body, name).toBeNull();
  const listed = Object.values(exceptions.grid).flat();
  const differences = differencesOf(body, fact, gridFacts.types).map(({ at, what }) => `${name}: ${at} ${what}`);
  expect(differences.filter((difference) => !listed.includes(difference))).toEqual([]);
}

/** Fails when an answer isn't what its route says, or an error isn't the service's error body. */
export function holdToSchema({ profile, method, path, status, body }: AnsweredCall): void {
  if (profile !== 'grid') holdToPresence(body);
  if (status >= 400) {
    const read = v.safeParse(errorBody, body);
    expect(read.issues, `${method} ${path} ${String(status)}`).toBeUndefined();
    expect((body as { status: number }).status).toBe(status);
    return;
  }
  if (profile === 'grid') {
    holdToFacts(method, path, status, body);
    return;
  }
  const schema = answerSchemas[`${method} ${routeOf(method, path)?.path ?? ''}`]?.[status];
  expect(schema, `${method} ${path} has an answer ${String(status)}`).not.toBeUndefined();
  if (schema === null || schema === undefined) expect(body).toBeNull();
  else expect(v.safeParse(schema, body).issues, `${method} ${path} ${String(status)}`).toBeUndefined();
}
