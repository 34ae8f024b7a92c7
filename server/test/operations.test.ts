import { expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { ada, ask, createFakeService, json, outcome, type FakeService } from '../../test/relay/service.ts';
import { identifyAs, runForTest, sendOverHttp, type RunningProcess } from './process.ts';

const sessions = `/auth/sessions?accountId=${ada.accountIds[0]}`;
const run = (service: FakeService, settings: object = {}): Promise<RunningProcess> =>
  runForTest({ service, identify: identifyAs(() => ada), settings: { ...settings } });
const send = async ({ url }: RunningProcess, line = `GET /wallet${sessions}`): Promise<string> =>
  outcome(await sendOverHttp(ask(line), { port: Number(new URL(url).port), cookie: 'session=1' }));
const read = async ({ operationsUrl }: RunningProcess, path: string): Promise<string> => {
  const response = await fetch(operationsUrl + path);
  return `${response.status} ${await response.text()}`;
};

/** A service whose list of sessions comes when it is let go. */
function slowService(): { service: FakeService; asked: Promise<void>; letGo: () => void } {
  const service = createFakeService();
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const asked = new Promise<void>((resolve) => {
    service.on(`GET ${sessions}`, async () => {
      resolve();
      await gate;
      return json({ data: [] });
    });
  });
  return { service, asked, letGo };
}

test('health and readiness are on a host and a port of their own, and the routes are not', async () => {
  const running = await run(createFakeService(), { operationsHost: '0.0.0.0' });
  expect([running.url, running.operationsUrl].map((url) => new URL(url).hostname)).toEqual(['127.0.0.1', '0.0.0.0']);
  expect(await read(running, '/healthz')).toBe('200 ok\n');
  expect(await read(running, '/readyz')).toBe('200 ready\n');
  expect(await read(running, `/wallet${sessions}`)).toBe('404 not found\n');
  expect(await send(running, 'GET /healthz')).toBe('404 RELAY_ROUTE_NOT_FOUND');
});

test('cookies of 60 kB, as a sibling host can set them, keep nobody out', async () => {
  const running = await run(createFakeService());
  const cookie = `session=1; ${Array.from({ length: 15 }, (_, at) => `c${at}=${'x'.repeat(4000)}`).join('; ')}`;
  const port = Number(new URL(running.url).port);
  expect(await outcome(await sendOverHttp(ask('GET /nowhere'), { port, cookie }))).toBe('404 RELAY_ROUTE_NOT_FOUND');
});

test('metrics count by route and outcome, measure the parts, and hold no id', async () => {
  const running = await run(createFakeService(), { limits: { reads: { limit: 1, windowMs: 60_000 } } });
  expect([await send(running), await send(running)]).toEqual(['200', '429 RELAY_RATE_LIMITED']);
  const text = await read(running, '/metrics');
  const line = (name: string, labels: string): RegExp => new RegExp(`^${name}\\{${labels}\\} 1$`, 'm');
  const route = 'method="GET",route="/auth/sessions"';
  expect(text).toMatch(
    line('countersign_relay_requests_total', `${route},outcome="answered",status="200",code="none"`),
  );
  expect(text).toMatch(line('countersign_relay_limited_total', 'route="/auth/sessions"'));
  for (const [part, count] of [
    ['service', 1],
    ['identify', 2],
    ['store', 2],
  ] as const) {
    expect(text).toContain(`countersign_relay_part_seconds_count{part="${part}",outcome="answered"} ${count}`);
  }
  expect(text).not.toMatch(/InternalAccount|user-ada|very-secret/);
});

test('the log has one line for each request: the audit’s event', async () => {
  const running = await run(createFakeService());
  await send(running);
  expect(running.log).toHaveLength(1);
  expect(running.log[0]).toMatchObject({
    msg: 'request',
    userId: ada.userId,
    method: 'GET',
    route: '/auth/sessions',
    ids: [ada.accountIds[0]],
    forwarded: true,
    outcome: 'answered',
    status: 200,
    code: null,
  });
});

test('at its end the process answers what is under way, says that it isn’t ready, and takes nothing new', async () => {
  const { service, asked, letGo } = slowService();
  const running = await run(service);
  const answer = send(running);
  await asked;
  const closing = running.close();
  await eventually(async () => expect(await read(running, '/readyz')).toBe('503 not ready\n'));
  await expect(send(running)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  letGo();
  expect(await answer).toBe('200');
  expect(await closing).toBe(0);
  await expect(read(running, '/healthz')).rejects.toThrow('fetch failed');
});

test('what is still under way after the time to drain is cut off', async () => {
  const { service, asked, letGo } = slowService();
  const running = await run(service, { drainMs: 100 });
  const answer = send(running);
  await asked;
  expect(await running.close()).toBe(1);
  await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
  letGo();
});
