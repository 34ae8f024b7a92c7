/**
 * Prints what a newer document of the public service has that the facts in test/contract/facts/grid.json don't, in one page.
 *
 *     npm run contract:news -- <openapi file>
 *
 * Fields, codes and other values are those of the operations and webhooks that the sandbox carries out; of all others their names.
 */
import { readFileSync } from 'node:fs';
import { extractFacts } from './extract.mjs';

/** @typedef {Record<string, any>} Facts */

const [, , file] = process.argv;
if (file === undefined) throw new Error('usage: npm run contract:news -- <openapi file>');
const known = JSON.parse(readFileSync(new URL('facts/grid.json', import.meta.url), 'utf8'));
const newer = extractFacts(readFileSync(file, 'utf8'), [], { goneIsError: false });
/** @type {[string, string[]][]} */
const parts = [
  ['Operations', lacking(operationsOf(newer), operationsOf(known))],
  ['Webhooks', lacking(Object.keys(newer.events), Object.keys(known.events))],
  ['Fields (! is required)', grouped(lacking(membersOf(newer).fields, membersOf(known).fields))],
  ['Codes and other values', grouped(lacking(membersOf(newer).values, membersOf(known).values))],
  ['Gone', lacking(operationsOf(known), operationsOf(newer))],
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
 */
function membersOf({ operations, types }) {
  const fields = /** @type {string[]} */ ([]);
  const values = /** @type {string[]} */ ([]);
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
        fields.push(`${type}\t${`${path}.${key}`.slice(1)}`);
        look(inner, type, `${path}.${key.replace(/!$/, '')}`);
      }
    }
  };
  for (const [key, { query, headers, body, answers }] of Object.entries(operations)) {
    for (const [name, node] of Object.entries(query)) {
      fields.push(`${key}\tquery ${name}`);
      look(node, key, `.${name}`);
    }
    for (const name of Object.keys(headers)) fields.push(`${key}\theader ${name}`);
    for (const status of Object.keys(answers)) fields.push(`${key}\tanswer ${status}`);
    for (const node of [body, ...Object.values(answers)]) look(node, key, '');
  }
  for (const [name, node] of Object.entries(types)) look(node, name, '');
  return { fields, values };
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
