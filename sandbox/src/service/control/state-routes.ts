/** Control calls on the sandbox as a whole: its addresses and keys, reset, time, snapshots. */
import * as v from 'valibot';
import type { Queue } from '../../../../src/kit/waiting.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import { restoreSnapshot, takeSnapshot } from '../service/snapshot.ts';
import { advanceClock } from './advance-clock.ts';

const MAX_ADVANCE_MS = 10 * 366 * 24 * 3600 * 1000;
const advance = v.strictObject({
  advanceMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ADVANCE_MS)),
});

/** Options of {@link stateRoutes}. */
export interface StateRoutesOptions {
  readonly queue: Queue;
  readonly info: (origin: string) => Readonly<Record<string, string>>;
  readonly reset: () => void;
}

/** The calls on the sandbox as a whole. */
export function stateRoutes({ queue, info, reset }: StateRoutesOptions): readonly SandboxRoute[] {
  return [
    route({ method: 'GET', path: '/', handle: ({ request }) => ({ status: 200, body: info(request.origin) }) }),
    route({
      method: 'POST',
      path: '/reset',
      handle({ request }) {
        reset();
        return { status: 200, body: info(request.origin) };
      },
    }),
    route({
      method: 'GET',
      path: '/clock',
      handle: ({ service }) => ({ status: 200, body: { now: service.clock.iso() } }),
    }),
    route({
      method: 'POST',
      path: '/clock',
      body: advance,
      // Receivers may call the sandbox while its time moves.
      handle: ({ service, body }) => ({
        async later() {
          await advanceClock(service, queue, body.advanceMs);
          return { status: 200, body: { now: service.clock.iso() } };
        },
      }),
    }),
    route({
      method: 'GET',
      path: '/snapshot',
      // Work under way would differ from one run to the next.
      handle: ({ service }) => ({
        async later() {
          await service.webhookQueue.flush();
          return queue(() => Promise.resolve({ status: 200, body: JSON.parse(takeSnapshot(service)) as unknown }));
        },
      }),
    }),
    route({
      method: 'PUT',
      path: '/snapshot',
      body: v.unknown(),
      handle({ service, request }) {
        restoreSnapshot(service, request.text);
        return { status: 204 };
      },
    }),
  ];
}
