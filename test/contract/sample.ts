/** Draws values that fit a fact: the fewest fields that it asks for, all of them, or some. */
import type { Fact, FactTypes } from './check.ts';

/** Options of drawing a value. */
export interface SampleOptions {
  readonly types: FactTypes;
  /** Whether an optional field is there; `name` is its dotted path. */
  readonly includes: (name: string) => boolean;
  /** One of the values that a list or a choice allows; default the first. */
  readonly pick?: <Item>(items: readonly Item[]) => Item | undefined;
  /** A value for the field of this dotted path, undefined to draw one. */
  readonly given?: (name: string) => unknown;
}

/** An address of each shape, by the field or the type of account that asks for it. */
export const addresses = {
  ETHEREUM_WALLET: `0x${'aB12'.repeat(10)}`,
  SOLANA_WALLET: 'Samp1e'.repeat(7),
  TRON_WALLET: `T${'Samp1e9'.repeat(4)}Samp9`,
  SPARK_WALLET: `spark1${'samp7e'.repeat(10)}`,
  lightningAddress: 'sample.name@example.com',
  invoice: `lnbc20m1${'samp7e'.repeat(20)}`,
  bolt12: `lno1${'samp7e'.repeat(10)}`,
} as const;

/** Texts of which one fits each pattern of the facts. */
export const texts = [
  'sample',
  '+15555550100',
  ...[250, 254, 255, 256, 260, 265].map((code) => `+${String(code)}712345678`),
  '+2250712345678',
  '+6281234567890',
  ...[3, 5, 6, 8, 9, 10, 11, 18, 22].map((length) => '9'.repeat(length)),
  'US',
  'EXMPUS33',
  'EXMP0123456',
  'sample@example',
  'DE44500105175407324931',
  `AE${'0'.repeat(21)}`,
  `DK${'0'.repeat(16)}`,
  `EG${'0'.repeat(27)}`,
  `PK00EXMP${'0'.repeat(16)}`,
  ...Object.values(addresses),
  'https://example.com/file',
  '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  'InternalAccount:00000000-0000-4000-8000-00000000000a',
  'ExternalAccount:00000000-0000-4000-8000-00000000000a',
];

const formatted: Readonly<Record<string, string>> = {
  date: '1990-01-15',
  'date-time': '2026-01-15T12:00:00Z',
  email: 'customer@example.com',
  uri: 'https://example.com/file',
};

/** A value that fits the fact. @throws RangeError for a pattern that none of the texts fits. */
export function sampleOf(fact: Fact, options: SampleOptions, name = ''): unknown {
  const given = options.given?.(name);
  if (given !== undefined) return given;
  if (typeof fact === 'string') {
    return fact.startsWith('#') ? sampleOf(options.types[fact.slice(1)] ?? 'any', options, name) : scalar(fact);
  }
  if (!Array.isArray(fact)) return record(fact as Readonly<Record<string, Fact>>, options, name);
  return operation(fact as readonly unknown[], options, name);
}

function scalar(fact: string): unknown {
  const [type = '', format = ''] = fact.split(':');
  const values: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true, null: null };
  return type in values ? values[type] : (formatted[format] ?? 'sample');
}

function record(fact: Readonly<Record<string, Fact>>, options: SampleOptions, at: string): unknown {
  const entries = Object.entries(fact).flatMap(([key, inner]) => {
    const name = key.replace(/!$/, '');
    const path = at === '' ? name : `${at}.${name}`;
    if (key === '...' || !(key.endsWith('!') || options.includes(path))) return [];
    return [[name, sampleOf(inner, options, path)] as const];
  });
  return Object.fromEntries(entries);
}

function operation([name, ...rest]: readonly unknown[], options: SampleOptions, at: string): unknown {
  const { pick = ([first]) => first } = options;
  const [first, second] = rest as [Fact, unknown];
  switch (name) {
    case 'enum':
    case 'any of':
    case 'one of': {
      const chosen = pick(rest);
      return name === 'enum' ? chosen : sampleOf(chosen as Fact, options, at);
    }
    case 'list':
      return [sampleOf(first, options, at)];
    case 'with':
      return limited(first, second as Limited, options, at);
    case 'all of':
      return rest.reduce<unknown>((whole, part) => {
        const value = sampleOf(part as Fact, options, at);
        return typeof value === 'object' && value !== null ? { ...(whole as object | undefined), ...value } : value;
      }, undefined);
    case 'by': {
      const [value, branch] = pick(Object.entries(second as Readonly<Record<string, Fact>>)) ?? ['', 'any'];
      return { ...(sampleOf(branch, options, at) as object), [String(rest[0])]: value };
    }
    default:
      return sampleOf(first, options, at);
  }
}

interface Limited {
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

function limited(
  inner: Fact,
  { pattern, minimum, exclusiveMinimum }: Limited,
  options: SampleOptions,
  at: string,
): unknown {
  const value = sampleOf(inner, options, at);
  if (typeof value === 'number') return Math.max(value, minimum ?? 0, (exclusiveMinimum ?? 0) + 1);
  if (pattern === undefined || typeof value !== 'string' || new RegExp(pattern).test(value)) return value;
  const found = texts.find((text) => new RegExp(pattern).test(text));
  if (found === undefined) throw new RangeError(`no text fits ${pattern}`);
  return found;
}
