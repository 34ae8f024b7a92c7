/** The generated parts of docs/sandbox.md, by the name of their place there. */
import { fieldPresence } from './optional-fields.ts';
import { readFileSync } from 'node:fs';
import { gridContract } from '../../../src/sandbox/contracts/grid.ts';
import { specContract } from '../../../src/sandbox/contracts/spec.ts';
import type { SandboxRoute } from '../../../src/sandbox/http/route.ts';
import { operationOf, type ContractFacts } from '../../contract/compare.ts';
import { answerSchemas } from '../answer-schemas.ts';
import { badRequests, otherCodes, refusedAndFailed } from './codes.ts';
import { endpoints } from './endpoints.ts';
import type { Row } from './row.ts';
import { eventsAndLimits, fieldRules, stateTransitions } from './rules.ts';

/** Every row that names a test or a reason. */
export const rows: readonly Row[] = [
  ...endpoints,
  ...fieldRules,
  ...stateTransitions,
  ...badRequests,
  ...refusedAndFailed,
  ...otherCodes,
  ...eventsAndLimits,
];

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...body.map(line)].join('\n');
}

function coverage(what: string, list: readonly Row[]): string {
  const quoted = (name: string): string => (/^(\d{3} )?[A-Z][A-Z0-9_]+( \/\S+)?$/.test(name) ? `\`${name}\`` : name);
  const cells = ({ what: name, test, why = '' }: Row): string[] =>
    test === undefined ? [quoted(name), `not emulated: ${why}`] : [quoted(name), `${test[0]}: ${test[1]}`];
  return table([what, 'Test'], list.map(cells));
}

const specRoutes = specContract.routes;
const gridFacts = JSON.parse(
  readFileSync(new URL('../../contract/facts/grid.json', import.meta.url), 'utf8'),
) as ContractFacts;

function goodAnswers({ method, path }: SandboxRoute): string[] {
  const documented = gridFacts.operations[operationOf(gridFacts, method, path) ?? '']?.answers;
  return Object.keys(answerSchemas[`${method} ${path}`] ?? documented ?? {}).filter((status) => status < '300');
}

function routeTable(routes: readonly SandboxRoute[]): string {
  return table(
    ['Route', 'Answers', '`Idempotency-Key`'],
    routes.map((route) => [
      `\`${route.method} ${route.path}\``,
      goodAnswers(route).join(', '),
      route.idempotent ? 'yes' : 'no',
    ]),
  );
}

/** The text of each generated part. */
export const parts: Readonly<Record<string, string>> = {
  fields: table(
    ['Record', 'Field', 'There when', 'Otherwise'],
    fieldPresence.map(({ record, field, when, otherwise }) => [record, `\`${field}\``, when, otherwise]),
  ),
  routes: routeTable(specRoutes),
  'grid-routes': routeTable(
    gridContract.routes.filter(
      ({ method, path }) => !specRoutes.some((row) => row.method === method && row.path === path),
    ),
  ),
  coverage: [
    ['Endpoint', endpoints],
    ['Field rule', fieldRules],
    ['State transition', stateTransitions],
    ['Code of 400', badRequests],
    ['Code of 401 and 500', refusedAndFailed],
    ['Other code', otherCodes],
    ['Event or limit', eventsAndLimits],
  ]
    .map(([what, list]) => coverage(what as string, list as readonly Row[]))
    .join('\n\n'),
};
