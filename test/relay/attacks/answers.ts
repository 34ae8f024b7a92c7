/** Attacks by a service, or by what stands in its place, that answers more than it should. */
import { ask, json } from '../service.ts';
import { hers, type Attack, type AttackClass } from './run-attack.ts';

const line = `GET /auth/sessions?accountId=${hers.account}`;
const cards = `PATCH /cards/${hers.card}`;
const lookUpCard = `GET /cards/${hers.card}`;
const internals = 'at Ledger.debit (/srv/app/ledger.js:10)';

function answered(title: string, response: () => Response, hides: readonly string[], says: string): Attack {
  return {
    title,
    send: ({ send, service }) => {
      service.on(line, response);
      return send(ask(line.replace(' ', ' /wallet')));
    },
    allowed: [line],
    says,
    hides,
  };
}

const invalid = '502 RELAY_UPSTREAM_INVALID';
const redirect = (status: number, location: string) => (): Response =>
  new Response('{}', { status, headers: { Location: location, 'Content-Type': 'application/json' } });
const html = (status: number) => (): Response =>
  new Response(`<h1>Error</h1>${internals}`, { status, headers: { 'Content-Type': 'text/html' } });

/** Redirects and error text of the service. */
export const answerAttacks: readonly AttackClass[] = [
  {
    name: 'upstream redirects',
    attacks: [
      answered('to another host', redirect(302, 'https://evil.example/'), ['evil.example'], invalid),
      answered('to the metadata service', redirect(301, 'http://169.254.169.254/'), ['169.254'], invalid),
      answered('to a path of the service', redirect(308, '/2025-10-13/customers'), ['customers'], invalid),
      {
        title: 'of a change, body and all',
        send: ({ send, service }) => {
          service.on(cards, redirect(307, 'https://evil.example/'));
          return send(ask(cards.replace(' ', ' /wallet'), { body: { state: 'FROZEN' } }));
        },
        allowed: [lookUpCard, cards],
        says: invalid,
        hides: ['evil.example'],
      },
    ],
  },
  {
    name: 'error text from the service',
    attacks: [
      answered('a page with a stack trace', html(500), [internals], invalid),
      answered('a page that calls itself a success', html(200), [internals], invalid),
      answered(
        'an error body with a stack trace beside its fields',
        () => json({ status: 400, code: 'INVALID_INPUT', message: 'no', stack: internals }, 400),
        [internals],
        '400 INVALID_INPUT',
      ),
      answered(
        'an internal error that explains itself',
        () => json({ status: 500, code: 'INTERNAL_ERROR', message: internals, details: { query: internals } }, 500),
        [internals],
        '500 INTERNAL_ERROR',
      ),
      answered('an error of another shape', () => json({ error: { message: internals } }, 400), [internals], invalid),
      answered('JSON cut short', () => new Response(`{"data":["${internals}`, jsonType), [internals], invalid),
      answered(
        'an answer of two megabytes',
        () => json({ data: [], more: 'x'.repeat(2_000_000) }),
        ['xxxxxxxx'],
        invalid,
      ),
      answered(
        'the relay’s own credentials',
        () => json({ data: [], request: { authorization: `Basic ${btoa('client:very-secret-secret')}` } }),
        [btoa('client:very-secret-secret')],
        invalid,
      ),
      answered(
        'cookies and headers that open the answer to other sites',
        () =>
          json({ data: [] }, 200, { 'Set-Cookie': 'a=b', 'Access-Control-Allow-Origin': '*', Server: 'internal/1' }),
        ['set-cookie', 'access-control', 'internal/1'],
        '200',
      ),
      answered(
        'a refusal of the relay’s credentials, which would sign the user out',
        () => json({ status: 401, code: 'UNAUTHORIZED', message: 'client is disabled' }, 401),
        ['client is disabled'],
        '502 RELAY_UPSTREAM_REFUSED',
      ),
    ],
  },
];

const jsonType = { headers: { 'Content-Type': 'application/json' } };
