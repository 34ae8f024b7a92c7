/** Holds every answer of a sandbox to its schema, and remembers which answers a sandbox gave. */
import * as v from 'valibot';
import { expect } from 'vitest';
import { routesOf } from '../../src/sandbox/routes.ts';
import type { Route } from '../../src/sandbox/route.ts';
import { wireProfiles } from '../../src/wire.ts';

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

/** The route of a call, if the profile has one. */
export function routeOf(profile: string, method: string, path: string): Route | undefined {
  const [plain = ''] = path.split('?');
  const rows = routesOf(profile === 'grid' ? wireProfiles.grid : wireProfiles.spec);
  const exact = rows.find((row) => row.method === method && row.path === plain);
  if (exact !== undefined) return exact;
  return rows.find((row) => {
    const pattern = row.path.replace(/:[A-Za-z]+/g, '[^/]+');
    return row.method === method && new RegExp(`^${pattern}$`).test(plain);
  });
}

/** Fails when an answer isn't what its route says, or an error isn't the service's error body. */
export function holdToSchema(profile: string, method: string, path: string, status: number, body: unknown): void {
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
