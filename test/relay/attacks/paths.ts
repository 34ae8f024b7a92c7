/** Attacks on what the path, the method and the headers say. */
import { ask } from '../service.ts';
import { head, hers, his, type AttackClass } from './run-attack.ts';

const funding = 'sandbox/internal-accounts';
const stamped = { 'Service-Wallet-Signature': 'c3RhbXA' };
const sessions = `/wallet/auth/sessions?accountId=${hers.account}`;
const sessionsLine = `GET /auth/sessions?accountId=${hers.account}`;
const executeLine = `POST /quotes/${hers.quote}/execute`;
const lookUpQuote = `GET /quotes/${hers.quote}`;

/** Encoded slashes, double encoding, absolute-form, protocol-relative, header smuggling, method override. */
export const pathAttacks: readonly AttackClass[] = [
  {
    name: 'encoded slashes and dots',
    attacks: [
      {
        title: 'an encoded slash joins two segments into one',
        send: ({ send }) => send(ask(`POST /wallet/quotes/${hers.quote}%2Fexecute`)),
        says: '404 RELAY_ROUTE_NOT_FOUND',
      },
      {
        title: 'encoded dots climb out of a record to the sandbox’s funding',
        send: ({ send }) =>
          send(ask(`POST /wallet/quotes/%2e%2e/${funding}/${hers.account}/fund`, { body: { amount: 1 } })),
        says: '404 RELAY_ROUTE_NOT_FOUND',
      },
      {
        title: 'an encoded slash and dots follow an own id',
        send: ({ raw }) => raw(head(`GET /wallet/quotes/${hers.quote}%2f..%2f${his.quote}`)),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'encoded dots climb to the customers in a raw target',
        send: ({ raw }) => raw(head('GET /wallet/auth/credentials/%2E%2e/%2e%2E/customers')),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'plain dots climb in a raw target',
        send: ({ raw }) => raw(head(`GET /wallet/auth/../quotes/${hers.quote}`)),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'a backslash stands for a slash',
        send: ({ raw }) => raw(head('GET /wallet/auth\\..\\customers')),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'an id is written with an encoded colon',
        send: ({ send }) => send(ask(`GET /wallet/quotes/${hers.quote.replace(':', '%3A')}`)),
        says: '404 RELAY_ROUTE_NOT_FOUND',
      },
    ],
  },
  {
    name: 'double encoding',
    attacks: [
      {
        title: 'dots are encoded twice',
        send: ({ send }) => send(ask('GET /wallet/quotes/%252e%252e/customers')),
        says: '404 RELAY_ROUTE_NOT_FOUND',
      },
      {
        title: 'a slash is encoded twice',
        send: ({ send }) => send(ask(`POST /wallet/quotes/${hers.quote}%252Fexecute`)),
        says: '404 RELAY_ROUTE_NOT_FOUND',
      },
      {
        title: 'a colon is encoded twice in a raw target',
        send: ({ raw }) => raw(head(`GET /wallet/quotes/${his.quote.replace(':', '%253A')}`)),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'the scope of a list is encoded twice',
        send: ({ send }) => send(ask(`GET /wallet/auth/sessions?accountId=${hers.account.replace(':', '%253A')}`)),
        says: '400 RELAY_QUERY_INVALID',
      },
    ],
  },
  {
    name: 'absolute-form targets',
    attacks: [
      {
        title: 'another host in the target',
        send: ({ raw }) => raw(head(`GET http://internal.example${sessions}`)),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'the service itself in the target',
        send: ({ raw }) => raw(head(`GET https://service.example.com${sessions}`)),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'credentials in the target',
        send: ({ raw }) => raw(head(`GET http://client:secret@app.example.com${sessions}`)),
        says: '400 RELAY_TARGET_INVALID',
      },
    ],
  },
  {
    name: 'protocol-relative targets',
    attacks: [
      {
        title: 'two slashes name a host',
        send: ({ raw }) => raw(head(`GET //internal.example${sessions}`)),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'a slash and a backslash name a host',
        send: ({ raw }) => raw(head(`GET /\\internal.example${sessions}`)),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'two slashes after the mount path',
        send: ({ raw }) => raw(head('GET /wallet//internal.example/customers')),
        says: '400 RELAY_TARGET_INVALID',
      },
      {
        title: 'two slashes after the mount path of a standard request',
        send: ({ send }) => send(ask('GET /wallet//internal.example/customers')),
        says: '404 RELAY_ROUTE_NOT_FOUND',
      },
    ],
  },
  {
    name: 'header smuggling',
    attacks: [
      {
        title: 'cookies and forwarding headers stay behind',
        send: ({ send }) =>
          send(
            ask(`GET ${sessions}`, {
              headers: { Cookie: 'a=b', Forwarded: 'for=1', 'X-Forwarded-Host': 'evil.example' },
            }),
          ),
        allowed: [sessionsLine],
        says: '200',
      },
      {
        title: 'credentials of the sender’s own stay behind',
        send: ({ send }) =>
          send(
            ask(`GET ${sessions}`, {
              headers: { Authorization: 'Basic ZXZpbA', 'Proxy-Authorization': 'Basic ZXZpbA' },
            }),
          ),
        allowed: [sessionsLine],
        says: '200',
      },
      {
        title: 'a header named in Connection stays behind, and so does Connection',
        send: ({ raw }) =>
          raw([
            `GET ${sessions} HTTP/1.1`,
            'Host: app.example.com',
            'Connection: close, X-Internal',
            'X-Internal: 1',
            'TE: trailers',
          ]),
        allowed: [sessionsLine],
        says: '200',
      },
      {
        title: 'two signatures in one request',
        send: ({ raw }) =>
          raw(
            head(
              `POST /wallet/quotes/${hers.quote}/execute`,
              'Service-Wallet-Signature: one',
              'Service-Wallet-Signature: two',
              'Content-Length: 0',
            ),
          ),
        says: '400 RELAY_HEADER_INVALID',
      },
      {
        title: 'a signature of ten thousand characters',
        send: ({ send }) =>
          send(
            ask(`POST /wallet/quotes/${hers.quote}/execute`, {
              headers: { 'Service-Wallet-Signature': 'A'.repeat(10_000) },
            }),
          ),
        says: '400 RELAY_HEADER_INVALID',
      },
      {
        title: 'an idempotency key with a second value behind a comma and a space',
        send: ({ send }) =>
          send(ask(`POST /wallet/quotes/${hers.quote}/execute`, { headers: { 'Idempotency-Key': 'one, two' } })),
        says: '400 RELAY_HEADER_INVALID',
      },
      {
        title: 'another deployment’s signature header stays behind',
        send: ({ send }) => send(ask(`GET ${sessions}`, { headers: { 'Grid-Wallet-Signature': 'c3RhbXA' } })),
        allowed: [sessionsLine],
        says: '200',
      },
    ],
  },
  {
    name: 'method override',
    attacks: [
      {
        title: 'a header that asks for another method stays behind',
        send: async ({ send, service }) => {
          service.on(executeLine, { id: hers.quote, status: 'PROCESSING' });
          const headers = { ...stamped, 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' };
          return send(ask(`POST /wallet/quotes/${hers.quote}/execute`, { headers }));
        },
        allowed: [lookUpQuote, executeLine],
        says: '200',
      },
      {
        title: 'a query that asks for another method',
        send: ({ send }) => send(ask(`POST /wallet/quotes/${hers.quote}/execute?_method=DELETE`)),
        says: '400 RELAY_QUERY_INVALID',
      },
      {
        title: 'a body that asks for another method',
        send: ({ send }) =>
          send(ask(`PATCH /wallet/cards/${hers.card}`, { body: { state: 'FROZEN', _method: 'DELETE' } })),
        says: '400 RELAY_BODY_INVALID',
      },
      {
        title: 'a method that the route doesn’t have',
        send: ({ send }) => send(ask(`PUT /wallet/cards/${hers.card}`, { body: { state: 'CLOSED' } })),
        says: '404 RELAY_ROUTE_NOT_FOUND',
      },
      {
        title: 'a method that reads as GET elsewhere',
        send: ({ send }) => send(ask(`HEAD ${sessions}`)),
        says: '404 RELAY_ROUTE_NOT_FOUND',
      },
    ],
  },
];
