/** Challenges for adding a passkey, which the relay itself issues. The service is stood in for: no authenticator is at hand. */
import { encodeBase64url, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import { codeOf, type RelayExchange, type RelayPromise, type Trial } from '../trial.ts';
import type { StandIn } from '../observed-service.ts';

const requestId = 'Request:00000000-0000-7000-8000-00000000000e';
const add = 'POST /auth/credentials';

const json = (body: object, status: number): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** The service asks for a stamp, and adds the passkey then. */
function serviceOf({ signatureHeader }: Trial): StandIn {
  return ({ line, headers }) => {
    if (line !== add) return null;
    return headers.has(signatureHeader)
      ? json({ id: 'AuthMethod:00000000-0000-7000-8000-00000000000d' }, 201)
      : json({ payloadToSign: '{}', requestId, expiresAt: '2030-01-01T00:00:00.000Z' }, 202);
  };
}

async function challengeFor({ send, subjects }: Trial): Promise<string> {
  const { answer } = await send({ line: 'POST /passkey-challenge', body: { accountId: subjects.user.accountId } });
  if (answer.status !== 200)
    throw new Error(`POST /passkey-challenge was answered ${String(answer.status)} ${codeOf(answer)}`);
  return (JSON.parse(answer.body) as { challenge: string }).challenge;
}

interface PasskeyOptions {
  readonly nickname?: string;
  /** The challenge within the client data, where it is another. */
  readonly inner?: string;
  readonly accountId?: string;
}

function passkeyOf(trial: Trial, challenge: string, options: PasskeyOptions = {}): object {
  const { nickname = 'Sample key', inner = challenge, accountId = trial.subjects.user.accountId } = options;
  const clientData = { type: 'webauthn.create', challenge: inner, origin: trial.origin };
  const clientDataJson = encodeBase64url(encodeUtf8(JSON.stringify(clientData)));
  const attestation = { credentialId: 'AAAA', clientDataJson, attestationObject: 'AAAA', transports: ['internal'] };
  return { type: 'PASSKEY', accountId, nickname, challenge, attestation };
}

function leg(trial: Trial, body: object, which: 1 | 2): Promise<RelayExchange> {
  const headers = which === 1 ? {} : { [trial.signatureHeader]: 'c3RhbXA', 'Request-Id': requestId };
  return trial.send({ line: add, body, headers });
}

const refused = { status: [400, 403, 409] } as const;

/** Promises about using up challenges. */
export const challenges: readonly RelayPromise[] = [
  {
    says: 'a passkey challenge serves both legs of one request, and no third',
    check: (trial) =>
      trial.service.during(serviceOf(trial), async () => {
        const body = passkeyOf(trial, await challengeFor(trial));
        for (const which of [1, 2] as const) {
          const exchange = await leg(trial, body, which);
          const expected = which === 1 ? 202 : 201;
          trial.holds(
            exchange.answer.status === expected,
            exchange,
            `leg ${String(which)} was answered ${String(exchange.answer.status)} ${codeOf(exchange.answer)}`,
          );
        }
        await trial.refuses({ line: add, body }, refused);
      }),
  },
  {
    says: "a passkey challenge serves no other body, nobody else, and none that it wasn't made for",
    check: (trial) =>
      trial.service.during(serviceOf(trial), async () => {
        const challenge = await challengeFor(trial);
        await leg(trial, passkeyOf(trial, challenge), 1);
        const another = passkeyOf(trial, challenge, { nickname: 'Another key' });
        await trial.refuses(
          { line: add, body: another, headers: { [trial.signatureHeader]: 'c3RhbXA', 'Request-Id': requestId } },
          refused,
        );
        const theirs = passkeyOf(trial, await challengeFor(trial), { accountId: trial.subjects.other.accountId });
        await trial.refuses({ line: add, body: theirs, by: 'other' }, refused);
        await trial.refuses({ line: add, body: passkeyOf(trial, 'B'.repeat(43)) }, refused);
        const inner = 'C'.repeat(43);
        await trial.refuses({ line: add, body: passkeyOf(trial, await challengeFor(trial), { inner }) }, refused);
      }),
  },
  {
    says: 'of two requests at once with one passkey challenge one gets through',
    check: (trial) =>
      trial.service.during(serviceOf(trial), async () => {
        const challenge = await challengeFor(trial);
        trial.service.takeCalls();
        const answers = await Promise.all(
          ['One key', 'Another key'].map((nickname) =>
            trial.sendOnce({ line: add, body: passkeyOf(trial, challenge, { nickname }) }),
          ),
        );
        const calls = trial.service.takeCalls();
        const [answer] = answers;
        if (answer === undefined) return;
        trial.holds(
          calls.length === 1,
          { request: { line: add, body: { type: 'PASSKEY', challenge } }, answer, calls },
          `the service was asked ${String(calls.length)} times`,
        );
      }),
  },
];
