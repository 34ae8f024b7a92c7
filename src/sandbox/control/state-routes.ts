/** Control calls on the sandbox as a whole: what to connect to, reset, time, snapshots. */
import * as v from 'valibot';
import type { Service } from '../service/service.ts';
import { restoreSnapshot, takeSnapshot } from '../service/snapshot.ts';
import { controlRoute, type ControlRoute } from './control-route.ts';

/** Options of {@link stateRoutes}. */
export interface StateRoutesOptions {
  readonly service: Service;
  readonly info: (origin: string) => Readonly<Record<string, string>>;
  readonly reset: () => void;
}

/** The calls on the sandbox as a whole. */
export function stateRoutes({ service, info, reset }: StateRoutesOptions): readonly ControlRoute[] {
  return [
    controlRoute({ method: 'GET', path: '/', handle: ({ origin }) => ({ status: 200, body: info(origin) }) }),
    controlRoute({
      method: 'POST',
      path: '/reset',
      handle({ origin }) {
        reset();
        return { status: 200, body: info(origin) };
      },
    }),
    controlRoute({
      method: 'GET',
      path: '/clock',
      handle: () => ({ status: 200, body: { now: service.clock.iso() } }),
    }),
    controlRoute({
      method: 'GET',
      path: '/snapshot',
      handle: () => ({ status: 200, body: JSON.parse(takeSnapshot(service)) as unknown }),
    }),
    controlRoute({
      method: 'PUT',
      path: '/snapshot',
      body: v.unknown(),
      handle({ text }) {
        restoreSnapshot(service, text);
        return { status: 204 };
      },
    }),
  ];
}
