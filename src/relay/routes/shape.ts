/** Forms of JSON bodies, as data: closed objects, strings with a pattern, and ids with an owner. */
import { recordIdPattern } from '../../kit/wire.ts';
import { holdsRecordId, isPlainName, isPlainText } from '../free-text.ts';
import type { RecordType } from '../ownership/records.ts';
import { RelayError } from '../relay-error.ts';

/** An id that a request names, and that must belong to its user. */
export interface IdReference {
  readonly type: RecordType;
  readonly id: string;
}

/** A value in a body. */
export type Shape =
  | { readonly kind: 'text'; readonly max: number; readonly pattern?: RegExp }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'some-of'; readonly values: readonly string[] }
  | { readonly kind: 'amount' }
  | { readonly kind: 'own'; readonly types: readonly RecordType[] }
  | { readonly kind: 'details' }
  | ObjectShape;

/** A closed object: every field of `fields` is required, those of `optional` may be absent, others are refused. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly fields: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
}

const maxDepth = 6;
const longestName = 256;
const longestText = 1000;

/** Checks that a text is exactly `<RecordType>:<lowercase uuid>` of one of these types. */
export function isRecordId(text: string, types: readonly RecordType[]): boolean {
  const type = recordIdPattern.exec(text)?.[1];
  return types.some((known) => known === type);
}

/** Reads the type from an id that {@link isRecordId} accepted. */
export function referenceTo(id: string): IdReference {
  return { type: id.slice(0, id.indexOf(':')) as RecordType, id };
}

/**
 * Checks that a parsed body fits one of a route's shapes, and lists the ids it names.
 * @throws RelayError `RELAY_BODY_INVALID` naming the field, never its value.
 */
export function checkShape(value: unknown, shapes: readonly ObjectShape[]): readonly IdReference[] {
  const references: IdReference[] = [];
  const fitting = shapes.find((shape) => discriminates(value, shape)) ?? shapes[0];
  if (fitting === undefined) throw invalid('body', 'must be empty');
  check(value, fitting, 'body', references);
  return references;
}

/** Detects the shape of a body, where a route has several: by the body's `type`, or by its fields. */
function discriminates(value: unknown, { fields }: ObjectShape): boolean {
  if (!isObject(value)) return false;
  if (fields.type?.kind !== 'one-of') return Object.keys(fields).every((name) => Object.hasOwn(value, name));
  return typeof value.type === 'string' && fields.type.values.includes(value.type);
}

function check(value: unknown, shape: Shape, path: string, references: IdReference[]): void {
  switch (shape.kind) {
    case 'text':
      if (typeof value !== 'string' || value.length > shape.max || shape.pattern?.test(value) === false) {
        throw invalid(path, `must be a string of at most ${shape.max} characters in its own form`);
      }
      return checkText(value, path);
    case 'one-of':
      if (typeof value !== 'string' || !shape.values.includes(value)) {
        throw invalid(path, `must be one of ${shape.values.join(', ')}`);
      }
      return;
    case 'some-of':
      if (!Array.isArray(value) || value.length > 16 || !value.every((item) => shape.values.includes(item as string))) {
        throw invalid(path, `must be a list of ${shape.values.join(', ')}`);
      }
      return;
    case 'amount':
      if (!Number.isSafeInteger(value) || (value as number) <= 0) throw invalid(path, 'must be a positive integer');
      return;
    case 'own':
      if (typeof value !== 'string' || !isRecordId(value, shape.types)) {
        throw invalid(path, `must be an id of the form ${shape.types.join(' or ')}:<uuid>`);
      }
      references.push(referenceTo(value));
      return;
    case 'details':
      if (!isObject(value)) throw invalid(path, 'must be an object');
      return checkDetails(value, path);
    case 'object':
      return checkObject(value, shape, path, references);
  }
}

function checkObject(value: unknown, shape: ObjectShape, path: string, references: IdReference[]): void {
  if (!isObject(value)) throw invalid(path, 'must be an object');
  const known = new Map([...Object.entries(shape.fields), ...Object.entries(shape.optional ?? {})]);
  for (const [name, item] of Object.entries(value)) {
    const field = known.get(name);
    if (field === undefined) throw invalid(path, `may hold only ${[...known.keys()].join(', ') || 'nothing'}`);
    check(item, field, `${path}.${name}`, references);
  }
  for (const name of Object.keys(shape.fields)) {
    if (!Object.hasOwn(value, name)) throw invalid(`${path}.${name}`, 'is required');
  }
}

/** Free data such as bank details: any JSON of plain names and texts, in which none is or resembles an id of a record. */
function checkDetails(value: object, path: string): void {
  const texts: string[] = [];
  collectTexts(value, { path, depth: 0, texts });
  // At once, since the cost of many short texts is that of beginning; no id has this character in it.
  checkText(texts.join('|'), path);
}

interface Details {
  readonly path: string;
  readonly depth: number;
  readonly texts: string[];
}

function collectTexts(value: unknown, { path, depth, texts }: Details): void {
  if (depth > maxDepth) throw invalid(path, 'is nested too deeply');
  if (typeof value === 'string') {
    if (value.length > longestText) throw invalid(path, `must hold texts of at most ${longestText} characters`);
    texts.push(value);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (name.length > longestName) throw invalid(path, `must hold names of at most ${longestName} characters`);
    if (!isPlainName(name)) throw invalid(path, 'must not hold a name that every object inherits');
    texts.push(name);
    collectTexts(item, { path, depth: depth + 1, texts });
  }
}

function checkText(text: string, path: string): void {
  if (!isPlainText(text))
    throw invalid(path, 'must be well-formed Unicode without control, direction and tag characters');
  if (holdsRecordId(text)) throw invalid(path, 'must not hold the id of a record');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(path: string, rule: string): RelayError {
  return new RelayError('RELAY_BODY_INVALID', `${path} ${rule}.`, { status: 400 });
}
