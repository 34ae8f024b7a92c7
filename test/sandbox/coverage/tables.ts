/** The generated parts of docs/sandbox.md, by the name of their place there. */
import { fieldPresence } from './optional-fields.ts';
import { routesOf } from '../../../src/sandbox/routes.ts';
import { wireProfiles } from '../../../src/wire.ts';
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

const specRoutes = routesOf(wireProfiles.spec);

function routeTable(routes: ReturnType<typeof routesOf>): string {
  return table(
    ['Route', 'Answers', '`Idempotency-Key`'],
    routes.map(({ method, path, answers, idempotent }) => [
      `\`${method} ${path}\``,
      Object.keys(answers).join(', '),
      idempotent ? 'yes' : 'no',
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
    routesOf(wireProfiles.grid).filter(
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
