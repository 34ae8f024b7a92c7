/** The whole state as JSON text: maps, sets and int64 values keep their kind. */
import * as v from 'valibot';
import { isLoopbackUrl } from '../http/loopback.ts';
import { invalidInput, type Refusal } from '../http/refusal.ts';
import { encodeHex } from '../../../../src/kit/encoding/index.ts';
import { createState, type State } from './state.ts';
import type { Records } from './records.ts';
import type { Service } from './service.ts';

const VERSION = 6;

const envelope = v.strictObject({
  version: v.literal(VERSION),
  profile: v.string(),
  contract: v.string(),
  enclavePublicKeyHex: v.string(),
  seedId: v.string(),
  state: v.custom<State>((given) => fits(given, createState())),
});

/**
 * Checks that a value has the parts of a fresh one, each of its kind. A part that is null there is the endpoint of
 * webhooks, on this machine.
 */
function fits(given: unknown, fresh: unknown): boolean {
  if (fresh === null) return given === null || (typeof given === 'string' && isLoopbackUrl(given));
  if (kindOf(given) !== kindOf(fresh)) return false;
  const parts = kindOf(fresh) === kindOf({}) ? Object.entries(fresh as object) : [];
  return parts.every(([name, part]) => fits((given as Readonly<Record<string, unknown>>)[name], part));
}

const kindOf = (value: unknown): string => Object.prototype.toString.call(value);

/** Writes the state down. It holds codes that are on their way, and no private key. */
export function takeSnapshot(service: Service): string {
  const { state, profile, contract, enclave } = service;
  return JSON.stringify(
    {
      version: VERSION,
      profile: profile.name,
      contract: contract.form.month,
      enclavePublicKeyHex: enclave.publicKeyHex,
      seedId: seedIdOf(service),
      state,
    },
    (_, value: unknown) => {
      if (value instanceof Map) return { $map: [...value] };
      if (value instanceof Set) return { $set: [...value] };
      return typeof value === 'bigint' ? { $int64: String(value) } : value;
    },
  );
}

/** Puts a state back. @throws Refusal 400 that says why for a text that isn't a snapshot of a sandbox with this seed and profile. */
export function restoreSnapshot(service: Service, text: string): void {
  const read = readEnvelope(text);
  const { profile, contract, enclave } = service;
  if (read.profile !== profile.name) {
    throw unusable(`This is a snapshot of profile ${read.profile}, and the sandbox has profile ${profile.name}.`);
  }
  if (read.contract !== contract.form.month) {
    const [its, own] = [read.contract, contract.form.month];
    const what = `This is a snapshot of the contract of ${its}, and the sandbox speaks that of ${own}`;
    throw unusable(`${what}: begin anew, or set contract: '${its}' (--contract).`);
  }
  if (read.seedId !== seedIdOf(service)) throw unusable('This is a snapshot of another seed.');
  if (read.enclavePublicKeyHex !== enclave.publicKeyHex) throw unusable('This is a snapshot of other keys.');
  service.state = withLists(read.state);
  const { clock, webhooks } = read.state;
  const waiting = clock.due.filter(({ kind }) => kind === 'webhook.deliver').map(({ subject }) => subject);
  // Deliveries that were under way start again: their receiver knows them by their ids.
  for (const { id, state } of webhooks.records.values())
    if (state === 'pending' && !waiting.includes(id)) service.clock.after(0, 'webhook.deliver', id);
}

function seedIdOf({ random }: Service): string {
  return encodeHex(random.fixed('seed id', 8));
}

// A text holds the records, not their lists.
function withLists(read: State): State {
  const fresh = createState();
  const parts = Object.entries(read).map(([name, part]) => {
    const records = fresh[name as keyof State] as Partial<Records<unknown>>;
    if (records.list === undefined) return [name, part] as const;
    for (const [id, record] of part as Map<string, unknown>) records.set?.(id, record);
    return [name, records] as const;
  });
  return { ...fresh, ...Object.fromEntries(parts) };
}

function readEnvelope(text: string): v.InferOutput<typeof envelope> {
  let value: unknown;
  try {
    value = JSON.parse(text, (_, part: unknown) => {
      if (typeof part !== 'object' || part === null) return part;
      if ('$map' in part) return new Map(part.$map as [unknown, unknown][]);
      if ('$set' in part) return new Set(part.$set as unknown[]);
      return '$int64' in part ? BigInt(part.$int64 as string) : part;
    });
  } catch {
    throw unusable('This is not JSON: it is cut off, or no snapshot.');
  }
  if (v.is(envelope, value)) return value;
  throw unusable('This is no snapshot that this version of the sandbox has written.');
}

function unusable(message: string): Refusal {
  return invalidInput([{ field: 'body', message }]);
}
