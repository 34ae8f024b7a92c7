/** The tables of docs/relay-reference.md, made from the OpenAPI document. */
import { openApiDocument } from './openapi.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
}

interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
  readonly 'x-stamped'?: boolean | 'unless-direct';
  readonly 'x-limits': Readonly<Record<string, unknown>>;
}

/** A field, with what it may be where that is a word, and a question mark where it may be left out. */
function fieldOf(name: string, schema: Schema, isRequired: boolean): string {
  const words = schema.enum === undefined ? '' : ` (${schema.enum.join(', ')})`;
  // The parts of a passkey's answer are WebAuthn's.
  const isShown = schema.properties !== undefined && name !== 'attestation' && name !== 'assertion';
  return `\`${name}\`${isRequired ? '' : '?'}${words}${isShown ? ` { ${fieldsOf(schema)} }` : ''}`;
}

function fieldsOf({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => fieldOf(name, schema, required.includes(name)))
    .join(', ');
}

function bodyOf({ requestBody }: Operation): string {
  if (requestBody === undefined) return '';
  const { schema } = requestBody.content['application/json'];
  const bodies = (schema.oneOf ?? [schema]).map((one) => fieldsOf(one) || '`{}`');
  return [...(requestBody.required ? [] : ['empty']), ...bodies].join('; or ');
}

/** Says whether the service wants a stamp; nothing of a read. */
function stampOf({ 'x-stamped': stamped }: Operation): string {
  if (stamped === undefined) return '';
  return stamped === 'unless-direct' ? 'not in `grid`' : stamped ? 'yes' : 'no';
}

function queryOf({ parameters }: Operation): string {
  const own = parameters.flatMap((one) => ('in' in one && one.in === 'query' ? [one] : []));
  return own
    .map(({ name, required, description = '' }) =>
      required || description.includes('is required') ? `**\`${name}\`**` : `\`${name}\``,
    )
    .join(', ');
}

/** One row for each route, by group, and one for each status with the relay's codes. */
export function referenceTables(): string {
  const document = openApiDocument();
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as unknown[];
  const routes = (operations as readonly Operation[]).map((operation) => [
    operation.tags.join(),
    `\`${operation.summary}\``,
    queryOf(operation),
    bodyOf(operation),
    stampOf(operation),
    Object.keys(operation['x-limits']).join(', '),
  ]);
  const codes = new Map<number, Set<string>>();
  for (const [name, { description = '' }] of Object.entries(
    document.components.responses as Record<string, { description?: string }>,
  )) {
    const status = Number(/^Refused(\d{3})/.exec(name)?.[1] ?? 0);
    for (const [, code = ''] of description.matchAll(/^`(RELAY_\w+)`: /gm))
      codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  const refusals = [...codes].sort(([left], [right]) => left - right);
  return [
    table(['Group', 'Route', 'Query (bold: one is required)', 'Body', 'Stamped', 'Limits'], routes),
    table(
      ['Status', 'Codes of the relay'],
      refusals.map(([status, names]) => [String(status), [...names].map((name) => `\`${name}\``).join(', ')]),
    ),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
