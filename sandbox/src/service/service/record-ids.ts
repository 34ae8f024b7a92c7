/** Record ids: `<RecordType>:<uuid>`, drawn from the seed. */
import { encodeHex } from '../../../../src/kit/encoding/index.ts';
import { uuidPattern } from '../../../../src/kit/wire.ts';
import type { SeededRandom } from './random.ts';

/** The record types of the service. */
const recordKinds = [
  'Customer',
  'InternalAccount',
  'ExternalAccount',
  'Transaction',
  'Quote',
  'Lookup',
  'Session',
  'AuthMethod',
  'Request',
  'Card',
  'CardTransaction',
  'CardFundingSource',
  'DelegatedKey',
  'Agent',
  'Verification',
  'Webhook',
  'Operation',
] as const;

/** The part of an id before the colon. */
export type RecordKind = (typeof recordKinds)[number];

/** The source of a regular expression that accepts ids of these kinds. */
export function recordIdSource(...kinds: readonly RecordKind[]): string {
  return kinds.length === 1 ? `^${String(kinds[0])}:${uuidPattern}$` : `^(${kinds.join('|')}):${uuidPattern}$`;
}

/** Words for a refusal of an id; they name the type of an id of another. */
export function idWords(kinds: readonly RecordKind[], value: unknown): string {
  const [kind = ''] = String(value).split(':');
  const isOther = (recordKinds as readonly string[]).includes(kind) && !(kinds as readonly string[]).includes(kind);
  return `This must be an id of the form ${kinds.join(' or ')}:<uuid>${isOther ? `, not ${kind}:<uuid>` : ''}.`;
}

/** A version 4 UUID. */
export function mintUuid(random: SeededRandom): string {
  const bytes = random.draw('uuid', 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = encodeHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** An id that doesn't end in one of the magic values that steer the sandbox (three digits). */
export function mintId(random: SeededRandom, kind: RecordKind): string {
  for (;;) {
    const uuid = mintUuid(random);
    if (!/[0-9]{3}$/.test(uuid)) return `${kind}:${uuid}`;
  }
}
