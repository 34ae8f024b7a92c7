/** Limits: one person can't use up the service for the others. Runs last, since it uses up the other person's limits. */
import type { RelayPromise, RelayRequest, Trial } from '../trial.ts';

const most = 200;

/** Sends the same until it is refused for its number. */
async function sendsUntilRefused(trial: Trial, line: string, body?: object): Promise<void> {
  const request: RelayRequest = { line, by: 'other', ...(body === undefined ? {} : { body }) };
  for (let sent = 0; ; sent += 1) {
    trial.service.takeCalls();
    const answer = await trial.sendOnce(request);
    const exchange = { request, answer, calls: trial.service.takeCalls() };
    if (answer.status === 429 && exchange.calls.length === 0) {
      return trial.holds(answer.headers.has('Retry-After'), exchange, 'the 429 lacks Retry-After');
    }
    if (sent === most) return trial.holds(false, exchange, `${String(most)} of them in a row reached the service`);
  }
}

/** Promises about the limits for one person. */
export const limits: readonly RelayPromise[] = [
  {
    says: "one person can't have codes sent without end",
    check: (trial) => sendsUntilRefused(trial, `POST /auth/credentials/${trial.subjects.other.credentialId}/challenge`),
  },
  {
    says: "one person can't guess at a code without end",
    check: (trial) =>
      sendsUntilRefused(trial, `POST /auth/credentials/${trial.subjects.other.credentialId}/verify`, {
        type: 'EMAIL_OTP',
        encryptedOtpBundle: '{"encappedPublic":"04","ciphertext":"00"}',
      }),
  },
];
