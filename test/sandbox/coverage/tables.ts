/** The generated parts of docs/sandbox.md, by the name of their place there. */
import { fieldPresence } from './optional-fields.ts';
import { routesOf } from '../../../src/sandbox/routes.ts';
import { wireProfiles } from '../../../src/wire.ts';

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...body.map(line)].join('\n');
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
};
