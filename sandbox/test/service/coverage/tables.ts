/** The generated parts of docs/sandbox-calls.md, by the name of their place there. */
import { fieldPresence } from './optional-fields.ts';
import { gridContract } from '../../../src/service/contracts/grid.ts';
import { specContract } from '../../../src/service/contracts/spec.ts';
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

/** A row for the fields of a record that are there under the same condition. */
function fieldRows(): readonly (readonly string[])[] {
  const rows = new Map<string, { readonly record: string; readonly fields: string[]; readonly when: string }>();
  for (const { record, field, when, otherwise } of fieldPresence) {
    const row = rows.get(`${record}: ${when}`) ?? { record, fields: [], when };
    row.fields.push(`\`${field}\`${otherwise === 'null' ? ' (null)' : ''}`);
    rows.set(`${record}: ${when}`, row);
  }
  return [...rows.values()].map(({ record, fields, when }) => [record, fields.join(', '), when]);
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
  fields: table(['Record', 'Fields', 'There when'], fieldRows()),
  routes: listRoutes(specRoutes),
  'grid-routes': listRoutes(
    gridContract.routes.filter(
      ({ method, path }) => !specRoutes.some((row) => row.method === method && row.path === path),
    ),
  ),
};
