import { expect } from 'vitest';
import { beginWith, createHolder, createQuote, ledgerOf, signIn } from './platform-client.ts';
import type { Answer } from './reading.ts';

/** A customer who is signed in and holds a quote. */
export type Setup = Awaited<ReturnType<typeof withQuote>>;

/** Signs a customer in and asks for a quote. */
export function withQuote(profile: 'spec' | 'grid' = 'spec') {
  return beginWith({ profile }, 'quote', async (platform) => {
    const holder = await createHolder(platform);
    const signedIn = await signIn(platform, holder);
    const quote = await createQuote(platform, holder);
    return { holder, signedIn, quote, path: `/quotes/${quote.body.id}/execute` };
  });
}

/** Holds a call to its refusal, and to having changed nothing. */
export async function refused(
  setup: Setup,
  call: () => Promise<Answer>,
  status: number,
  code: string,
): Promise<Answer> {
  const before = await ledgerOf(setup.platform, setup.holder);
  const quote = await setup.platform.call('GET', `/quotes/${setup.quote.body.id}`);
  const answer = await call();
  expect([answer.status, answer.body.status, answer.body.code]).toEqual([status, status, code]);
  expect(await ledgerOf(setup.platform, setup.holder)).toEqual(before);
  expect((await setup.platform.call('GET', `/quotes/${setup.quote.body.id}`)).body).toEqual(quote.body);
  expect(setup.platform.sandbox.audit()).toEqual([]);
  return answer;
}
