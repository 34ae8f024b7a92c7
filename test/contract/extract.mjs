/**
 * Extracts the facts of the public service's OpenAPI document that the contract check needs, in the notation of `notation.mjs`.
 *
 *     node test/contract/extract.mjs <openapi file> [operation ...]        writes test/contract/facts/grid.json
 *
 * Covered are the operations of the facts as they are, and those that are named, such as `GET /config`: the document's own templates.
 * Kept are names, types, required fields, enums, formats, limits and statuses of the covered operations and of the webhooks, the
 * names of all others, and the request examples with neutral values in place of names, addresses and ids. No prose is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { neutral } from './neutral.mjs';
import { notationOf } from './notation.mjs';

/** @typedef {import('./notation.mjs').Node} Node */
/** @typedef {import('./notation.mjs').Schema} Schema */

/** The webhooks that the sandbox can send. */
const sent =
  /^(?:INCOMING_PAYMENT|OUTGOING_PAYMENT|CUSTOMER|EXTERNAL_ACCOUNT|INTERNAL_ACCOUNT|CARD|CARD_TRANSACTION|VERIFICATION|TEST)(?:\.|$)/;

const methods = ['get', 'post', 'put', 'patch', 'delete'];

const path = new URL('facts/grid.json', import.meta.url);

/**
 * The facts of a document.
 *
 * @param {string} text YAML or JSON
 * @param {readonly string[]} more operations beside those of the facts as they are
 * @param {{ goneIsError?: boolean }} options whether the document must have every covered operation; default true
 * @returns {Record<string, any>}
 */
export function extractFacts(text, more = [], { goneIsError = true } = {}) {
  const covered = [...Object.keys(JSON.parse(readFileSync(path, 'utf8')).operations), ...more];
  const document = parse(text);
  /** @type {Map<string, Node>} */
  const types = new Map();
  /** @param {string} name */
  const add = (name) => {
    if (types.has(name)) return;
    types.set(name, 'any');
    types.set(name, notationOf(document.components.schemas[name], add));
  };
  /** @param {Schema | undefined} schema */
  const read = (schema) => notationOf(schema, add);
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => ({ path, item, method, operation: item[method] })),
  );
  const named = all.map((one) => ({ ...one, key: `${one.method.toUpperCase()} ${one.path}` }));
  const missing = covered.filter((key) => !named.some((one) => one.key === key));
  if (goneIsError && missing.length > 0) throw new Error(`the document has no ${missing.join(', ')}`);
  const operations = named
    .filter(({ key }) => covered.includes(key))
    .map(({ key, item, operation }) => [key, operationFacts({ item, operation }, read)]);
  const events = Object.values(document.webhooks).flatMap((item) => {
    const schema = item.post.requestBody.content['application/json'].schema;
    const names = eventNames(schema, document.components.schemas).filter((name) => sent.test(name));
    return names.map((name) => [name, read(schema)]);
  });
  return {
    source: {
      title: document.info.title,
      version: document.info.version,
      file: 'openapi.yaml of the public repository lightsparkdev/grid-api',
      licence: 'Apache-2.0',
      made: 'node test/contract/extract.mjs <openapi file>',
    },
    operations: Object.fromEntries(operations),
    others: Object.fromEntries(
      named.filter(({ key }) => !covered.includes(key)).map(({ key, operation }) => [key, operation.operationId]),
    ),
    events: sorted(events),
    types: sorted([...types]),
  };
}

/** @param {any[][]} entries */
function sorted(entries) {
  return Object.fromEntries(entries.sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)));
}

/** @param {{ item: any, operation: any }} source @param {(schema: Schema | undefined) => Node} read */
function operationFacts({ item, operation }, read) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  /** @param {string} place */
  const named = (place) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map((one) => [one.required === true ? `${one.name}!` : one.name, read(one.schema)]),
    );
  const body = operation.requestBody?.content?.['application/json'];
  const examples = body?.examples ?? (body?.example === undefined ? {} : { one: { value: body.example } });
  const answers = Object.entries(operation.responses).map(([status, answer]) => [
    status,
    answer.content === undefined ? null : read(answer.content['application/json']?.schema),
  ]);
  return {
    name: operation.operationId,
    query: named('query'),
    headers: named('header'),
    body: body === undefined ? null : read(body.schema),
    bodyRequired: operation.requestBody?.required === true,
    answers: Object.fromEntries(answers),
    examples: Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, neutral(example.value)])),
  };
}

/**
 * The values that a webhook's `type` can have.
 *
 * @param {Schema | undefined} schema @param {Record<string, Schema>} schemas @returns {string[]}
 */
function eventNames(schema, schemas) {
  if (schema === undefined) return [];
  if (schema['$ref'] !== undefined) return eventNames(schemas[schema['$ref'].split('/').at(-1)], schemas);
  const own = schema['properties']?.type;
  const parts = (schema['allOf'] ?? []).map((/** @type {Schema} */ part) => eventNames(part, schemas));
  const lists = [...parts, own?.['enum'] ?? eventNamesOf(own, schemas)].filter((list) => list.length > 0);
  return lists.sort((one, other) => one.length - other.length)[0] ?? [];
}

/** @param {Schema | undefined} schema @param {Record<string, Schema>} schemas @returns {string[]} */
function eventNamesOf(schema, schemas) {
  const name = schema?.['$ref']?.split('/').at(-1);
  return name === undefined ? [] : (schemas[name]?.['enum'] ?? []);
}

/** One line for each entry of the two outer levels, so that a change of the document shows as the lines it changes. */
export function factsText(/** @type {Record<string, any>} */ facts) {
  const parts = Object.entries(facts).map(([name, part]) => {
    const lines = Object.entries(part).map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `  ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file, ...more] = process.argv;
  if (file === undefined) throw new Error('usage: node test/contract/extract.mjs <openapi file> [operation ...]');
  writeFileSync(path, factsText(extractFacts(readFileSync(file, 'utf8'), more)));
}
