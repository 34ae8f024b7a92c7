import { createMemoryStore } from 'countersign';
import { describe, expect, test } from 'vitest';
import { setStage, signedIn, type Stage } from './stage.ts';

const executions = async (stage: Stage): Promise<number> =>
  (await stage.requests()).filter(({ path, status }) => path.endsWith('/execute') && status === 200).length;

describe('a payment', () => {
  test('whose answer is lost after it was done is found, not reported as a failure and not paid twice', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage);
    const quote = await stage.quote(1_000_000);
    await stage.fault({ method: 'POST', path: '/quotes/*/execute', drop: 'after' });
    await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect(await stage.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    wallet.close();
  });

  test('whose request is lost before it arrived is sent again with the same key', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage);
    const quote = await stage.quote(1_000_000);
    await stage.fault({ method: 'POST', path: '/quotes/*/execute', drop: 'before' });
    await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ status: 'PROCESSING' });
    expect(await executions(stage)).toBe(1);
    wallet.close();
  });

  test('whose outcome can not be looked up is OUTCOME_UNKNOWN, and the next press, in a reloaded page, finds it', async () => {
    const stage = await setStage();
    const store = createMemoryStore();
    const wallet = await signedIn(stage, {
      store,
      fetch: (url, init) =>
        /\/quotes\/[^/]+$/.test(url) ? Promise.reject(new TypeError('offline')) : stage.pageFetch(url, init),
    });
    const quote = await stage.quote(1_000_000);
    await stage.fault({ method: 'POST', path: '/quotes/*/execute', drop: 'after' });
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'retry' });
    wallet.close();

    await stage.control('DELETE', '/faults');
    const reloaded = stage.newWallet({ store });
    await expect(reloaded.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect(await stage.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    expect((await stage.requests()).filter(({ path }) => path.endsWith('/execute'))).toHaveLength(1);
    reloaded.close();
  });

  test('that fails with 500 after it was done is found', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage);
    const quote = await stage.quote(1_000_000);
    await stage.fault({ method: 'POST', path: '/quotes/*/execute', status: 500, drop: undefined });
    await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ status: 'PROCESSING' });
    expect(await executions(stage)).toBe(1);
    wallet.close();
  });

  test('pressed twice is executed once, and both presses hear of it', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage);
    const quote = await stage.quote(1_000_000);
    const [first, second] = await Promise.all([wallet.quote.execute(quote), wallet.quote.execute(quote)]);
    expect(second).toEqual(first);
    await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ id: quote.id });
    expect(await executions(stage)).toBe(1);
    expect(await stage.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    wallet.close();
  });

  test('is refused for good when the money is not there, and the quote stays as it was', async () => {
    const stage = await setStage({ fund: 2_000_000 });
    const wallet = await signedIn(stage);
    const quote = await stage.quote(1_500_000);
    const other = await stage.quote(1_500_000);
    await wallet.quote.execute(quote);
    await expect(wallet.quote.execute(other)).rejects.toMatchObject({
      code: 'REFUSED',
      platformCode: 'INSUFFICIENT_FUNDS',
      nextStep: 'fix-input',
    });
    await expect(stage.page('GET', `/quotes/${other.id}`)).resolves.toMatchObject({ body: { status: 'PENDING' } });
    wallet.close();
  });

  test('of an expired quote is not signed', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage);
    const quote = await stage.quote(1_000_000);
    stage.clock.advance(Date.parse(quote.expiresAt) - stage.clock.now());
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED', nextStep: 'restart' });
    expect((await stage.requests()).filter(({ path }) => path.endsWith('/execute'))).toEqual([]);
    wallet.close();
  });

  test('answered with too many requests says how long to wait, and works then', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage);
    const quote = await stage.quote(1_000_000);
    await stage.fault({ method: 'POST', path: '/quotes/*/execute', status: 429, retryAfter: 7 });
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 7 });
    await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ status: 'PROCESSING' });
    wallet.close();
  });
});

describe('a sign-in', () => {
  test('whose last answer is lost starts over, since a key is delivered once', async () => {
    const stage = await setStage();
    const wallet = stage.newWallet();
    const attempt = await wallet.emailOtp.begin();
    await stage.fault({ method: 'POST', path: '/auth/credentials/*/verify', leg: 2, drop: 'after' });
    await expect(attempt.verify('000000')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'restart' });
    expect(wallet.state().status).toBe('signed-out');
    await attempt.resend();
    await attempt.verify('000000');
    expect(wallet.state().status).toBe('signed-in');
    wallet.close();
  });

  test('whose first answer is lost can be tried again with the same code', async () => {
    const stage = await setStage();
    const wallet = stage.newWallet();
    const attempt = await wallet.emailOtp.begin();
    await stage.fault({ method: 'POST', path: '/auth/credentials/*/verify', leg: 1, drop: 'after' });
    await expect(attempt.verify('000000')).rejects.toMatchObject({ nextStep: 'retry' });
    await attempt.verify('000000');
    expect(wallet.state().status).toBe('signed-in');
    wallet.close();
  });
});
