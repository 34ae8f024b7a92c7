/** The whole state as JSON text: maps, sets and int64 values keep their kind. */
import * as v from 'valibot';
import { isLoopbackUrl } from '../http/loopback.ts';
import { invalidInput } from '../http/refusal.ts';
import { createState, type State } from './state.ts';
import type { Service } from './service.ts';

const VERSION = 3;

const envelope = v.strictObject({
  version: v.literal(VERSION),
  profile: v.string(),
  enclavePublicKeyHex: v.string(),
  state: v.custom<State>((given) => fits(given, createState())),
});

/** Whether a value has the parts of a fresh one, each of its kind. What is null there is the endpoint of webhooks, on this machine. */
function fits(given: unknown, fresh: unknown): boolean {
  if (fresh === null) return given === null || (typeof given === 'string' && isLoopbackUrl(given));
  if (kindOf(given) !== kindOf(fresh)) return false;
  const parts = kindOf(fresh) === kindOf({}) ? Object.entries(fresh as object) : [];
  return parts.every(([name, part]) => fits((given as Readonly<Record<string, unknown>>)[name], part));
}

const kindOf = (value: unknown): string => Object.prototype.toString.call(value);

/** Writes the state down. It holds codes that are on their way, and no private key. */
export function takeSnapshot({ state, profile, enclave }: Service): string {
  return JSON.stringify(
    { version: VERSION, profile: profile.name, enclavePublicKeyHex: enclave.publicKeyHex, state },
    (_, value: unknown) => {
      if (value instanceof Map) return { $map: [...value] };
      if (value instanceof Set) return { $set: [...value] };
      return typeof value === 'bigint' ? { $int64: String(value) } : value;
    },
  );
}

/** Puts a state back. @throws Refusal 400 for a text that isn't a snapshot of a sandbox with this seed and profile. */
export function restoreSnapshot(service: Service, text: string): void {
  const read = readEnvelope(text);
  const { profile, enclave } = service;
  if (read === null || read.profile !== profile.name || read.enclavePublicKeyHex !== enclave.publicKeyHex) {
    throw invalidInput([{ field: 'body', message: 'This is not a snapshot of a sandbox with this seed and profile.' }]);
  }
  service.state = read.state;
  const { clock, webhooks } = read.state;
  const waiting = clock.due.filter(({ kind }) => kind === 'webhook.deliver').map(({ subject }) => subject);
  // What was under way is delivered again: its receiver knows it by its id.
  for (const { id, state } of webhooks.records.values())
    if (state === 'pending' && !waiting.includes(id)) service.clock.after(0, 'webhook.deliver', id);
}

function readEnvelope(text: string): v.InferOutput<typeof envelope> | null {
  try {
    const value = JSON.parse(text, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null) return value;
      if ('$map' in value) return new Map(value.$map as [unknown, unknown][]);
      if ('$set' in value) return new Set(value.$set as unknown[]);
      return '$int64' in value ? BigInt(value.$int64 as string) : value;
    }) as unknown;
    return v.is(envelope, value) ? value : null;
  } catch {
    return null;
  }
}
