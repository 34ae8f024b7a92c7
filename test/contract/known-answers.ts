/** The text of `sandbox/src/doctor/known-answers.ts`: answers that forms of the contract know, as far as the doctor asks for them. */
import { readFileSync } from 'node:fs';
import type { Fact, FactTypes } from './check.ts';
import type { ContractFacts } from './compare.ts';
import { flatten, type AnswerFacts, type FlatFacts } from './flat.ts';
import { factsOfForm } from './forms.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`facts/${name}.json`, import.meta.url), 'utf8')) as unknown;

/** The operations that the doctor calls, without the names of ids. */
const asked = `
  GET /config, PATCH /config, GET /transactions, POST /customers, GET /internal-accounts, GET /customers/internal-accounts,
  GET /auth/credentials, POST /auth/credentials/{}/challenge, POST /auth/credentials/{}/verify, GET /auth/sessions,
  POST /auth/sessions/{}/refresh, DELETE /auth/sessions/{}, GET /transactions/{}, POST /customers/external-accounts,
  GET /customers/external-accounts/{}, POST /sandbox/internal-accounts/{}/fund, GET /platform/internal-accounts, POST /quotes,
  GET /quotes/{}, POST /quotes/{}/execute, POST /cards, GET /cards, GET /cards/{}, PATCH /cards/{}, POST /auth/delegated-keys,
  POST /sandbox/webhooks/test`
  .split(',')
  .map((line) => line.trim());

const bare = (operation: string): string => operation.replace(/\{[^}]+\}|:\w+/g, '{}');

function askedOf(answers: Readonly<Record<string, Readonly<Record<string, Fact | null>>>>): AnswerFacts {
  const named = Object.entries(answers).map(([operation, statuses]) => [bare(operation), statuses] as const);
  return Object.fromEntries(asked.flatMap((line) => named.filter(([operation]) => operation === line)));
}

function flatForm({ operations, types }: ContractFacts): FlatFacts {
  const answers = Object.entries(operations).map(([key, operation]) => [key, operation.answers] as const);
  return flatten(askedOf(Object.fromEntries(answers)), types);
}

/** Profile `spec`: statuses and codes of the specification, and the fields that the sandbox has, none of them required. */
function flatSpec(): FlatFacts {
  const { operations, types } = read('spec') as ContractFacts;
  const own = read('sandbox') as { readonly answers: AnswerFacts; readonly types: FactTypes };
  const served = Object.fromEntries(Object.entries(own.answers).map(([key, statuses]) => [bare(key), statuses]));
  const answers = Object.entries(operations).map(([key, operation]) => {
    const refusals = Object.entries(operation.answers).filter(([status]) => Number(status) >= 400);
    return [bare(key), { ...served[bare(key)], ...Object.fromEntries(refusals) }] as const;
  });
  const { lines, codes } = flatten(askedOf(Object.fromEntries(answers)), { ...types, ...own.types });
  return { lines: lines.map((line) => line.replaceAll('!', '')), codes };
}

/** The file's text. */
export function knownAnswers(): string {
  const months = ['2026-08', '2026-09', '2026-10'] as const;
  const forms = months.map((month) => flatForm(factsOfForm(month)));
  const spec = flatSpec();
  const later = forms.map(({ lines }, place) => {
    const before = new Set(forms[place - 1]?.lines);
    return lines.filter((line) => !before.has(line));
  });
  const codes = [...new Set([...forms, spec].flatMap((form) => form.codes))].toSorted();
  const text = (lines: readonly string[]): string => `\`\n${lines.map((line) => `    ${line}\n`).join('')}  \``;
  const shown = [...later, spec.lines].map((lines, place) => `  ${months[place] ?? 'spec'}: ${text(lines)},\n`);
  return [
    '/** Answers that the forms of the contract know, as far as the doctor asks for them. `npm run docs` writes this file. */',
    '/** By form, in the notation of `fit.ts`; a later month has the lines in which it differs from the month before. */',
    `export const knownAnswers = {\n${shown.join('').replace(/^ {2}(\d\S+):/gm, "  '$1':")}} as const;`,
    '/** Codes of refusals, of every form. */',
    `export const knownCodes = \`\n${wrapped(codes)}\n\`;`,
    '',
  ].join('\n');
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = [''];
  for (const word of words) {
    if ((lines.at(-1)?.length ?? 0) + word.length > 150) lines.push('');
    lines.push(`${lines.pop() ?? ''} ${word}`);
  }
  return lines.map((line) => ` ${line}`).join('\n');
}
