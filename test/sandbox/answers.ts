/** Holds every answer of a sandbox to its schema, and remembers which answers a sandbox gave. */
import * as v from 'valibot';
import { expect } from 'vitest';
import { routesOf } from '../../src/sandbox/routes.ts';
import type { SandboxRoute } from '../../src/sandbox/http/route.ts';
import { dateTime, id } from '../../src/sandbox/http/fields.ts';
import { wireProfiles } from '../../src/wire.ts';
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
  data: v.looseObject({}),
});

const tables = { spec: routesOf(wireProfiles.spec), grid: routesOf(wireProfiles.grid) };

/** The route of a call, if the profile has one. */
export function routeOf(profile: string, method: string, path: string): SandboxRoute | undefined {
  const [plain = ''] = path.split('?');
  const rows = profile === 'grid' ? tables.grid : tables.spec;
  const exact = rows.find((row) => row.method === method && row.path === plain);
  if (exact !== undefined) return exact;
  return rows.find((row) => {
    const pattern = row.path.replace(/:[A-Za-z]+/g, '[^/]+');
    return row.method === method && new RegExp(`^${pattern}$`).test(plain);
  });
}

/** Fails when a control call's answer isn't the one of its table. */
export function holdControl(method: string, path: string, status: number, body: unknown): void {
  const [plain = ''] = path.split('?');
  const name = `${method} ${plain === '' ? '/' : plain}`;
  if (status >= 400) {
    expect(v.safeParse(errorBody, body).issues, name).toBeUndefined();
    return;
  }
  const known = Object.keys(controlAnswers).find((row) =>
    new RegExp(`^${row.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(name),
  );
  const schema = controlAnswers[known ?? ''];
  expect(schema, `${name} has an answer`).not.toBeUndefined();
  if (schema === null || schema === undefined) expect(body).toBeNull();
  else expect(v.safeParse(schema, body).issues, name).toBeUndefined();
  if (name === 'GET /webhooks') for (const { text } of (body as { data: { text: string }[] }).data) holdEvent(text);
}

function holdEvent(text: string): void {
  const event = v.parse(envelope, JSON.parse(text));
  const [, schema] = eventData.find(([type]) => type.test(event.type)) ?? [];
  expect(schema, event.type).not.toBeUndefined();
  if (schema !== undefined) expect(v.safeParse(schema, event.data).issues, event.type).toBeUndefined();
  holdToPresence(event.data);
}

/** Fails when an answer isn't what its route says, or an error isn't the service's error body. */
export function holdToSchema(profile: string, method: string, path: string, status: number, body: unknown): void {
  holdToPresence(body);
  if (status >= 400) {
    const read = v.safeParse(errorBody, body);
    expect(read.issues, `${method} ${path} ${String(status)}`).toBeUndefined();
    expect((body as { status: number }).status).toBe(status);
    return;
  }
  const row = routeOf(profile, method, path);
  const schema = row?.answers[status];
  expect(schema, `${method} ${path} has an answer ${String(status)}`).not.toBeUndefined();
  if (schema === null || schema === undefined) expect(body).toBeNull();
  else expect(v.safeParse(schema, body).issues, `${method} ${path} ${String(status)}`).toBeUndefined();
}
