/** Facts of answers in a line for each record: what `countersign-sandbox doctor` knows of them. */
import type { Fact, FactTypes } from './check.ts';

/** Answers by operation and status. */
export type AnswerFacts = Readonly<Record<string, Readonly<Record<string, Fact | null>>>>;

interface Field {
  readonly isRequired: boolean;
  /** In the notation of `sandbox/src/doctor/fit.ts`. */
  readonly kind: string;
}

type Fields = Readonly<Record<string, Field>>;

/** Fields that hold what no wallet needs: what is in them, or which values they have, is left out. */
const opaque = new Set(
  'accountInfo accountOrWalletInfo address annualIncomeRange beneficialOwners beneficiaryVerifiedData businessInfo cardCapabilities cardTokenization2faConfig counterpartyInformation destination details embeddedWalletConfig expectedMonthlyTransactionCount expectedMonthlyTransactionVolume failureReason feeConfigs cardConfigs idType netWorthRange onChainTransaction passkeyAssertionOptions paymentRail pepStatus purposeOfAccount rateDetails source sourceOfFundsCategories sourceOfWealthCategories supportedCurrencies'.split(
    ' ',
  ),
);

/** Facts in lines. */
export interface FlatFacts {
  /** A line for each operation, with its statuses and their records, and one for each record, with its fields. */
  readonly lines: readonly string[];
  /** Every code of a refusal. */
  readonly codes: readonly string[];
}

/** Makes the lines. */
export function flatten(answers: AnswerFacts, types: FactTypes): FlatFacts {
  const records = new Map<string, string>();
  /** Names of records, by their fields. */
  const names = new Map<string, string>();
  const typeOf = (name: string): Fact => types[name.slice(1)] as Fact;

  const resolved = (fact: Fact): Fact => {
    if (typeof fact === 'string') return fact.startsWith('#') ? resolved(typeOf(fact)) : fact;
    if (!Array.isArray(fact)) return fact;
    const [name, first] = fact as unknown as readonly [string, Fact];
    return name === 'with' || name === 'closed' || (name === 'all of' && fact.length === 2) ? resolved(first) : fact;
  };

  const fieldsOf = (fact: Fact): Fields | null => {
    if (typeof fact === 'string') return fact.startsWith('#') ? fieldsOf(typeOf(fact)) : null;
    if (!Array.isArray(fact)) {
      const named = Object.entries(fact).filter(([key]) => key !== '...');
      return Object.fromEntries(
        named.map(([key, inner]) => {
          const name = key.replace(/!$/, '');
          return [name, { isRequired: key.endsWith('!'), kind: kindOf(name, inner as Fact) }];
        }),
      );
    }
    const [name, ...rest] = fact as unknown as readonly [string, ...Fact[]];
    const parts = (
      name === 'by' ? Object.values(rest[1] as object) : name === 'with' ? rest.slice(0, 1) : rest
    ) as Fact[];
    if (name === 'enum' || name === 'list') return null;
    const found = parts.map(fieldsOf).filter((fields) => fields !== null);
    return found.length === 0 ? null : joined(found, name === 'all of' ? 'all' : 'any');
  };

  const kindOf = (name: string, fact: Fact): string => {
    if (opaque.has(name)) return '';
    const found = resolved(fact);
    if (typeof found === 'string') return /^(?:integer|number)/.test(found) ? '#' : '';
    if (Array.isArray(found)) {
      const [kind, ...rest] = found as unknown as readonly [string, ...Fact[]];
      if (kind === 'enum') return `=${rest.map(String).join('|')}`;
      if (kind === 'list') return kindOf(name, rest[0] as Fact);
      if (kind === 'null or') return kindOf(name, rest[0] as Fact);
    }
    const fields = fieldsOf(fact);
    if (fields === null || Object.keys(fields).length === 0) return '';
    const line = Object.entries(fields)
      .map(([field, { isRequired, kind }]) => `${field}${isRequired ? '!' : ''}${kind}`)
      .join(' ');
    const record = typeof fact === 'string' ? fact.slice(1) : (names.get(line) ?? `${name}${String(names.size)}`);
    names.set(line, record);
    records.set(record, `${record}: ${line}`);
    return `:${record}`;
  };

  const codes = new Set<string>();
  const operations = Object.entries(answers).map(([operation, statuses]) => {
    const shown = Object.entries(statuses).map(([status, fact]) => {
      if (Number(status) < 400) return fact === null ? status : `${status}${kindOf('answer', fact)}`;
      const code = fact === null ? '' : (fieldsOf(fact)?.['code']?.kind ?? '');
      for (const one of code.replace(/^=/, '').split('|')) if (one !== '') codes.add(one);
      return status;
    });
    return `${operation} ${shown.join(' ')}`;
  });
  return { lines: [...operations, ...[...records.values()].toSorted()], codes: [...codes] };
}

function joined(parts: readonly Fields[], which: 'all' | 'any'): Fields {
  const names = [...new Set(parts.flatMap((fields) => Object.keys(fields)))];
  return Object.fromEntries(
    names.map((name) => {
      const found = parts.flatMap((fields) => fields[name] ?? []);
      const required = found.filter(({ isRequired }) => isRequired).length;
      return [
        name,
        { isRequired: which === 'all' ? required > 0 : required === parts.length, kind: joinedKind(found, which) },
      ];
    }),
  );
}

/** Any kind of one of several parts; of all parts together the narrowest. */
function joinedKind(found: readonly Field[], which: 'all' | 'any'): string {
  const kinds = [...new Set(found.map(({ kind }) => kind))].filter((kind) => kind !== '');
  const [first = ''] = kinds;
  if (!kinds.every((kind) => kind.startsWith('='))) return first;
  const values = kinds.map((kind) => kind.slice(1).split('|'));
  const kept =
    which === 'any'
      ? [...new Set(values.flat())]
      : values.reduce((less, more) => less.filter((one) => more.includes(one)), values[0] ?? []);
  return kept.length === 0 ? '' : `=${kept.join('|')}`;
}
