import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isShortRun } from '../properties.ts';
import {
  codeOf,
  createFaultyNetwork,
  actionKinds,
  type Side,
  type ActionKind,
  lose,
  type Fault,
  type FaultyNetwork,
} from './faulty-network.ts';

const html = '<!doctype html><title>Sign in to the network</title>';
const failed = { status: 500, code: 'INTERNAL_ERROR', message: 'Something went wrong.' };

/** Faults of either leg. */
const faults: readonly Fault[] = [
  { name: 'a network lost before it', reaches: false, answer: lose },
  { name: 'a network lost after it', reaches: true, answer: lose },
  {
    name: 'a network lost during its answer',
    reaches: true,
    answer: () => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('lost')) })),
  },
  { name: 'a 500 before it', reaches: false, answer: () => Response.json(failed, { status: 500 }) },
  { name: 'a 500 after it', reaches: true, answer: () => Response.json(failed, { status: 500 }) },
  { name: 'a 503 of no service', reaches: false, answer: () => new Response(html, { status: 503 }) },
  {
    name: 'HTML in its place',
    reaches: false,
    answer: () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
  },
  { name: 'HTML after it', reaches: true, answer: () => new Response(html) },
  { name: 'an empty answer in its place', reaches: false, answer: () => new Response('') },
  { name: 'an empty answer after it', reaches: true, answer: () => new Response('', { status: 200 }) },
  {
    name: 'a truncated answer',
    reaches: true,
    async answer(real) {
      const text = (await real?.text()) ?? '';
      return new Response(text.slice(0, text.length / 2) || '{"id":', { status: real?.status === 202 ? 202 : 200 });
    },
  },
  {
    name: 'JSON of another shape in its place',
    reaches: false,
    plausible: true,
    answer: () => Response.json({ data: [] }),
  },
  { name: 'JSON of another shape after it', reaches: true, plausible: true, answer: () => Response.json(['ok']) },
  {
    name: 'a second challenge in its place',
    reaches: false,
    answer: () =>
      Response.json(
        { payloadToSign: 'AAAA', requestId: 'Request:1', expiresAt: '2030-01-01T00:00:00Z' },
        { status: 202 },
      ),
  },
  {
    name: 'a refusal in its place',
    reaches: false,
    answer: () => Response.json({ status: 403, code: 'FORBIDDEN', message: 'No.' }, { status: 403 }),
  },
  {
    name: '429 with Retry-After',
    reaches: false,
    throttles: true,
    answer: () =>
      Response.json(
        { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' },
        { status: 429, headers: { 'Retry-After': '7' } },
      ),
  },
];

let network: FaultyNetwork;
/** Paths of what can't be looked up. */
const unreadable: string[] = [];
beforeAll(async () => {
  network = await createFaultyNetwork({ cards: 200 });
}, 60_000);
afterAll(() => network.wallet.close());

/** Judges an action under a fault: returns its faults, none if all is well. */
async function judge(action: ActionKind, fault: Fault, leg: 1 | 2, side: Side): Promise<readonly string[]> {
  const { wallet, bench } = network;
  const target = await action.prepare(network);
  if (action.unknownAfter.length > 0) unreadable.push(target.path);
  const already = network.times(target);
  const times = (): number => network.times(target) - already;
  const wrong: string[] = [];
  const session = wallet.state().session?.sessionId;

  network.fail({ fault, leg, side, method: target.method, path: target.path });
  const told = await codeOf(target.run(wallet));
  const met = network.met();
  network.fail(undefined);
  const isDone = times() === 1;
  if (!met) wrong.push('the fault met no request');
  if (times() > 1) wrong.push(`done ${times()} times`);
  if (told === 'done' && !isDone) wrong.push('told to be done, and it is not');
  if (told !== 'done' && told !== 'OUTCOME_UNKNOWN' && isDone) wrong.push(`done, and told to be ${told}`);
  // Too many requests say nothing of a stamp, and asking again at once would make it worse.
  const mayBeUnknown = action.unknownAfter.includes(leg) || (fault.throttles === true && leg === 2);
  if (told === 'OUTCOME_UNKNOWN' && !mayBeUnknown) wrong.push('unknown, though nothing hides it');
  if (wallet.state().status !== 'signed-in') wrong.push('signed out');

  const again = told === 'done' ? told : await codeOf(target.run(wallet));
  if (action.name === 'a refresh') {
    if (again !== 'done') wrong.push(`refreshing again: ${again}`);
    const { body } = await bench.page('GET', `/auth/sessions?accountId=${bench.accountId}`);
    const alive = (body.data as { id: string }[]).map(({ id }) => id);
    if (!alive.includes(wallet.state().session?.sessionId ?? '')) wrong.push('the stored session is not alive');
    if (wallet.state().session?.sessionId === session) wrong.push('the session is still the old one');
  } else if (told === 'OUTCOME_UNKNOWN' && action.unknownAfter.includes(leg)) {
    if (again !== 'OUTCOME_UNKNOWN') wrong.push(`unknown, and then ${again} without looking`);
    if (times() > 1) wrong.push('done twice by the second press');
  } else if (again !== 'done' || times() !== 1) {
    wrong.push(`pressed again: ${again}, done ${times()} times`);
  }
  return wrong;
}

describe.each(faults.map((fault, number) => [fault.name, fault, number] as const))('%s', (_, fault, number) => {
  // A short run takes every fifth action, others for the next fault, and for each the one that moves money.
  const kinds = actionKinds.filter((_kind, place) => !isShortRun || place === 0 || (place + number) % 5 === 0);

  test.each([
    [1, 'page'],
    [1, 'service'],
    [2, 'page'],
    [2, 'service'],
  ] as const)(
    'on leg %i, on the side of the %s: no action is done twice, and none that was done is told to have failed',
    async (leg, side) => {
      const before = await network.bench.balance();
      const report: string[] = [];
      for (const action of kinds.filter(
        ({ legs, hasShape }) => legs.includes(leg) && (hasShape || fault.plausible !== true),
      )) {
        for (const wrong of await judge(action, fault, leg, side)) report.push(`${action.name}: ${wrong}`);
      }
      expect(report).toEqual([]);
      expect(before - (await network.bench.balance())).toBe(leg === 1 ? 0 : 1_000_000);
    },
  );
});

test('what came of every action is known in the end: nothing is noted of those that can be looked up', async () => {
  const left = await network.store.keys('sent:');
  expect(left.filter((key) => !unreadable.some((path) => key.includes(path)))).toEqual([]);
});
