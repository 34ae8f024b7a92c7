/** Turns a fact file back into an OpenAPI document: types, parameters and statuses, so that generators have something to read. */

/** @typedef {import('./notation.mjs').Node} Node */
/** @typedef {import('./notation.mjs').Schema} Schema */

/**
 * The document of a fact file.
 *
 * @param {Record<string, any>} facts
 * @returns {Record<string, unknown>}
 */
export function documentOf({ source, operations, types }) {
  /** @type {Record<string, Record<string, unknown>>} */
  const paths = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(path, operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: source.title, version: source.version },
    paths,
    components: { schemas: mapped(types, schemaOf) },
  };
}

/** @param {string} path @param {any} operation */
function operationOf(path, { name, query, headers, body, bodyRequired, answers }) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => [`${id}!`, 'string']);
  const parameters = [
    ...inPath.map((entry) => parameterOf('path', entry)),
    ...Object.entries(query).map((entry) => parameterOf('query', entry)),
    ...Object.entries(headers).map((entry) => parameterOf('header', entry)),
  ];
  const requestBody = body === null ? {} : { requestBody: { required: bodyRequired, content: contentOf(body) } };
  const responses = mapped(answers, (answer) => ({
    description: '',
    ...(answer === null ? {} : { content: contentOf(answer) }),
  }));
  return { operationId: name, parameters, ...requestBody, responses };
}

/** @param {string} place @param {any[]} entry */
function parameterOf(place, [name, node]) {
  return { in: place, name: name.replace(/!$/, ''), required: name.endsWith('!'), schema: schemaOf(node) };
}

/** @param {Node} node */
function contentOf(node) {
  return { 'application/json': { schema: schemaOf(node) } };
}

/** @param {Record<string, any>} entries @param {(value: any) => unknown} change */
function mapped(entries, change) {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value)]));
}

/**
 * The JSON schema of a node.
 *
 * @param {any} node
 * @returns {Schema}
 */
function schemaOf(node) {
  if (typeof node === 'string') return namedSchema(node);
  if (!Array.isArray(node)) return objectSchema(node);
  const [word, ...rest] = node;
  switch (word) {
    case 'enum':
      return { enum: rest };
    case 'list':
      return { type: 'array', items: schemaOf(rest[0]) };
    case 'null or':
      return { oneOf: [schemaOf(rest[0]), { type: 'null' }] };
    case 'with':
      return { ...schemaOf(rest[0]), ...rest[1] };
    case 'closed':
      return schemaOf(rest[0]);
    case 'by':
      return choice(rest[0], rest[1]);
    case 'all of':
      return { allOf: rest.map(schemaOf) };
    case 'any of':
      return { anyOf: rest.map(schemaOf) };
    default:
      return { oneOf: rest.map(schemaOf) };
  }
}

/** @param {string} node */
function namedSchema(node) {
  if (node === 'any') return {};
  if (node.startsWith('#')) return { $ref: `#/components/schemas/${node.slice(1)}` };
  const [type, format] = node.split(':');
  return { type, ...(format === undefined ? {} : { format }) };
}

/** @param {Record<string, Node>} node */
function objectSchema({ '...': rest, ...properties }) {
  const names = Object.keys(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace(/!$/, ''), schemaOf(properties[name])])),
    required: names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1)),
    ...(rest === undefined ? {} : { additionalProperties: rest === 'none' ? false : schemaOf(rest) }),
  };
}

/** @param {string} propertyName @param {Record<string, Node>} branches */
function choice(propertyName, branches) {
  const schemas = mapped(branches, schemaOf);
  const oneOf = [...new Map(Object.values(schemas).map((schema) => [JSON.stringify(schema), schema])).values()];
  return { oneOf, discriminator: { propertyName, mapping: mapped(schemas, ({ $ref }) => $ref) } };
}
