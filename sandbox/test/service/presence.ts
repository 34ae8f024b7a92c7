/** Holds every record of an answer to the table of optional fields, and says where a field stands. */
import { expect } from 'vitest';
import { fieldPresence, type Answered, type FieldPresence, type RecordName } from './coverage/optional-fields.ts';

const byIdKind: Readonly<Record<string, RecordName>> = {
  CardTransaction: 'Card transaction',
  Quote: 'Quote',
  InternalAccount: 'Internal account',
  ExternalAccount: 'External account',
  Customer: 'Customer',
  Card: 'Card',
  AuthMethod: 'Credential',
  Session: 'Session',
};

/** Kind of record of an answer, or of a part of it. */
export function recordNameOf(record: Answered): RecordName | undefined {
  const { id, type } = record;
  if (typeof id === 'string') {
    const [kind = ''] = id.split(':');
    if (kind === 'Transaction') return type === 'INCOMING' ? 'Incoming transaction' : 'Outgoing transaction';
    return byIdKind[kind];
  }
  if ('hasMore' in record) return 'List';
  if ('payloadToSign' in record && 'requestId' in record) return 'Challenge (202)';
  return 'code' in record && 'message' in record && 'status' in record ? 'Error' : undefined;
}

/** Checks that a record has a field: neither absent nor null. @throws AssertionError for the wrong one of the two */
export function isThere(record: Answered, { field, otherwise }: FieldPresence): boolean {
  const value = field
    .split('.')
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? (at as Answered)[name] : undefined),
      record,
    );
  if (value !== undefined && value !== null) return true;
  expect(value, `${field} is ${otherwise}`).toBe(otherwise === 'null' ? null : undefined);
  return false;
}

/** The records within an answer, itself included. */
export function recordsIn(answer: unknown): Answered[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if (Array.isArray(answer)) return answer.flatMap(recordsIn);
  return [answer as Answered, ...recordsIn((answer as Answered)['data'])];
}

/** Fails when a record of the answer has a field that it shouldn't have now, or lacks one. */
export function holdToPresence(answer: unknown): void {
  for (const record of recordsIn(answer)) {
    const name = recordNameOf(record);
    for (const row of fieldPresence) {
      if (row.record !== name) continue;
      const there = isThere(record, row);
      if (row.holds !== undefined) expect(there, `${name}.${row.field}: ${row.when}`).toBe(row.holds(record));
    }
  }
}
