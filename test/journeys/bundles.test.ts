import type { Sandbox } from 'countersign-sandbox';
import { describe, expect, test } from 'vitest';
import { createTestEnclave } from '../kit/crypto/enclave.ts';
import { createTestBench, signedIn, type TestBench } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

const code = '000000';
const enclave = await createTestEnclave(3);

interface Lying {
  readonly bench: TestBench;
  /** Names that the enclave's bundles hold from now on beside their target. */
  named: Readonly<Record<string, unknown>>;
  /** Their signer: the sandbox's own enclave, or the second one. */
  signer: 'old' | 'next';
}

/** A service whose bundles a second pinned enclave signs anew, over the target of the first. */
async function lying(): Promise<Lying> {
  const between = async (request: Request, send: Sandbox['fetch']): Promise<Response> => {
    const answer = await send(request);
    if (!request.url.endsWith('/challenge') || service.signer === 'old') return answer;
    const body = (await answer.json()) as { otpEncryptionTargetBundle: string };
    const { data } = JSON.parse(body.otpEncryptionTargetBundle) as { data: string };
    const message = JSON.parse(Buffer.from(data, 'hex').toString()) as Record<string, unknown>;
    const bundle = await enclave.bundle({ ...message, ...service.named });
    return Response.json({ ...body, otpEncryptionTargetBundle: bundle }, answer);
  };
  const service: Lying = { bench: await createTestBench({ between }), named: {}, signer: 'next' };
  return service;
}

const signIn = async (wallet: Awaited<ReturnType<typeof signedIn>>) => (await wallet.emailOtp.begin()).verify(code);

describe('a bundle for a code', () => {
  test('for another organization or user is refused once a session has learnt whose the wallet is, also after its end', async () => {
    const service = await lying();
    const { bench } = service;
    const wallet = await signedIn(bench, { enclaveKeys: [enclave.quorumHex] });
    const learnt: string[] = [];
    const teller = bench.newWallet({
      enclaveKeys: [enclave.quorumHex],
      onPayload: ({ reading, learns }) => {
        if (reading.kind !== 'activity' || learns.length === 0) return;
        learnt.push(reading.organizationId ?? '', String(reading.parameters['userId']));
      },
    });
    await signIn(teller);
    await teller.credentials.changeEmail(bench.customerId, 'new.address@example.com');
    const [organizationId, userId] = learnt;
    expect([organizationId, userId]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    for (const end of [() => undefined, () => bench.clock.advance(15 * 60_000)]) {
      end();
      for (const named of [{ organizationId: 'another' }, { userId: 'another' }, { organizationId, userId: null }]) {
        service.named = named;
        const error = await signIn(teller).catch((cause: unknown) => cause);
        expect(error).toMatchObject({ code: 'BUNDLE_MISMATCH', nextStep: 'restart' });
      }
      service.named = { organizationId, userId };
      await signIn(teller);
    }
    // Who has signed nothing yet knows no ids to compare with.
    service.named = { organizationId: 'another' };
    await signIn(wallet);
    // A sign-out forgets them: the account may have moved.
    await teller.session.revoke();
    await signIn(teller);
  });
});

describe('a rotation of the quorum key', () => {
  test('needs no pause: with both keys pinned either signs, and once the old one is withdrawn it signs nothing more', async () => {
    const service = await lying();
    const { bench } = service;
    const [old, next] = [bench.sandbox.enclavePublicKeyHex, enclave.quorumHex];
    const outcomes = async (enclaveKeys: readonly string[]): Promise<readonly string[]> => {
      const told: string[] = [];
      for (const signer of ['old', 'next'] as const) {
        service.signer = signer;
        const wallet = bench.newWallet({ enclaveKeys });
        const outcome = signIn(wallet).then(
          () => 'signed in',
          ({ code: said, nextStep }: { readonly code: string; readonly nextStep: string }) => `${said} ${nextStep}`,
        );
        told.push(await outcome);
      }
      return told;
    };
    const refused = 'BUNDLE_KEY_NOT_PINNED configure';
    expect(await outcomes([old])).toEqual(['signed in', refused]);
    expect(await outcomes([old, next])).toEqual(['signed in', 'signed in']);
    expect(await outcomes([next])).toEqual([refused, 'signed in']);
  });

  test('ends no session: whoever is signed in when a key is withdrawn goes on', async () => {
    const { bench } = await lying();
    const store = createTabStore();
    const before = bench.newWallet({ store, enclaveKeys: [bench.sandbox.enclavePublicKeyHex, enclave.quorumHex] });
    await signIn(before);
    before.close();
    const after = bench.newWallet({ store, enclaveKeys: [enclave.quorumHex] });
    expect(await after.session.refresh()).toMatchObject({ sessionId: expect.stringMatching(/^Session:/) as string });
  });
});
