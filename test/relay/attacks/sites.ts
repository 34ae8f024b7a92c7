/** Attacks from another site's page, and with challenges that were used or are somebody else's. */
import { encodeBase64url, encodeUtf8 } from '../../../src/encoding/index.ts';
import { ask, bob, id, json, pageOrigin } from '../service.ts';
import { hers, his, type Answer, type AttackContext, type Attack, type AttackClass } from './run-attack.ts';

const freeze = `PATCH /wallet/cards/${hers.card}`;
const sessions = `GET /wallet/auth/sessions?accountId=${hers.account}`;
const addLine = 'POST /auth/credentials';
const requestId = id('Request', '1');

const foreign = (title: string, line: string, headers: Record<string, string>, body?: unknown): Attack => ({
  title,
  send: ({ send }) => send(ask(line, { body, headers })),
  // Where only the site is another, the page may be the platform's own, set up wrongly.
  says: `403 ${headers['Sec-Fetch-Site'] !== undefined && body !== undefined ? 'RELAY_SITE_REFUSED' : 'RELAY_ORIGIN_REFUSED'}`,
});

/** Asks for a challenge, as the kit does. */
async function challengeOf({ send }: AttackContext, accountId: string = hers.account): Promise<string> {
  const answer = await send(ask('POST /wallet/passkey-challenge', { body: { accountId } }));
  return (JSON.parse(answer.body) as { challenge: string }).challenge;
}

/** The body that adds a passkey. */
function passkey(
  challenge: string,
  { nickname = 'Sample key', inner = challenge }: { nickname?: string; inner?: string } = {},
) {
  const clientData = { type: 'webauthn.create', challenge: inner, origin: pageOrigin };
  const clientDataJson = encodeBase64url(encodeUtf8(JSON.stringify(clientData)));
  const attestation = { credentialId: 'AAAA', clientDataJson, attestationObject: 'AAAA', transports: ['internal'] };
  return { type: 'PASSKEY', accountId: hers.account, nickname, challenge, attestation };
}

/** The service asks for a stamp first and adds the passkey then. */
function expectPasskey({ service }: AttackContext): void {
  service.on(addLine, (request) => {
    const signed = request.headers.has('Service-Wallet-Signature');
    return signed ? json({ id: id('AuthMethod', '3') }, 201) : json({ payloadToSign: '{}', requestId }, 202);
  });
}

function add({ send }: AttackContext, body: unknown, leg: 1 | 2): Promise<Answer> {
  const headers = leg === 1 ? {} : { 'Service-Wallet-Signature': 'c3RhbXA', 'Request-Id': requestId };
  return send(ask(`POST /wallet/auth/credentials`, { body, headers }));
}

const says = '409 RELAY_CHALLENGE_INVALID';

/** Cross-site requests and replayed challenges. */
export const siteAttacks: readonly AttackClass[] = [
  {
    name: 'cross-site requests',
    attacks: [
      foreign('a change from another site', freeze, { Origin: 'https://evil.example' }, { state: 'CLOSED' }),
      foreign('a change from a sandboxed frame', freeze, { Origin: 'null' }, { state: 'CLOSED' }),
      foreign(
        'a change from a host that begins like ours',
        freeze,
        { Origin: `${pageOrigin}.evil.example` },
        { state: 'CLOSED' },
      ),
      foreign('a change from our host without TLS', freeze, { Origin: 'http://app.example.com' }, { state: 'CLOSED' }),
      foreign(
        'a change that fetch metadata calls cross-site',
        freeze,
        { 'Sec-Fetch-Site': 'cross-site' },
        { state: 'CLOSED' },
      ),
      foreign('a read that fetch metadata calls cross-site', sessions, { 'Sec-Fetch-Site': 'cross-site' }),
      foreign('a read with a foreign Origin', sessions, { Origin: 'https://evil.example' }),
      {
        title: 'a change without an Origin',
        send: ({ send }) =>
          send(new Request(`${pageOrigin}/wallet/auth/sessions/${hers.session}`, { method: 'DELETE' })),
        says: '403 RELAY_ORIGIN_REFUSED',
      },
      {
        title: 'a preflight from another site',
        send: ({ send }) =>
          send(ask(`OPTIONS /wallet/cards/${hers.card}`, { headers: { 'Access-Control-Request-Method': 'PATCH' } })),
        says: '404 RELAY_ROUTE_NOT_FOUND',
        hides: ['access-control'],
      },
    ],
  },
  {
    name: 'replayed challenges',
    attacks: [
      {
        title: 'a challenge that has added its passkey',
        send: async (context) => {
          expectPasskey(context);
          const body = passkey(await challengeOf(context));
          await add(context, body, 1);
          await add(context, body, 2);
          return add(context, body, 1);
        },
        allowed: [addLine, addLine],
        says,
      },
      {
        title: 'another body under the challenge of the first leg',
        send: async (context) => {
          expectPasskey(context);
          const challenge = await challengeOf(context);
          await add(context, passkey(challenge), 1);
          return add(context, passkey(challenge, { nickname: 'Another key' }), 2);
        },
        allowed: [addLine],
        says,
      },
      {
        title: 'somebody else’s challenge',
        send: async (context) => {
          expectPasskey(context);
          context.signIn(bob);
          const challenge = await challengeOf(context, his.account);
          context.signIn({ ...bob, userId: 'user-carol', accountIds: [hers.account] });
          return add(context, passkey(challenge), 1);
        },
        says,
      },
      {
        title: 'a challenge that has expired',
        send: async (context) => {
          expectPasskey(context);
          const challenge = await challengeOf(context);
          context.clock.advance(300_000);
          return add(context, passkey(challenge), 1);
        },
        says,
      },
      {
        title: 'a challenge that nobody issued',
        send: (context) => {
          expectPasskey(context);
          return add(context, passkey('B'.repeat(43)), 1);
        },
        says,
      },
      {
        title: 'client data made for another challenge',
        send: async (context) => {
          expectPasskey(context);
          return add(context, passkey(await challengeOf(context), { inner: 'C'.repeat(43) }), 1);
        },
        says,
      },
      {
        title: 'two requests at once with one challenge',
        send: async (context) => {
          expectPasskey(context);
          const challenge = await challengeOf(context);
          const [first, second] = await Promise.all([
            add(context, passkey(challenge), 1),
            add(context, passkey(challenge, { nickname: 'Another key' }), 1),
          ]);
          // Over sockets either may come first.
          return first.status < 300 ? second : first;
        },
        allowed: [addLine],
        says,
      },
    ],
  },
];
