import { generateClientKeyPair } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import { createHolder, createQuote, executeWith, signIn } from './platform-client.ts';
import { payloadOf, type Answer } from './reading.ts';
import { refused, withQuote, type Setup } from './refused.ts';

describe('an execution is refused', () => {
  type Headers = Readonly<Record<string, string>>;
  const header =
    (value: string) =>
    ({ platform }: Setup): Headers => ({ [platform.signatureHeader]: value });
  const signature = ({ platform, quote, signedIn }: Setup): Promise<Headers> =>
    platform.stampHeaders(payloadOf(quote), signedIn.key);

  test.each<[string, (setup: Setup) => Headers | Promise<Headers>, string, reason?: string]>([
    ['without a signature', () => ({}), '401 WALLET_SIGNATURE_MISSING'],
    ['with an empty signature', header(''), '401 WALLET_SIGNATURE_MALFORMED'],
    ['with a shortcut', header('sandbox-valid-signature'), '401 WALLET_SIGNATURE_MALFORMED'],
    ['with text that is not base64url', header('{"publicKey":"x"}'), '401 WALLET_SIGNATURE_MALFORMED'],
    [
      'with JSON without the fields of a stamp',
      header(btoa('{"publicKey":"02"}').replaceAll('=', '')),
      '401 WALLET_SIGNATURE_MALFORMED',
    ],
    [
      'with a stamp over a payload that nobody asked to sign',
      ({ platform, signedIn }) => platform.stampHeaders('something else', signedIn.key),
      '401 WALLET_SIGNATURE_INVALID',
    ],
    [
      'with the stamp of another quote',
      async (setup) => signature({ ...setup, quote: await createQuote(setup.platform, setup.holder, 7_000_000) }),
      '401 WALLET_SIGNATURE_BODY_MISMATCH',
    ],
    [
      'with a stamp by an unknown key',
      async ({ platform, quote }) => platform.stampHeaders(payloadOf(quote), await generateClientKeyPair()),
      '401 WALLET_SIGNATURE_INVALID',
      'key unknown',
    ],
    [
      "with a stamp by another customer's session",
      async (setup) => {
        const signedIn = await signIn(setup.platform, await createHolder(setup.platform, 0));
        return signature({ ...setup, signedIn });
      },
      '401 WALLET_SIGNATURE_INVALID',
      'key belongs to another account',
    ],
    [
      'once the quote has expired',
      (setup) => setup.platform.advance(5 * 60_000).then(() => signature(setup)),
      '409 QUOTE_EXPIRED',
    ],
    [
      'when the money went elsewhere in the meantime',
      async (setup) => {
        const { platform, holder, signedIn } = setup;
        await executeWith(platform, signedIn.key, await createQuote(platform, holder, 99_000_000));
        return signature(setup);
      },
      '400 INSUFFICIENT_FUNDS',
    ],
  ])('%s', async (_, make, says, reason) => {
    const setup = await withQuote();
    const headers = await make(setup);
    const [status, code = ''] = says.split(' ');
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    const answer = await refused(setup, call, Number(status), code);
    if (reason !== undefined) expect(answer.body.details.reason).toBe(reason);
    if (code !== 'QUOTE_EXPIRED') return;
    const { body } = await setup.platform.call('GET', `/transactions/${setup.quote.body.transactionId}`);
    expect(body.status).toBe('EXPIRED');
  });

  test('with a stamp by an expired session', async () => {
    const setup = await withQuote();
    await setup.platform.advance(15 * 60_000);
    const quote = await createQuote(setup.platform, setup.holder);
    const call = (): Promise<Answer> => executeWith(setup.platform, setup.signedIn.key, quote);
    const answer = await refused({ ...setup, quote }, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('session expired');
  });
});

test('a quote beyond the balance is refused', async () => {
  const setup = await withQuote();
  const call = (): Promise<Answer> => createQuote(setup.platform, setup.holder, 100_000_001);
  await refused(setup, call, 400, 'INSUFFICIENT_FUNDS');
});
