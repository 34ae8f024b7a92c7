/** Holds requests and answers of the relay to `docs/relay.openapi.yaml`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Relay } from '../../src/relay/index.ts';
import { root } from '../source-tree.ts';

/** A request to the relay as it was sent, and the answer. */
export interface DocumentedExchange {
  readonly method: string;
  /** Path and query, below the mount path. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly body: string };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
}

interface Operation {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** Reads the document, and returns what says in which ways an exchange differs from it. */
export function readDocument(): (exchange: DocumentedExchange) => readonly string[] {
  const document = parse(readFileSync(join(root, 'docs/relay.openapi.yaml'), 'utf8')) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'relay');
  const compiled = new Map<string, ValidateFunction>();
  /** Checks that a value fits the schema at a place in the document. */
  const fits = (place: readonly string[], value: unknown): boolean => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `relay#/${pointer}` });
    compiled.set(pointer, validate);
    return validate(value);
  };
  const templates = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>$1:[^/]+)')}$`),
  }));

  const requestProblems = (
    exchange: DocumentedExchange,
    path: string,
    ids: Readonly<Record<string, string>>,
  ): readonly string[] => {
    const method = exchange.method.toLowerCase();
    const operation = document.paths[path]?.[method];
    if (operation === undefined) return [`${exchange.method} ${path} isn't in the document`];
    const query = new URLSearchParams(exchange.target.split('?')[1] ?? '');
    const given = {
      path: (name: string) => ids[name] ?? null,
      query: (name: string) => query.get(name),
      header: (name: string) => exchange.headers.get(name),
    };
    const problems: string[] = [];
    for (const [index, one] of operation.parameters.entries()) {
      const name = '$ref' in one ? (one.$ref.split('/').at(-1) ?? '') : '';
      const parameter = '$ref' in one ? document.components.parameters[name] : one;
      if (parameter === undefined) continue;
      const place =
        '$ref' in one ? ['components', 'parameters', name] : ['paths', path, method, 'parameters', String(index)];
      const value = given[parameter.in](parameter.name);
      query.delete(parameter.name);
      if (value === null ? parameter.required : !fits([...place, 'schema'], value))
        problems.push(`${parameter.in} ${parameter.name}`);
    }
    for (const name of query.keys()) problems.push(`query ${name}`);
    if (exchange.body === '') {
      if (operation.requestBody?.required === true) problems.push('the body is missing');
    } else if (operation.requestBody === undefined) problems.push('there is a body');
    else if (
      !fits(['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'], JSON.parse(exchange.body))
    )
      problems.push('the body');
    return problems;
  };

  return (exchange) => {
    const [below = ''] = exchange.target.split('?');
    const { status, headers, body } = exchange.answer;
    const code = body === '' ? undefined : (JSON.parse(body) as { code?: unknown }).code;
    // The relay's refusals may be of any form; it says so by its own code.
    const isRefused = typeof code === 'string' && code.startsWith('RELAY_');
    const found = templates.find(({ pattern }) => pattern.test(below));
    if (found === undefined) return isRefused ? [] : [`${below} isn't in the document`];
    const { path, pattern } = found;
    const problems = isRefused ? [] : [...requestProblems(exchange, path, pattern.exec(below)?.groups ?? {})];
    const method = exchange.method.toLowerCase();
    const responses = document.paths[path]?.[method]?.responses;
    if (responses === undefined) return problems;
    const name =
      [String(status), `${String(status).charAt(0)}XX`, 'default'].find((key) => responses[key] !== undefined) ?? '';
    const place = (responses[name]?.$ref ?? '').split('/').slice(1);
    if (body !== '' && !fits([...place, 'content', 'application/json', 'schema'], JSON.parse(body)))
      problems.push(`the answer ${String(status)} ${String(code)}`);
    for (const [name, needed] of [
      ['X-Request-Id', true],
      ['Cache-Control', true],
      ['Relay-Refusal', false],
      ['Relay-Next-Step', false],
      ['Relay-Payee', false],
    ] as const) {
      const value = headers.get(name);
      if (value === null ? needed : !fits(['components', 'headers', name, 'schema'], value))
        problems.push(`the answer's ${name}`);
    }
    return problems;
  };
}

let differences: ReturnType<typeof readDocument> | null = null;

/**
 * A relay whose every request and answer is held to the document: where they differ, a rejection ends the run,
 * whatever the caller catches.
 */
export function documented(relay: Relay, mountPath = '/wallet'): Relay {
  differences ??= readDocument();
  const hold = differences;
  return async (request, context) => {
    // A body that was read before the relay can't be looked at; the relay refuses it.
    if (request.bodyUsed) return relay(request, context);
    const sent = request.clone();
    const response = await relay(request, context);
    const answered = response.clone();
    const check = async (): Promise<void> => {
      const { method, headers } = sent;
      const { pathname, search } = new URL(sent.url);
      const answer = { status: answered.status, headers: answered.headers, body: await answered.text() };
      const target = pathname.slice(mountPath.length) + search;
      const found = hold({ method, target, headers, body: await sent.text(), answer });
      if (found.length > 0)
        throw new Error(`${method} ${target} differs from docs/relay.openapi.yaml: ${found.join(', ')}`);
    };
    void check();
    return response;
  };
}
