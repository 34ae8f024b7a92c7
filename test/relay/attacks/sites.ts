/** Attacks from another site's page, and with challenges that were used or are somebody else's. */
import { encodeBase64url, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { ask, bob, id, json, pageOrigin } from '../service.ts';
import { hers, his, sent, type Answer, type AttackContext, type Attack, type AttackClass } from './run-attack.ts';

const freeze = `PATCH /wallet/cards/${hers.card}`;
const sessions = `GET /wallet/auth/sessions?accountId=${hers.account}`;
const addLine = 'POST /auth/credentials';
const requestId = id('Request', '1');

const foreign = (title: string, line: string, headers: Record<string, string>, body?: unknown): Attack =>
  // Where only the site is another, the page may be the platform's own, set up wrongly.
  sent(
    title,
    `403 ${headers['Sec-Fetch-Site'] !== undefined && body !== undefined ? 'RELAY_SITE_REFUSED' : 'RELAY_ORIGIN_REFUSED'}`,
    line,
    { body, headers },
  );
/** A change from another place. */
const changed = (title: string, headers: Record<string, string>): Attack =>
  foreign(title, freeze, headers, { state: 'CLOSED' });

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

function add({ send }: AttackContext, body: unknown, leg: 1 | 2): Promise<Answer> {
  const headers = leg === 1 ? {} : { 'Service-Wallet-Signature': 'c3RhbXA', 'Request-Id': requestId };
  return send(ask(`POST /wallet/auth/credentials`, { body, headers }));
}

/** An attack with a challenge, on a service that asks for a stamp first and adds the passkey then. */
const replayed = (
  title: string,
  allowed: readonly string[],
  attack: (context: AttackContext) => Promise<Answer>,
): Attack => ({
  title,
  send: (context) => {
    context.service.on(addLine, ({ headers }) =>
      headers.has('Service-Wallet-Signature')
        ? json({ id: id('AuthMethod', '3') }, 201)
        : json({ payloadToSign: '{}', requestId }, 202),
    );
    return attack(context);
  },
  allowed,
  says: '409 RELAY_CHALLENGE_INVALID',
});

/** Cross-site requests and replayed challenges. */
export const siteAttacks: readonly AttackClass[] = [
  {
    name: 'cross-site requests',
    attacks: [
      changed('a change from another site', { Origin: 'https://evil.example' }),
      changed('a change from a sandboxed frame', { Origin: 'null' }),
      changed('a change from a host that begins like ours', { Origin: `${pageOrigin}.evil.example` }),
      changed('a change from our host without TLS', { Origin: 'http://app.example.com' }),
      changed('a change that fetch metadata calls cross-site', { 'Sec-Fetch-Site': 'cross-site' }),
      foreign('a read that fetch metadata calls cross-site', sessions, { 'Sec-Fetch-Site': 'cross-site' }),
      foreign('a read with a foreign Origin', sessions, { Origin: 'https://evil.example' }),
      {
        title: 'a change without an Origin',
        send: ({ send }) =>
          send(new Request(`${pageOrigin}/wallet/auth/sessions/${hers.session}`, { method: 'DELETE' })),
        says: '403 RELAY_ORIGIN_REFUSED',
      },
      {
        ...sent('a preflight from another site', '404 RELAY_ROUTE_NOT_FOUND', `OPTIONS /wallet/cards/${hers.card}`, {
          headers: { 'Access-Control-Request-Method': 'PATCH' },
        }),
        hides: ['access-control'],
      },
    ],
  },
  {
    name: 'replayed challenges',
    attacks: [
      replayed('a challenge that has added its passkey', [addLine, addLine], async (context) => {
        const body = passkey(await challengeOf(context));
        await add(context, body, 1);
        await add(context, body, 2);
        return add(context, body, 1);
      }),
      replayed('another body under the challenge of the first leg', [addLine], async (context) => {
        const challenge = await challengeOf(context);
        await add(context, passkey(challenge), 1);
        return add(context, passkey(challenge, { nickname: 'Another key' }), 2);
      }),
      replayed('somebody else’s challenge', [], async (context) => {
        context.signIn(bob);
        const challenge = await challengeOf(context, his.account);
        context.signIn({ ...bob, userId: 'user-carol', accountIds: [hers.account] });
        return add(context, passkey(challenge), 1);
      }),
      replayed('a challenge that has expired', [], async (context) => {
        const challenge = await challengeOf(context);
        context.clock.advance(300_000);
        return add(context, passkey(challenge), 1);
      }),
      replayed('a challenge that nobody issued', [], (context) => add(context, passkey('B'.repeat(43)), 1)),
      replayed('client data made for another challenge', [], async (context) =>
        add(context, passkey(await challengeOf(context), { inner: 'C'.repeat(43) }), 1),
      ),
      replayed('two requests at once with one challenge', [addLine], async (context) => {
        const challenge = await challengeOf(context);
        const [first, second] = await Promise.all([
          add(context, passkey(challenge), 1),
          add(context, passkey(challenge, { nickname: 'Another key' }), 1),
        ]);
        // Over sockets either may come first.
        return first.status < 300 ? second : first;
      }),
    ],
  },
];
