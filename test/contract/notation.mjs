/**
 * The notation of the fact files: JSON that says what a value must be.
 *
 *     "string" "string:date-time" "integer" "number:int64" "boolean" "any" "null"     a type, with its format
 *     "#Name"                                                            one of the file's `types`
 *     { "id!": node, "note": node, "...": node | "none" }                an object; `!` marks what is required, `...` the rest
 *     ["enum", ...values]  ["list", node]  ["null or", node]             closed lists, arrays, nullable values
 *     ["with", node, { pattern, minLength, ... }]                        further limits
 *     ["all of", ...nodes]  ["any of", ...nodes]  ["one of", ...nodes]   combinations
 *     ["by", "sourceType", { ACCOUNT: node }]                            the property's value chooses
 *     ["closed", node]                                                   nothing that the node doesn't name
 */

/** @typedef {string | readonly unknown[] | { readonly [name: string]: Node }} Node */
/** @typedef {{ readonly [keyword: string]: any }} Schema */

const limits = [
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'minProperties',
];

/** Formats that say nothing about JSON text. */
const storageFormats = ['password', 'binary'];

/**
 * Turns a JSON schema into the notation; `onName` hears the name of each type that it refers to.
 *
 * @param {Schema | undefined} schema
 * @param {(name: string) => void} onName
 * @returns {Node}
 */
export function notationOf(schema, onName) {
  /** @param {Schema} inner @returns {Node} */
  const next = (inner) => notationOf(inner, onName);
  if (schema === undefined) return 'any';
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1);
    onName(name);
    return `#${name}`;
  }
  /** @type {Node[]} */
  const parts = (schema['allOf'] ?? []).map(next).filter((/** @type {Node} */ part) => part !== 'any');
  if (schema['oneOf'] !== undefined) parts.push(choice(schema, next));
  if (schema['anyOf'] !== undefined) parts.push(['any of', ...schema['anyOf'].map(next)]);
  const own = ownNode(schema, next);
  if (own !== 'any' || parts.length === 0) parts.push(own);
  const whole = parts.length === 1 ? /** @type {Node} */ (parts[0]) : ['all of', ...parts];
  return schema['unevaluatedProperties'] === false ? ['closed', whole] : whole;
}

/** @param {Schema} schema @param {(inner: Schema) => Node} next @returns {Node} */
function choice({ oneOf, discriminator }, next) {
  if (discriminator?.mapping === undefined) return ['one of', ...oneOf.map(next)];
  const branches = Object.entries(discriminator.mapping).map(([value, $ref]) => [value, next({ $ref })]);
  return ['by', discriminator.propertyName, Object.fromEntries(branches)];
}

/** @param {Schema} schema @param {(inner: Schema) => Node} next @returns {Node} */
function ownNode(schema, next) {
  const types = [schema['type'] ?? []].flat();
  if (types.includes('null') && types.length > 1) {
    const others = types.filter((type) => type !== 'null');
    const values = schema['enum']?.filter((/** @type {unknown} */ value) => value !== null);
    const inner = { ...schema, type: others[0], ...(values === undefined ? {} : { enum: values }) };
    return ['null or', ownNode(inner, next)];
  }
  const found = limits.filter((name) => schema[name] !== undefined);
  const bare = bareNode(schema, types[0], next);
  return found.length === 0 ? bare : ['with', bare, Object.fromEntries(found.map((name) => [name, schema[name]]))];
}

/** @param {Schema} schema @param {string | undefined} type @param {(inner: Schema) => Node} next @returns {Node} */
function bareNode(schema, type, next) {
  if (schema['const'] !== undefined) return ['enum', schema['const']];
  if (schema['enum'] !== undefined) return ['enum', ...schema['enum']];
  if (type === 'array') return ['list', next(schema['items'] ?? {})];
  if (type === 'object' || schema['properties'] !== undefined || schema['required'] !== undefined) {
    return objectNode(schema, next);
  }
  if (type === undefined) return 'any';
  const format = schema['format'];
  return format === undefined || storageFormats.includes(format) ? type : `${type}:${format}`;
}

/** @param {Schema} schema @param {(inner: Schema) => Node} next @returns {Node} */
function objectNode({ properties = {}, required = [], additionalProperties }, next) {
  const names = [...new Set([...Object.keys(properties), ...required])];
  const entries = names.map((name) => [
    required.includes(name) ? `${name}!` : name,
    properties[name] === undefined ? 'any' : next(properties[name]),
  ]);
  if (additionalProperties === false) entries.push(['...', 'none']);
  else if (typeof additionalProperties === 'object') entries.push(['...', next(additionalProperties)]);
  else if (additionalProperties === true || names.length === 0) entries.push(['...', 'any']);
  return Object.fromEntries(entries);
}
