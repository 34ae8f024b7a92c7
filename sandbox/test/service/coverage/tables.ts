/** The generated parts of docs/sandbox-calls.md, by the name of their place there. */
import { fieldPresence } from './optional-fields.ts';
import { defaultMonth } from '../../../src/service/contracts/contract-form.ts';
import { gridContract } from '../../../src/service/contracts/grid.ts';
import { specContract } from '../../../src/service/contracts/spec.ts';
import { paymentSequences, sequenceOfOutcome } from '../../../src/service/payments/payment-sequences.ts';
import { endings } from '../../../src/service/service/endings.ts';
import type { SandboxRoute } from '../../../src/service/http/route.ts';
import { operationOf } from '../../../../test/contract/compare.ts';
import { gridFacts, sandboxFacts } from '../answers.ts';

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...body.map(line)].join('\n');
}

const specRoutes = specContract.routes;
function goodAnswers({ method, path }: SandboxRoute): string[] {
  const documented = gridFacts.operations[operationOf(gridFacts, method, path) ?? '']?.answers;
  return Object.keys(sandboxFacts.answers[`${method} ${path}`] ?? documented ?? {}).filter((status) => status < '300');
}

/** A line for each route: its good answers, and whether it takes an `Idempotency-Key`. */
function listRoutes(routes: readonly SandboxRoute[]): string {
  const lines = routes.map(
    (route) => `${route.method} ${route.path} ${goodAnswers(route).join(', ')}${route.idempotent ? ', key' : ''}`,
  );
  return ['```text', ...lines, '```'].join('\n');
}

/** The records, below each a line for the fields that are there under the same condition. */
function listFields(): string {
  const records = new Map<string, Map<string, string[]>>();
  for (const { record, field, when, otherwise } of fieldPresence) {
    const conditions = records.get(record) ?? new Map<string, string[]>();
    const fields = conditions.get(when) ?? [];
    fields.push(`\`${field}\`${otherwise === 'null' ? ' (null)' : ''}`);
    records.set(record, conditions.set(when, fields));
  }
  const lines = [...records].flatMap(([record, conditions]) => [
    `- ${record}`,
    ...[...conditions].map(([when, fields]) => `  - ${fields.join(', ')}: ${when}`),
  ]);
  return lines.join('\n');
}

const subjects: Readonly<Record<keyof typeof endings, string>> = {
  fullName: "a customer's `fullName`: the `kycStatus`",
  registrationNumber: "a business's `registrationNumber`, at its verification (`grid`)",
  destination: 'account number, IBAN, address or other identifier of the external account that a quote pays',
  umaAddress: 'UMA address at `sandbox.uma.money` (`grid`), as receiver or sender',
  beneficiary: 'the same identifier: `beneficiaryVerificationStatus` of a new bank account (`grid`), else `MATCHED`',
  card: '`platformCardId`, else `cardholderId`',
  fundingSource: "the id of a card's funding source",
  merchant: '`merchant.descriptor` of an authorization',
};

const causes: Readonly<Record<keyof typeof paymentSequences, string>> = {
  delivered: 'it arrives',
  authorized: 'its customer authorizes it strongly, and it arrives',
  refunded: 'it fails',
  refundFailed: 'it fails, and so does its refund',
  returned: 'the bank sends it back',
  cancelled: 'it is cancelled while it is `PROCESSING`',
};

const outcomesOf = (sequence: string): string =>
  Object.entries(sequenceOfOutcome)
    .filter(([, name]) => name === sequence)
    .map(([outcome]) => outcome)
    .join(', ');

/** The text of each generated part. */
export const parts: Readonly<Record<string, string>> = {
  endings: table(
    ['Value', 'Endings'],
    Object.entries(endings).map(([subject, outcomes]) => [
      subjects[subject as keyof typeof endings],
      Object.entries(outcomes)
        .map(([ending, outcome]) => `\`${ending}\` ${outcome}`)
        .join('; '),
    ]),
  ),
  sequences: table(
    ['Payment', 'Outcomes', 'Events'],
    Object.entries(paymentSequences).map(([name, events]) => [
      causes[name as keyof typeof paymentSequences],
      outcomesOf(name),
      events.map((event) => `\`${event}\``).join(', '),
    ]),
  ),
  fields: listFields(),
  routes: listRoutes(specRoutes),
  'grid-routes': listRoutes(
    gridContract(defaultMonth).routes.filter(
      ({ method, path }) => !specRoutes.some((row) => row.method === method && row.path === path),
    ),
  ),
};
