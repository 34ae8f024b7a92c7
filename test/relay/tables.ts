/** The tables of docs/relay-reference.md, made from the code they describe. */
import { routes, type RelayRoute } from '../../src/relay/routes.ts';
import type { ObjectShape, Shape } from '../../src/relay/shape.ts';

const owners: Readonly<Record<RelayRoute['owner'], string>> = {
  none: '',
  identity: 'known from `identify`',
  'look-up': 'looked up before',
  answer: 'read from the answer',
};

function queryOf({ query, scope }: RelayRoute): string {
  const names = Object.keys(query).map((name) => (scope.includes(name) ? `**\`${name}\`**` : `\`${name}\``));
  return names.join(', ');
}

/** A field and what it may be, where that is a word; a question mark after what may be left out. */
function fieldOf([name, shape]: readonly [string, Shape], optional: boolean): string {
  const words = shape.kind === 'one-of' && name !== 'type' ? ` (${shape.values.join(', ')})` : '';
  const inner =
    shape.kind === 'object' && name !== 'attestation' && name !== 'assertion' ? ` { ${fieldsOf(shape)} }` : '';
  return `\`${name}\`${optional ? '?' : ''}${words}${inner}`;
}

function fieldsOf({ fields, optional = {} }: ObjectShape): string {
  const required = Object.entries(fields).filter(([name]) => name !== 'type');
  const given = [
    ...required.map((field) => fieldOf(field, false)),
    ...Object.entries(optional).map((field) => fieldOf(field, true)),
  ];
  return given.join(', ');
}

function bodyOf({ emptyBody, body }: RelayRoute): string {
  const shapes = body.map((shape) => {
    const type = shape.fields.type?.kind === 'one-of' ? `type ${shape.fields.type.values.join(', ')}: ` : '';
    return `${type}${fieldsOf(shape) || '`{}`'}`;
  });
  return [...(emptyBody && shapes.length > 0 ? ['empty'] : []), ...shapes].join('; or ');
}

/** One row for each route, by group. */
export function routeTable(): string {
  const head = ['Group', 'Route', 'Query (bold: one is required)', 'Body', 'Owner of the id in the path'];
  const rows = routes.map((route) => [
    route.group,
    `\`${route.method} ${route.path}\``,
    queryOf(route),
    bodyOf(route),
    owners[route.owner],
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
