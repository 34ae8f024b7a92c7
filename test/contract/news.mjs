/**
 * Prints in what a newer document of the public service differs from the facts in test/contract/facts/grid.json, in one page.
 *
 *     npm run contract:news -- <openapi file>
 *
 * Fields, codes and other values are those of the operations and webhooks that the sandbox carries out; of all others their names.
 */
import { readFileSync } from 'node:fs';
import { extractFacts } from './extract.mjs';

/** @typedef {Record<string, any>} Facts */
/** @typedef {{ readonly isRequired: boolean, readonly node: any }} Field */
/** @typedef {{ readonly fields: Map<string, Field>, readonly values: readonly string[] }} Members */

const [, , file] = process.argv;
if (file === undefined) throw new Error('usage: npm run contract:news -- <openapi file>');
const known = JSON.parse(readFileSync(new URL('facts/grid.json', import.meta.url), 'utf8'));
const newer = extractFacts(readFileSync(file, 'utf8'), [], { goneIsError: false });
const [before, now] = [membersOf(known), membersOf(newer)];
const added = lacking([...now.fields.keys()], [...before.fields.keys()]);
const removed = ofTypesThatStay([...before.fields.keys()], [...now.fields.keys()]);
const renamed = renamedFields(removed, added);
const oldNames = new Set(renamed.map(([from]) => from));
const newNames = new Set(renamed.map(([, to]) => to));
const required = [...now.fields].filter(
  ([key, { isRequired }]) => isRequired && before.fields.get(key)?.isRequired === false,
);
/** @type {[string, string[]][]} */
const parts = [
  ['Operations', lacking(operationsOf(newer), operationsOf(known))],
  ['Webhooks', lacking(Object.keys(newer.events), Object.keys(known.events))],
  ['Fields (! is required)', grouped(added.filter((key) => !newNames.has(key)).map(marked))],
  ['Codes and other values', grouped(lacking(now.values, before.values))],
  ['Fields that are required now', grouped(required.map(([key]) => key))],
  [
    'Fields that seem to have another name',
    grouped(renamed.map(([from, to]) => `${from} is ${marked(to).split('\t')[1]}`)),
  ],
  ['Gone: operations', lacking(operationsOf(known), operationsOf(newer))],
  ['Gone: webhooks', lacking(Object.keys(known.events), Object.keys(newer.events))],
  ['Gone: types', lacking(Object.keys(known.types), Object.keys(newer.types))],
  ['Gone: fields', grouped(removed.filter((key) => !oldNames.has(key)))],
  ['Gone: codes and other values', grouped(ofTypesThatStay(before.values, now.values))],
];
const { title, version } = newer.source;
const shown = parts.map(([name, lines]) => `${name}:${lines.length === 0 ? ' none' : `\n  ${lines.join('\n  ')}`}\n`);
console.log([`New in ${title} ${version}\n`, ...shown].join('\n').trimEnd());

/** @param {Facts} facts */
function operationsOf({ operations, others }) {
  return [
    ...Object.entries(operations).map(([key, { name }]) => `${key} ${name}`),
    ...Object.entries(others).map(([key, name]) => `${key} ${name}`),
  ];
}

/**
 * Lists what operations and types hold, each as its place and its name.
 *
 * @param {Facts} facts
 * @returns {Members}
 */
function membersOf({ operations, types }) {
  /** @type {Map<string, Field>} */
  const fields = new Map();
  const values = /** @type {string[]} */ ([]);
  /** @param {string} place @param {string} name @param {any} node */
  const add = (place, name, node) => {
    fields.set(`${place}\t${name.replace(/!$/, '')}`, { isRequired: name.endsWith('!'), node: resolved(node, types) });
  };
  /** @param {any} node @param {string} type @param {string} path */
  const look = (node, type, path) => {
    if (Array.isArray(node)) {
      const [name, ...rest] = node;
      if (name === 'enum') values.push(...rest.map((value) => `${type}${path}\t${value}`));
      else if (name === 'by') {
        const [property, variants] = rest;
        values.push(...Object.keys(variants).map((value) => `${type}${path}.${property}\t${value}`));
        for (const variant of Object.values(variants)) look(variant, type, path);
      } else for (const part of name === 'with' ? rest.slice(0, 1) : rest) look(part, type, path);
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, inner] of Object.entries(node)) {
        if (key === '...') continue;
        add(type, `${path}.${key}`.slice(1), inner);
        look(inner, type, `${path}.${key.replace(/!$/, '')}`);
      }
    }
  };
  for (const [key, { query, headers, body, answers }] of Object.entries(operations)) {
    for (const [name, node] of Object.entries(query)) {
      add(key, `query ${name}`, node);
      look(node, key, `.${name}`);
    }
    for (const [name, node] of Object.entries(headers)) add(key, `header ${name}`, node);
    for (const status of Object.keys(answers)) add(key, `answer ${status}`, null);
    for (const node of [body, ...Object.values(answers)]) look(node, key, '');
  }
  for (const [name, node] of Object.entries(types)) look(node, name, '');
  return { fields, values };
}

/**
 * The node with types in place of their names, but for those within an object.
 *
 * @param {any} node @param {any} types @returns {any}
 */
function resolved(node, types) {
  if (Array.isArray(node)) return node.map((part) => resolved(part, types));
  return typeof node === 'string' && node.startsWith('#') ? types[node.slice(1)] : node;
}

/**
 * Pairs of a field that is gone and a new one of the same place that is alike in its name, and in its values unless much of the name is
 * the same.
 *
 * @param {readonly string[]} removed @param {readonly string[]} added @returns {[string, string][]}
 */
function renamedFields(removed, added) {
  const free = new Set(added);
  return removed.flatMap((from) => {
    // The name ends a key; a status has none.
    const [start = '', name = ''] = /^(.*[\t ])(\D+)$/.exec(from)?.slice(1) ?? [];
    const like = JSON.stringify(before.fields.get(from)?.node);
    const [alike] = [...free]
      .filter((to) => name !== '' && to.startsWith(start))
      .map((to) => ({ to, shared: sharedEnds(name, to.slice(start.length)) }))
      .filter(({ to, shared }) => shared > (JSON.stringify(now.fields.get(to)?.node) === like ? 1 : 5))
      .sort((one, other) => other.shared - one.shared);
    if (alike === undefined) return [];
    free.delete(alike.to);
    return [/** @type {[string, string]} */ ([from, alike.to])];
  });
}

/** Number of characters that two names share at their beginning and their end. @param {string} one @param {string} other */
function sharedEnds(one, other) {
  const least = Math.min(one.length, other.length);
  let begin = 0;
  while (begin < least && one[begin] === other[begin]) begin += 1;
  let end = 0;
  while (end < least - begin && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return begin + end;
}

/** Those of operations and types that are still there. @param {readonly string[]} all @param {readonly string[]} others */
function ofTypesThatStay(all, others) {
  const stays = (/** @type {string} */ key) => {
    const place = (key.split('\t')[0] ?? '').split(/\.(?! )/)[0] ?? '';
    return place in newer.types || place in newer.operations;
  };
  return lacking(all, others).filter(stays);
}

/** @param {string} key */
function marked(key) {
  return now.fields.get(key)?.isRequired === true ? `${key}!` : key;
}

/** @param {readonly string[]} all @param {readonly string[]} others */
function lacking(all, others) {
  const rest = new Set(others);
  return [...new Set(all)].filter((one) => !rest.has(one));
}

/** One line for each place. @param {readonly string[]} members */
function grouped(members) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const member of members) {
    const [place = '', name = ''] = member.split('\t');
    places.set(place, [...(places.get(place) ?? []), name]);
  }
  return [...places].map(([place, names]) => `${place}: ${names.join(', ')}`);
}
