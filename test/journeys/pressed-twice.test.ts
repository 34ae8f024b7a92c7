/** Presses that meet others, each moment held by a gate. */
import { createMemoryStore } from 'countersign';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { gate } from './gate.ts';
import { addPasskey, createInterceptedWallet } from './intercepted-wallet.ts';
import { createTestBench, signedIn } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

const nameOf = (press: Promise<unknown>): Promise<unknown> =>
  press.then(
    () => 'done',
    ({ code, name }: { readonly code?: unknown; readonly name: string }) => (typeof code === 'string' ? code : name),
  );
const abortable = (): { readonly signal: AbortSignal; abort(): void } => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};

/** Puts a password manager that hears of removed passkeys under the page. */
function tellManager() {
  const told = vi.fn(() => Promise.resolve());
  vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { signalUnknownCredential: told }));
  return told;
}

test('a list of sessions is given up at once while the service is asked about one that it lacks', async () => {
  const bench = await createTestBench();
  const [asked, answer] = [gate(), gate()];
  let lists = 0;
  const wallet = await signedIn(bench, {
    store: createMemoryStore(),
    async fetch(url, init) {
      const response = await bench.pageFetch(url, init);
      if (!url.includes('/auth/sessions?')) return response;
      lists += 1;
      if (lists === 1) return Response.json({ data: [] }, { headers: response.headers });
      asked.open();
      await answer.opened;
      return response;
    },
  });
  const { signal, abort } = abortable();
  const list = nameOf(wallet.session.list({ signal }));
  await asked.opened;
  abort();
  expect(await list).toBe('AbortError');
  answer.open();
  wallet.close();
});

test('a new code that is asked for twice at once is sent once, and signs in', async () => {
  const bench = await createTestBench();
  const [sent, arrive] = [gate(), gate()];
  let codes = 0;
  const wallet = bench.newWallet({
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      codes += url.endsWith('/challenge') ? 1 : 0;
      if (url.endsWith('/challenge') && codes === 2) {
        sent.open();
        await arrive.opened;
      }
      return answer;
    },
  });
  const attempt = await wallet.emailOtp.begin();
  const { signal, abort } = abortable();
  const first = nameOf(attempt.resend({ signal }));
  await sent.opened;
  const second = nameOf(attempt.resend());
  abort();
  expect(await first).toBe('AbortError');
  arrive.open();
  expect(await second).toBe('done');
  expect(codes).toBe(2);
  expect(await nameOf(attempt.verify('000000'))).toBe('done');
  wallet.close();
});

test('a passkey whose password manager is told is removed before what was pressed after it', async () => {
  const intercepted = await createInterceptedWallet();
  const { bench, wallet, stamped, device } = intercepted;
  const { id } = await addPasskey(intercepted, 'Laptop');
  const told = tellManager();
  const before = stamped.length;
  const removed = nameOf(wallet.credentials.remove(id, { type: 'PASSKEY' }));
  const changed = nameOf(wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com'));
  expect(await Promise.all([removed, changed])).toEqual(['done', 'done']);
  expect(stamped.slice(before).map(({ method }) => method)).toEqual(['DELETE', 'PATCH']);
  const [credentialId] = device.passkeys.keys();
  await eventually(() => expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ credentialId })));
  wallet.close();
});
