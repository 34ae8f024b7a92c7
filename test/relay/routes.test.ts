import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { relayGroups, routes, visitorRoutes } from '../../src/relay/routes/routes.ts';
import { casesOf, check } from '../properties.ts';
import { examples, templateOf, type Example } from './examples.ts';
import { ask, bob, createFakeService, createPageRelay, createTestRelay, id } from './service.ts';

describe('the route table', () => {
  test.each(examples)('lets through $line', async ({ line, body }) => {
    const service = createFakeService();
    if (!line.startsWith('GET') || line.includes('?')) service.on(line, { data: [] });
    const relay = createTestRelay(service, { groups: relayGroups }, createPageRelay);
    const response = await relay(ask(line.replace(' ', ' /wallet'), { body }));
    expect(await response.text()).not.toContain('RELAY_');
    expect(response.status).toBe(200);
    expect(service.calls.at(-1)).toMatchObject({ line, body: body === undefined ? '' : JSON.stringify(body) });
  });

  test('has no route without an example, and no example without a route', () => {
    const templates = new Set(examples.map(({ line }) => templateOf(line)));
    const served = routes.filter(({ answeredBy }) => answeredBy === 'service');
    expect([...templates].sort()).toEqual(served.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test('wants a recent sign-in for every change that isn’t stamped, but a sign-in’s, a quote and a payment’s own code', () => {
    const free = [
      'POST /auth/credentials/{AuthMethod}/challenge',
      'POST /auth/credentials/{AuthMethod}/verify',
      'POST /quotes',
      'POST /quotes/{Quote}/authorize',
      'POST /quotes/{Quote}/authorize/resend',
    ];
    const unguarded = [...routes, ...visitorRoutes].filter(
      ({ method, stamped, recentSignIn }) => method !== 'GET' && stamped !== true && recentSignIn === null,
    );
    expect(unguarded.map(({ method, path }) => `${method} ${path}`)).toEqual(free);
  });

  test('lets an answer of every record through only to its owner', async () => {
    for (const { method, path } of routes.filter(({ owner }) => owner === 'answer')) {
      const line = `${method} ${path.replace(/\{(\w+)\}/, (_whole, type: string) => id(type, '1'))}`;
      const service = createFakeService();
      const his = createTestRelay(service, { identify: () => bob });
      expect((await his(ask(line.replace(' ', ' /wallet')))).status).toBe(404);
      expect((await createTestRelay(service)(ask(line.replace(' ', ' /wallet')))).status).toBe(200);
    }
  });
});

describe('a request that is nearly one of the kit’s', () => {
  const served = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const lookUps = new Set([
    'GET /auth/credentials',
    'GET /auth/sessions',
    'GET /auth/delegated-keys',
    ...['quotes/{Quote}', 'cards/{Card}', 'customers/external-accounts/{ExternalAccount}'].map(
      (path) => `GET /${path}`,
    ),
  ]);
  const foreign = [
    bob.customerId,
    ...bob.accountIds,
    id('Quote', '8'),
    id('ExternalAccount', '5'),
    id('Customer', '5'),
  ];
  const isForeign = (text: string): boolean => foreign.some((one) => text.includes(one));
  const odd = ['..', '.', '', '%2e%2e', '%2F', ';a=b', 'fund', 'sandbox', '@evil.example', ':', 'customers', 'quotes'];

  /** One change to a path, a query or a body; many leave the request as good as it was. */
  const change = fc.oneof(
    fc.record({ kind: fc.constant('method'), value: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD') }),
    fc.record({ kind: fc.constant('segment'), value: fc.constantFrom(...odd, ...foreign), at: fc.nat(4) }),
    fc.record({ kind: fc.constant('insert'), value: fc.constantFrom(...odd, ...foreign), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('parameter'), value: fc.constantFrom('a', ...foreign), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('id'), value: fc.constantFrom(...foreign), at: fc.nat(3) }),
    fc.record({
      kind: fc.constant('field'),
      value: fc.oneof(fc.jsonValue(), fc.constantFrom(...foreign)),
      at: fc.nat(4),
    }),
  );
  type Change = { readonly kind: string; readonly value: unknown; readonly at?: number };
  const parameters = ['accountId', 'customerId', 'cardholderId', 'type', 'limit', 'platformCustomerId'];

  const apply = ({ line, body }: Example, { kind, value, at = 0 }: Change): Example => {
    const text = typeof value === 'string' ? value : '';
    const [method = '', target = ''] = line.split(' ');
    const [path = '', query = ''] = target.split('?');
    const segments = path.split('/');
    const again = (changed: string, search = query): string => `${changed}${search === '' ? '' : `?${search}`}`;
    switch (kind) {
      case 'method':
        return { line: `${text} ${target}`, body };
      case 'segment':
        return {
          line: `${method} ${again(segments.map((segment, index) => (index === 1 + (at % segments.length) ? text : segment)).join('/'))}`,
          body,
        };
      case 'insert':
        return {
          line: `${method} ${again([...segments.slice(0, 1 + at), text, ...segments.slice(1 + at)].join('/'))}`,
          body,
        };
      case 'parameter':
        return { line: `${method} ${again(path, `${query}&${parameters[at] ?? ''}=${text}`)}`, body };
      case 'id': {
        const whole = JSON.stringify({ line, body });
        const one = whole.match(/\w+:[0-9a-f]{8}[0-9a-f-]{28}/g)?.at(-1 - at);
        return one === undefined ? { line, body } : (JSON.parse(whole.replace(one, text)) as Example);
      }
      default: {
        const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
        return { line, body: { ...(body as object | undefined), [fields[at] ?? 'extra']: value } };
      }
    }
  };

  test(
    'reaches no more of the service than the table and the look-ups allow, and names no foreign record',
    { timeout: 60_000 },
    async () => {
      let reached = 0;
      let refused = 0;
      const property = fc.asyncProperty(
        fc.constantFrom(...examples),
        fc.array(change, { maxLength: 2 }),
        async (example, changes) => {
          const { line, body } = changes.reduce<Example>(apply, example);
          const [method = ''] = line.split(' ');
          const service = createFakeService();
          const sent = body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body };
          const response = await createTestRelay(service)(ask(line.replace(' ', ' /wallet'), sent));
          if (isForeign(await response.text())) throw new Error(`a foreign record came down for ${line}`);
          const calls = service.calls.filter(({ line: asked }) => !lookUps.has(templateOf(asked)));
          for (const call of calls) {
            if (!served.has(templateOf(call.line))) throw new Error(`the service was asked ${call.line}`);
            if (isForeign(call.line) || isForeign(call.body)) throw new Error(`a foreign id went up: ${call.line}`);
          }
          if (service.calls.length > 0) reached += 1;
          else refused += 1;
        },
      );
      await check(600, property);
      expect(reached).toBeGreaterThan(casesOf(100));
      expect(refused).toBeGreaterThan(casesOf(100));
    },
  );
});
