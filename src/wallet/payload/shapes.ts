/** The exact form of each activity that the wallet signs: every name at every level, and the one spelling of each value. */
import { uuidPattern } from '../../wire.ts';
import type { Activity, ActivityFacts, ActivityShape, EnclaveIds, ShapeVerdict } from './intent.ts';
import { copyOwn } from '../../own-members.ts';
import { compressHex } from '../../encoding/p256.ts';

/** What a value is compared with, and what was found on the way. */
interface Check {
  readonly known: EnclaveIds;
  readonly learnt: { -readonly [Name in keyof EnclaveIds]: string };
  /** What became of each value that the caller expects, as far as the payload holds it. */
  readonly compared: Record<string, 'equal' | 'differs'>;
  /** Set when an object has a name that the shape lacks. */
  hasUnknownNames: boolean;
}

/** Whether a value has the form that is due. */
type Form = (value: unknown, check: Check) => boolean;

/** How far an activity's own time may be from the service's, ms: payloads of quotes wait for minutes. */
const mostAgeMs = 60 * 60_000;

/** The form of an activity that has nothing beside its parameters, unless `more` says so. Only own members count. */
export function shapeOf(type: string, parameters: Form, more: Form = object({})): ActivityShape {
  return { type, compare: (activity, facts) => compare({ parameters, more }, activity, facts) };
}

function compare(
  forms: Readonly<Record<'parameters' | 'more', Form>>,
  { organizationId, timestampMs, parameters, more }: Activity,
  { known, serviceTime }: ActivityFacts,
): ShapeVerdict {
  const check: Check = {
    known: copyOwn(known),
    learnt: Object.create(null) as Check['learnt'],
    compared: Object.create(null) as Check['compared'],
    hasUnknownNames: false,
  };
  const { learnt, compared } = check;
  const differs = (reason: string): ShapeVerdict => ({
    fits: false,
    reason,
    isOnlyUnknownNames: false,
    learnt: {},
    compared,
  });
  if (!pinned('organizationId')(organizationId, check)) return differs('it is for another organization');
  if (!isTime(timestampMs, serviceTime)) return differs('its time is not now');
  if (!forms.parameters(parameters, check)) return differs('its content is not what was submitted');
  if (!forms.more(more, check)) return differs('it has another form');
  if (!check.hasUnknownNames) return { fits: true, learnt, compared };
  return { fits: false, reason: 'it holds names that nobody asked for', isOnlyUnknownNames: true, learnt, compared };
}

function isTime(text: string | undefined, serviceTime: number | null): boolean {
  if (text === undefined || !/^\d{13}$/.test(text)) return false;
  return serviceTime === null || Math.abs(Number(text) - serviceTime) <= mostAgeMs;
}

type Forms = Readonly<Record<string, Form>>;

/** An object with every name of `required`, and any of `optional`, which the enclave's published type has in addition. */
export function object(required: Forms, optional: Forms = {}): Form {
  return (value, check) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const fields = value as Readonly<Record<string, unknown>>;
    if (Object.keys(required).some((name) => !Object.hasOwn(fields, name))) return false;
    const fits = Object.entries(fields).map(([name, member]) => {
      const form = formOf(required, name) ?? formOf(optional, name);
      check.hasUnknownNames ||= form === undefined;
      return form === undefined || form(member, check);
    });
    return fits.every((fit) => fit);
  };
}

function formOf(forms: Forms, name: string): Form | undefined {
  return Object.hasOwn(forms, name) ? forms[name] : undefined;
}

/** Exactly this value; for an object or an array, each member. */
export function exactly(expected: unknown): Form {
  if (Array.isArray(expected)) return list(...expected.map((member) => exactly(member)));
  if (typeof expected === 'object' && expected !== null) return object(exactMembers(expected));
  return (value) => value === expected;
}

/** Each member exactly. */
function exactMembers(members: object): Forms {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, exactly(member)]));
}

/** A value that the caller expects under this name. */
export function expected(name: string, form: Form): Form {
  return (value, check) => {
    const fits = form(value, check);
    check.compared[name] = fits ? 'equal' : 'differs';
    return fits;
  };
}

/** An array of these values. */
export function list(...forms: readonly Form[]): Form {
  return (value, check) =>
    Array.isArray(value) && value.length === forms.length && forms.every((form, index) => form(value[index], check));
}

/** A text that a pattern describes whole. */
export function textLike(pattern: RegExp): Form {
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** A whole number in decimal digits, from 1 to `most`. */
export function digitsUpTo(most: number): Form {
  return (value) => typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= most;
}

const idPattern = /^[A-Za-z0-9_:-]{1,100}$/;

/** One of the enclave's ids: the known one, or the first that a payload names. */
export function pinned(name: keyof EnclaveIds): Form {
  return (value, { known, learnt }) => {
    if (typeof value !== 'string' || !idPattern.test(value)) return false;
    const before = known[name] ?? learnt[name];
    if (before === undefined) learnt[name] = value;
    return before === undefined || before === value;
  };
}

const uuid = new RegExp(`^${uuidPattern}$`);

/** The service's id of a record, which the caller expects under this name, or the enclave's own id of it: a UUID, which can't be compared with it. */
export function recordId(name: string, id: string): Form {
  return (value, check) => (typeof value === 'string' && uuid.test(value)) || expected(name, exactly(id))(value, check);
}

/** Our P-256 public key in hex, in either of its canonical forms. */
export function publicKey(publicKeyHex: string): Form {
  const ours = compressHex(publicKeyHex);
  return (value) => typeof value === 'string' && ours !== null && compressHex(value) === ours;
}
