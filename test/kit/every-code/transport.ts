/** For each code of `TransportError`, the way in which a caller of the wallet meets it. */
import type { TransportErrorCode } from 'countersign';
import { open, openSignedIn, signIn } from './opened.ts';
import type { Provocations } from './provocations.ts';

const noCard = 'Card:00000000-0000-4000-8000-00000000000a';

/** Asks for a code where the network gives this answer. */
async function answered(answer: () => Promise<Response>): Promise<unknown> {
  const { wallet, network } = await open();
  network.answer = answer;
  return wallet.emailOtp.begin();
}

const refusal = (status: number, code: string): Promise<Response> =>
  Promise.resolve(Response.json({ status, code, message: 'No.' }, { status }));

export const provokeTransport: Provocations<TransportErrorCode> = {
  NETWORK_FAILED: () => answered(() => Promise.reject(new TypeError('fetch failed'))),
  TIMED_OUT: async () => {
    const { wallet, network, bench } = await open();
    network.answer = () => {
      bench.clock.advance(30_000);
      return new Promise(() => {});
    };
    return wallet.emailOtp.begin();
  },
  ANSWER_INVALID: () => answered(() => Promise.resolve(new Response('<h1>Hello</h1>'))),
  REFUSED: async () => (await openSignedIn()).wallet.card.freeze(noCard),
  PLATFORM_LOGIN_REQUIRED: async () => {
    const { wallet } = await open({}, { relay: { identify: () => null } });
    return wallet.emailOtp.begin();
  },
  REDIRECTED: () => answered(() => Promise.resolve(new Response(null, { status: 302 }))),
  RATE_LIMITED: () => answered(() => refusal(429, 'RATE_LIMITED')),
  SERVICE_FAILED: () => answered(() => refusal(500, 'INTERNAL_ERROR')),
  CHALLENGE_EXPIRED: async () => {
    let hesitate = (): void => undefined;
    const { wallet, bench } = await openSignedIn({
      approve: () => {
        hesitate();
        return true;
      },
    });
    // Longer than a challenge lives, each time.
    hesitate = () => bench.clock.advance(6 * 60_000);
    return wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com');
  },
  OUTCOME_UNKNOWN: async () => {
    const { wallet, bench } = await open();
    await bench.fault({ path: '/auth/credentials/*/verify', leg: 2, drop: 'after' });
    return signIn(wallet);
  },
};
