/** For each code of `WalletError`, the way in which a caller of the wallet meets it. */
import { createWallet, sandboxEnclavePublicKeyHex, type WalletErrorCode } from 'countersign';
import { link, tokenOf } from '../../journeys/identities.ts';
import { addPasskey, createInterceptedWallet } from '../../journeys/intercepted-wallet.ts';
import { cannotBeLoaded, replaceModules } from '../../replaced-modules.ts';
import { sampleBankAccount } from '../../sample-customer.ts';
import { open, openSignedIn, signIn, withMore } from './opened.ts';
import type { Provocations } from './provocations.ts';

// The base point of P-256.
const theirs =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
const other = '00000000-0000-4000-8000-00000000000a';
const accountId = `InternalAccount:${other}`;

/** Makes a wallet on a page of the platform. */
const made = async (relay: string): Promise<unknown> =>
  createWallet({ relay, accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] });

/** Types a code where the service calls it this. */
async function codeCalled(code: string): Promise<unknown> {
  const { wallet, network } = await open();
  network.answer = (url) =>
    url.endsWith('/verify')
      ? Promise.resolve(Response.json({ status: 401, code, message: 'No.' }, { status: 401 }))
      : undefined;
  return signIn(wallet);
}

async function openWithIdentity(): ReturnType<typeof openSignedIn> {
  const opened = await openSignedIn();
  await link(opened.bench, opened.wallet);
  return opened;
}

export const provokeWallet: Provocations<WalletErrorCode> = {
  BUSY: async () => {
    const { wallet } = await open();
    const attempt = await wallet.emailOtp.begin();
    const [, second] = await Promise.allSettled([attempt.verify('000000'), attempt.verify('111111')]);
    if (second.status === 'rejected') throw second.reason;
    return undefined;
  },
  CHUNK_UNAVAILABLE: async () => {
    const chunk = 'wallet/flows/one-time-code.ts';
    await replaceModules({ [chunk]: cannotBeLoaded });
    const { wallet } = await open();
    try {
      return await wallet.emailOtp.begin();
    } finally {
      await replaceModules({ [chunk]: undefined });
    }
  },
  CARD_KEY_POLICIES_MISSING: async () => {
    // Another enclave than the sandbox's, whose rights the kit doesn't know.
    const { wallet } = await open({ environment: 'production', enclaveKeys: [theirs] }, { profile: 'grid' });
    return wallet.delegatedKeys.create({ cardId: `Card:${other}`, nickname: 'Card spending' });
  },
  CODE_WRONG: async () => signIn((await open()).wallet, '111111'),
  CODE_EXPIRED: () => codeCalled('OTP_EXPIRED'),
  CODE_EXHAUSTED: async () => {
    const attempt = await (await open()).wallet.emailOtp.begin();
    for (let typed = 0; typed < 5; typed += 1) await attempt.verify('111111').catch(() => undefined);
    return attempt.verify('111111');
  },
  FACTOR_UNSUPPORTED: async () => {
    const { wallet, network } = await open();
    const id = 'Quote:00000000-0000-4000-8000-00000000000a';
    const amounts = { totalSendingAmount: 2, totalReceivingAmount: 1, feesIncluded: 1 };
    const waiting = { id, status: 'PENDING_AUTHORIZATION', transactionId: 'Transaction:1', ...amounts };
    network.answer = () => Promise.resolve(Response.json({ ...waiting, scaChallenge: { factor: 'PASSKEY' } }));
    return wallet.quote.authorize(id, '123456');
  },
  CREDENTIAL_IN_USE: async () => {
    const { wallet } = await openSignedIn();
    const id = wallet.state().session?.credentialId ?? '';
    return wallet.credentials.remove(id, { type: 'EMAIL_OTP' });
  },
  CREDENTIAL_NOT_FOUND: async () => (await open()).wallet.smsOtp.begin(),
  // The person was too long at the provider's page.
  ID_TOKEN_EXPIRED: async () => {
    const { wallet, bench } = await openWithIdentity();
    const attempt = await wallet.oauth.begin();
    return attempt.verify(await tokenOf(bench, attempt, { ageMs: 61_000 }));
  },
  // A code in the place of the token.
  ID_TOKEN_INVALID: async () => (await (await open()).wallet.oauth.begin()).verify('4/0AX4XfWh'),
  ID_TOKEN_MISMATCH: async () => {
    const { wallet, bench } = await openWithIdentity();
    const [attempt, other] = [await wallet.oauth.begin(), await wallet.oauth.begin()];
    return attempt.verify(await tokenOf(bench, other));
  },
  INSECURE_CONTEXT: () => made('http://platform.example.com/wallet'),
  NOT_APPROVED: async () => {
    const { wallet, bench } = await openSignedIn({ approve: () => false });
    return wallet.quote.execute(await bench.quote(1_000_000));
  },
  OAUTH_CHOICE_REQUIRED: async () => {
    const { wallet, bench } = await openWithIdentity();
    await link(bench, wallet, 'second-subject');
    const page = bench.newWallet();
    const attempt = await page.oauth.begin();
    return attempt.verify(await tokenOf(bench, attempt));
  },
  PASSKEY_CHOICE_REQUIRED: async () => {
    const intercepted = await createInterceptedWallet();
    await addPasskey(intercepted, 'Laptop');
    await addPasskey(intercepted, 'Phone', intercepted.device);
    return intercepted.newWallet().passkey.prepare();
  },
  // The customer has another number than the one that is typed, and the service goes by its own.
  PAYLOAD_MISMATCH: async () => {
    const { wallet, bench } = await openSignedIn();
    await bench.platform('PATCH', `/customers/${bench.customerId}`, { phoneNumber: '+14155550100' });
    return wallet.credentials.addSmsOtp('+14155550199');
  },
  QUOTE_EXPIRED: async () => {
    const { wallet, bench } = await openSignedIn();
    const quote = await bench.quote(1_000_000);
    bench.clock.advance(Date.parse(quote.expiresAt) - bench.clock.now());
    return wallet.quote.execute(quote);
  },
  // Its answer gets lost, and by the time it is looked up the bank has sent the money back.
  QUOTE_FAILED: async () => {
    const { wallet, bench, network } = await openSignedIn();
    const { body } = await bench.page('POST', '/customers/external-accounts', {
      customerId: bench.customerId,
      currency: 'USD',
      platformAccountId: 'an-account-that-fails',
      accountInfo: { ...sampleBankAccount, accountNumber: '000123456002' },
    });
    const quote = await bench.quote(1_000_000, body.id as string);
    network.answer = async (url, init) => {
      const answer = await bench.pageFetch(url, init);
      if (!url.endsWith('/execute')) return answer;
      bench.clock.advance(40_000);
      throw new TypeError('fetch failed');
    };
    return wallet.quote.execute(quote);
  },
  QUOTE_NOT_SIGNABLE: async () => {
    const { wallet, bench } = await openSignedIn();
    const quote = await bench.quote(1_000_000);
    return wallet.quote.execute({ ...quote, source: { sourceType: 'ACCOUNT', accountId } });
  },
  SANDBOX_KEY_PINNED: () => made('https://platform.example.com/wallet'),
  SIGNATURE_NOT_EXPECTED: async () => {
    const { wallet, bench, network } = await open({}, { profile: 'grid' });
    network.answer = async (url, init) => {
      const answer = await bench.pageFetch(url, init);
      const isLast = url.endsWith('/verify') && answer.status === 200;
      return isLast ? withMore(answer, { encryptedSessionSigningKey: 'w'.repeat(110) }) : answer;
    };
    return signIn(wallet);
  },
};
