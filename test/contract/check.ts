/** Says in what a value differs from a fact in the notation of `notation.mjs`. */
/** A fact about a value. */
export type Fact = string | readonly unknown[] | { readonly [name: string]: unknown };

/** The named facts that others refer to. */
export type FactTypes = Readonly<Record<string, Fact>>;

/** One difference: where, with `[]` for any place of a list, and what. */
export interface Difference {
  readonly at: string;
  readonly what: string;
}

const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** The formats that facts name. An `int64` is one that JavaScript reads without loss. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  int32: (text) => Number(text) === (Number(text) | 0),
  int64: (text) => Number.isSafeInteger(Number(text)),
  double: (text) => Number.isFinite(Number(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    isDay(text.slice(0, 10)),
  email: (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s]+$/.test(text),
};

interface Found {
  readonly differences: readonly Difference[];
  /** The fields that the fact names; null where it has no say in them. */
  readonly names: ReadonlySet<string> | null;
}

const ok: Found = { differences: [], names: null };
const differs = (at: string, what: string): Found => ({ differences: [{ at, what }], names: null });
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every difference of a value from a fact; a field that no part of the fact names is one too. */
export function differencesOf(value: unknown, fact: Fact, types: FactTypes, at = ''): readonly Difference[] {
  return whole(value, fact, types, at).differences;
}

// A value in its own place: what no part of its fact names is unknown.
function whole(value: unknown, fact: Fact, types: FactTypes, at: string): Found {
  const found = look(value, fact, types, at);
  const { names } = found;
  if (names === null || !isRecord(value)) return found;
  const unknown = Object.keys(value).filter((name) => !names.has(name));
  const more = unknown.map((name) => ({ at: join(at, name), what: 'is not in the document' }));
  return { differences: [...found.differences, ...more], names };
}

function look(value: unknown, fact: Fact, types: FactTypes, at: string): Found {
  if (typeof fact === 'string') return fact.startsWith('#') ? named(value, fact, types, at) : scalar(value, fact, at);
  if (Array.isArray(fact)) return operation(value, fact as readonly unknown[], types, at);
  return record(value, fact as Readonly<Record<string, Fact>>, types, at);
}

function named(value: unknown, fact: string, types: FactTypes, at: string): Found {
  const inner = types[fact.slice(1)];
  if (inner === undefined) throw new RangeError(`the facts have no type ${fact}`);
  return look(value, inner, types, at);
}

function scalar(value: unknown, fact: string, at: string): Found {
  const [type = '', format] = fact.split(':');
  if (type === 'any') return ok;
  if (type === 'null') return value === null ? ok : differs(at, 'is not null');
  const fits = type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
  if (!fits) return differs(at, `is ${kindOf(value)}, not ${type}`);
  const check = format === undefined ? undefined : formats[format];
  if (format !== undefined && check === undefined) throw new RangeError(`no check of the format ${format}`);
  return check === undefined || check(String(value)) ? ok : differs(at, `is no ${String(format)}`);
}

function operation(value: unknown, fact: readonly unknown[], types: FactTypes, at: string): Found {
  const [name, ...rest] = fact;
  const [first, second] = rest as [Fact, Fact];
  switch (name) {
    case 'enum':
      return rest.includes(value) ? ok : differs(at, `is ${JSON.stringify(value)}, which is not in the enum`);
    case 'list':
      if (!Array.isArray(value)) return differs(at, `is ${kindOf(value)}, not a list`);
      return joined((value as unknown[]).map((item) => whole(item, first, types, `${at}[]`)));
    case 'null or':
      return value === null ? ok : look(value, first, types, at);
    case 'with':
      return within(value, look(value, first, types, at), second as Limits, at);
    case 'closed':
      return whole(value, first, types, at);
    case 'all of':
      return united(rest.map((part) => look(value, part as Fact, types, at)));
    case 'any of':
    case 'one of':
      return chosen(
        rest.map((part) => look(value, part as Fact, types, at)),
        value,
        name === 'one of',
        at,
      );
    case 'by':
      return byProperty(value, rest[0] as string, second as Readonly<Record<string, Fact>>, types, at);
    default:
      throw new RangeError(`no such notation: ${String(name)}`);
  }
}

function record(value: unknown, fact: Readonly<Record<string, Fact>>, types: FactTypes, at: string): Found {
  if (!isRecord(value)) return differs(at, `is ${kindOf(value)}, not an object`);
  const names = new Set<string>();
  const found: Found[] = [];
  for (const [key, inner] of Object.entries(fact)) {
    if (key === '...') continue;
    const name = key.replace(/!$/, '');
    names.add(name);
    if (value[name] !== undefined) found.push(whole(value[name], inner, types, join(at, name)));
    else if (key.endsWith('!')) found.push(differs(join(at, name), 'is missing'));
  }
  const rest = fact['...'];
  const others = Object.keys(value).filter((name) => !names.has(name));
  if (rest === 'none') found.push(...others.map((name) => differs(join(at, name), 'is not allowed')));
  if (rest === undefined || rest === 'none') return { differences: joined(found).differences, names };
  found.push(...others.map((name) => whole(value[name], rest, types, join(at, '*'))));
  return { differences: joined(found).differences, names: new Set([...names, ...others]) };
}

function byProperty(
  value: unknown,
  property: string,
  branches: Readonly<Record<string, Fact>>,
  types: FactTypes,
  at: string,
): Found {
  if (!isRecord(value)) return differs(at, `is ${kindOf(value)}, not an object`);
  const chooser = value[property];
  const branch = typeof chooser === 'string' && Object.hasOwn(branches, chooser) ? branches[chooser] : undefined;
  if (branch === undefined)
    return differs(join(at, property), `is ${JSON.stringify(chooser) ?? 'missing'}: no variant`);
  return look(value, branch, types, at);
}

// If several may fit, the nearest one tells the fault.
function chosen(found: readonly Found[], value: unknown, exactlyOne: boolean, at: string): Found {
  const own = isRecord(value) ? Object.keys(value) : [];
  const strange = ({ names }: Found): number => (names === null ? 0 : own.filter((name) => !names.has(name)).length);
  const fitting = found.filter(({ differences }) => differences.length === 0);
  const closest = [...(fitting.length > 0 ? fitting : found)].sort(
    (one, other) => one.differences.length + strange(one) - (other.differences.length + strange(other)),
  );
  if (exactlyOne && fitting.filter((one) => strange(one) === 0).length > 1) return differs(at, 'fits several variants');
  return closest[0] ?? ok;
}

interface Limits {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
}

function within(value: unknown, found: Found, limits: Limits, at: string): Found {
  const size = sizeOf(value);
  const { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity, minProperties = 0 } = limits;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = limits;
  const least = Math.max(minLength, minItems, minProperties);
  const faults: string[] = [];
  if (size < least || size > Math.min(maxLength, maxItems)) faults.push('has another length');
  if (typeof value === 'string' && limits.pattern !== undefined && !new RegExp(limits.pattern, 'u').test(value)) {
    faults.push(`doesn't match ${limits.pattern}`);
  }
  if (typeof value === 'number') {
    const over = exclusiveMinimum === undefined || value > exclusiveMinimum;
    const under = exclusiveMaximum === undefined || value < exclusiveMaximum;
    if (!over || !under || value < minimum || value > maximum) faults.push('is out of range');
  }
  return { differences: [...found.differences, ...faults.map((what) => ({ at, what }))], names: found.names };
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : Infinity;
}

function joined(found: readonly Found[]): Found {
  return { differences: found.flatMap(({ differences }) => differences), names: null };
}

function united(found: readonly Found[]): Found {
  const named = found.flatMap(({ names }) => (names === null ? [] : [names]));
  const names = named.length === 0 ? null : new Set(named.flatMap((set) => [...set]));
  return { differences: joined(found).differences, names };
}

function join(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}
