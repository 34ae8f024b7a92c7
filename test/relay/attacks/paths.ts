/** Attacks on what the path, the method and the headers say. */
import { ask } from '../service.ts';
import { hers, his, sent, sentRaw, type Attack, type AttackClass } from './run-attack.ts';

const funding = 'sandbox/internal-accounts';
const stamped = { 'Service-Wallet-Signature': 'c3RhbXA' };
const sessions = `/wallet/auth/sessions?accountId=${hers.account}`;
const sessionsLine = `GET /auth/sessions?accountId=${hers.account}`;
const executeLine = `POST /quotes/${hers.quote}/execute`;
const execute = executeLine.replace(' ', ' /wallet');
const lookUpQuote = `GET /quotes/${hers.quote}`;
const [noRoute, noTarget] = ['404 RELAY_ROUTE_NOT_FOUND', '400 RELAY_TARGET_INVALID'];

/** A read with headers that the service must not see. */
const carried = (title: string, headers: Record<string, string>): Attack => ({
  ...sent(title, '200', `GET ${sessions}`, { headers }),
  allowed: [sessionsLine],
});

/** Encoded slashes, double encoding, absolute-form, protocol-relative, header smuggling, method override. */
export const pathAttacks: readonly AttackClass[] = [
  {
    name: 'encoded slashes and dots',
    attacks: [
      sent('an encoded slash joins two segments into one', noRoute, `POST /wallet/quotes/${hers.quote}%2Fexecute`),
      sent(
        'encoded dots climb out of a record to the sandbox’s funding',
        noRoute,
        `POST /wallet/quotes/%2e%2e/${funding}/${hers.account}/fund`,
        { body: { amount: 1 } },
      ),
      sent('encoded dots and slashes climb to the sandbox’s control', noRoute, 'POST /wallet/..%2f_sandbox%2fsign-in'),
      sent('plain dots climb to the sandbox’s control', noRoute, 'POST /wallet/../_sandbox/sign', { body: {} }),
      sentRaw(
        'an encoded slash and dots follow an own id',
        noTarget,
        `GET /wallet/quotes/${hers.quote}%2f..%2f${his.quote}`,
      ),
      sentRaw(
        'encoded dots climb to the customers in a raw target',
        noTarget,
        'GET /wallet/auth/credentials/%2E%2e/%2e%2E/customers',
      ),
      sentRaw('plain dots climb in a raw target', noTarget, `GET /wallet/auth/../quotes/${hers.quote}`),
      sentRaw('a backslash stands for a slash', noTarget, 'GET /wallet/auth\\..\\customers'),
      sent('an id is written with an encoded colon', noRoute, `GET /wallet/quotes/${hers.quote.replace(':', '%3A')}`),
    ],
  },
  {
    name: 'double encoding',
    attacks: [
      sent('dots are encoded twice', noRoute, 'GET /wallet/quotes/%252e%252e/customers'),
      sent('a slash is encoded twice', noRoute, `POST /wallet/quotes/${hers.quote}%252Fexecute`),
      sentRaw(
        'a colon is encoded twice in a raw target',
        noTarget,
        `GET /wallet/quotes/${his.quote.replace(':', '%253A')}`,
      ),
      sent(
        'the scope of a list is encoded twice',
        '400 RELAY_QUERY_INVALID',
        `GET /wallet/auth/sessions?accountId=${hers.account.replace(':', '%253A')}`,
      ),
    ],
  },
  {
    name: 'absolute-form targets',
    attacks: [
      sentRaw('another host in the target', noTarget, `GET http://internal.example${sessions}`),
      sentRaw('the service itself in the target', noTarget, `GET https://service.example.com${sessions}`),
      sentRaw('credentials in the target', noTarget, `GET http://client:secret@app.example.com${sessions}`),
    ],
  },
  {
    name: 'protocol-relative targets',
    attacks: [
      sentRaw('two slashes name a host', noTarget, `GET //internal.example${sessions}`),
      sentRaw('a slash and a backslash name a host', noTarget, `GET /\\internal.example${sessions}`),
      sentRaw('two slashes after the mount path', noTarget, 'GET /wallet//internal.example/customers'),
      sent(
        'two slashes after the mount path of a standard request',
        noRoute,
        'GET /wallet//internal.example/customers',
      ),
    ],
  },
  {
    name: 'header smuggling',
    attacks: [
      carried('cookies and forwarding headers stay behind', {
        Cookie: 'a=b',
        Forwarded: 'for=1',
        'X-Forwarded-Host': 'evil.example',
      }),
      carried('credentials of the sender’s own stay behind', {
        Authorization: 'Basic ZXZpbA',
        'Proxy-Authorization': 'Basic ZXZpbA',
      }),
      carried('another deployment’s signature header stays behind', { 'Grid-Wallet-Signature': 'c3RhbXA' }),
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
      sentRaw(
        'two signatures in one request',
        '400 RELAY_HEADER_INVALID',
        execute,
        'Service-Wallet-Signature: one',
        'Service-Wallet-Signature: two',
        'Content-Length: 0',
      ),
      sent('a signature of ten thousand characters', '400 RELAY_HEADER_INVALID', execute, {
        headers: { 'Service-Wallet-Signature': 'A'.repeat(10_000) },
      }),
      sent('an idempotency key with a second value behind a comma and a space', '400 RELAY_HEADER_INVALID', execute, {
        headers: { 'Idempotency-Key': 'one, two' },
      }),
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
          return send(ask(execute, { headers }));
        },
        allowed: [lookUpQuote, executeLine],
        says: '200',
      },
      sent('a query that asks for another method', '400 RELAY_QUERY_INVALID', `${execute}?_method=DELETE`),
      sent('a body that asks for another method', '400 RELAY_BODY_INVALID', `PATCH /wallet/cards/${hers.card}`, {
        body: { state: 'FROZEN', _method: 'DELETE' },
      }),
      sent('a method that the route doesn’t have', noRoute, `PUT /wallet/cards/${hers.card}`, {
        body: { state: 'CLOSED' },
      }),
      sent('a method that reads as GET elsewhere', noRoute, `HEAD ${sessions}`),
    ],
  },
];
