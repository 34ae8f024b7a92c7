/** Payments and other actions at natural latencies: what one press is told, and what the service did. */
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { faultCalled } from './faults.ts';
import { createFlightTest, sideBySide, soon } from './flight-test.ts';
import type { Flight } from './flight.ts';
import type { Exchange, Sighting } from './proxy.ts';
import type { Engine } from './profile.ts';

const limit = { timeout: 60_000 };
/** For those who wait until a request is given up. */
const impatient = { settings: { timeoutMs: 4_000 } };

const isExecution = ({ path, leg }: Exchange): boolean => path.endsWith('/execute') && leg === 2;
const isLookUp = ({ method, path }: Exchange): boolean => method === 'GET' && path.startsWith('/quotes/');
const isCardLeg = ({ method, path, leg }: Exchange): boolean =>
  method === 'PATCH' && path.startsWith('/cards/') && leg === 2;
const isAddressLeg = ({ method, path, leg }: Exchange): boolean =>
  method === 'PATCH' && path.startsWith('/customers/') && leg === 2;

/** The tests, in one engine. */
export function describeMoney(engine: Engine): void {
  const test = createFlightTest(engine);
  const seen = ({ proxies }: Flight, fits: (sighting: Sighting) => boolean, count = 1): Promise<void> =>
    eventually(() => expect(proxies.sightings.filter(fits).length).toBeGreaterThanOrEqual(count), soon);

  sideBySide(engine)(`money in flight, in ${engine}`, limit, () => {
    test.for(['an abort', 'a 429', 'a 500'])(
      'a payment whose stamped request is late is of unknown outcome after %s, and is paid once',
      async (what, { begin }) => {
        const flight = await begin(impatient);
        const { service, proxies, one } = flight;
        const quote = await service.quote();
        const late = proxies.hold(isExecution, 'before the relay');
        const told = one.press({ kind: 'execute', quote }, 1);
        const { number } = await late.arrived;
        const next = { 'a 429': '429 before the relay', 'a 500': '500 before the service' }[what];
        if (next !== undefined) {
          proxies.meet((exchange) =>
            isExecution(exchange) && exchange.number !== number ? faultCalled(next) : undefined,
          );
        } else {
          await seen(flight, ({ place, exchange }) => place === 'delivered' && isLookUp(exchange));
          await one.abort(1);
        }
        expect((await told).told).toBe('OUTCOME_UNKNOWN');
        late.release();
        await seen(flight, ({ place, exchange }) => place === 'answered' && exchange.number === number);
        expect(await one.press({ kind: 'execute', quote })).toEqual({ told: 'done' });
        expect(await service.payments()).toHaveLength(1);
      },
    );

    test('a refresh in another tab waits for the answer to a payment', async ({ begin }) => {
      const { service, proxies, one, two } = await begin({ sandbox: { afterRefresh: 'revoke' } });
      const quote = await service.quote();
      const paying = proxies.hold(isExecution, 'before the service');
      const told = one.press({ kind: 'execute', quote });
      await paying.arrived;
      const refreshed = two.press({ kind: 'refresh' });
      await eventually(async () => {
        const locks = await two.page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);
        expect(locks).toBe(1);
      }, soon);
      paying.release();
      expect([await told, await refreshed]).toEqual([{ told: 'done' }, { told: 'done' }]);
      expect(await service.payments()).toHaveLength(1);
    });

    test.for(['a card is frozen', 'an address is changed'])(
      '%s once when two tabs press at the same time, and both are told that it is done',
      async (what, { begin }) => {
        const { service, proxies, one, two } = await begin();
        const isFreeze = what === 'a card is frozen';
        const press = isFreeze
          ? ({ kind: 'freeze', cardId: service.cardId } as const)
          : ({ kind: 'change-email', customerId: service.customerId, email: 'other@example.com' } as const);
        const isLeg = isFreeze ? isCardLeg : isAddressLeg;
        const first = proxies.hold(isLeg, 'before the relay');
        const one_ = one.press(press);
        await first.arrived;
        let isOver = false;
        const two_ = two.press(press).finally(() => {
          isOver = true;
        });
        // The second either waits for the first or has come to its end.
        await eventually(async () => {
          const locks = await one.page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);
          expect(isOver || locks > 0).toBe(true);
        }, soon);
        first.release();
        expect([await one_, await two_]).toEqual([{ told: 'done' }, { told: 'done' }]);
        await eventually(() => expect(proxies.pending()).toBe(0), soon);
        const done = proxies.sightings.filter(
          ({ place, exchange, status }) => place === 'answered' && isLeg(exchange) && status === 200,
        );
        expect(done).toHaveLength(1);
      },
    );
  });
}
