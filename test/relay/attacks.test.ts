import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { toNodeListener } from '../../src/relay/node.ts';
import { answerAttacks } from './attacks/answers.ts';
import { runAttack, type Target, type TargetFactory } from './attacks/run-attack.ts';
import { bodyAttacks } from './attacks/bodies.ts';
import { idAttacks } from './attacks/ids.ts';
import { pathAttacks } from './attacks/paths.ts';
import { siteAttacks } from './attacks/sites.ts';
import { templateOf } from './examples.ts';
import { routes } from '../../src/relay/routes/routes.ts';
import { baseUrl, createTestRelay, type FakeService } from './service.ts';

const classes = [...pathAttacks, ...bodyAttacks, ...idAttacks, ...siteAttacks, ...answerAttacks];

const relay: TargetFactory = (service, clock, who) => {
  const handle = createTestRelay(service, { clock, identify: who });
  return { handle, listener: toNodeListener(handle) };
};

/** Makes the opposite of a relay: it adds the platform's credentials and passes everything on, both ways. */
function createTransparentProxy(service: FakeService): Target {
  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Basic ${btoa('client:very-secret-secret')}`);
    const init = { method: request.method, headers, body: request.body, duplex: 'half' };
    return service.fetch(new Request(baseUrl + url.pathname.replace(/^\/wallet/, '') + url.search, init));
  };
  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    const { method = 'GET', url: target = '/', headers } = incoming;
    const url = new URL(target, 'http://app.example.com');
    Object.assign(url, { username: '', password: '' });
    const body = method === 'GET' ? {} : { body: Readable.toWeb(incoming), duplex: 'half' };
    const given = Object.entries(headers).filter(([name]) => name !== 'connection');
    const init: RequestInit = { method, headers: Object.fromEntries(given) as Record<string, string> };
    return handle(new Request(url, Object.assign(init, body)));
  };
  const listener = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = await answer(incoming);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  };
  return { handle, listener: (incoming, outgoing) => void listener(incoming, outgoing) };
}

test('the suite has at least three attacks in each class', () => {
  for (const { name, attacks } of classes) expect(attacks.length, name).toBeGreaterThanOrEqual(3);
  expect(classes.map(({ name }) => name)).toEqual([
    'encoded slashes and dots',
    'double encoding',
    'absolute-form targets',
    'protocol-relative targets',
    'header smuggling',
    'method override',
    'content-type tricks',
    'ambiguous JSON',
    'oversized bodies',
    'slow bodies',
    'other users’ ids in the path',
    'other users’ ids in the query',
    'other users’ ids in the body',
    'platform accounts',
    'lists without a scope',
    'cross-site requests',
    'replayed challenges',
    'upstream redirects',
    'error text from the service',
  ]);
});

test('has an attack on every route that names a record of a person in its path', () => {
  const attacks = idAttacks[0]?.attacks ?? [];
  const attacked = new Set(attacks.map(({ line = '' }) => templateOf(line.replace('/wallet', ''))));
  const open = routes.filter(({ path, owner }) => path.includes('{') && owner !== 'none');
  expect(open.map(({ method, path }) => `${method} ${path}`).filter((line) => !attacked.has(line))).toEqual([]);
});

describe.each(classes)('the relay withstands every class of attack ($name)', ({ attacks }) => {
  test.each(attacks)('$title', async (attack) => {
    expect(await runAttack(attack, relay)).toEqual({ breaches: [], says: attack.says });
  });
});

describe.each(classes)('a transparent proxy gives way to $name', ({ attacks }) => {
  test.each(attacks)('$title', async (attack) => {
    const { breaches } = await runAttack(attack, (service) => createTransparentProxy(service));
    expect(breaches).not.toEqual([]);
  });
});
