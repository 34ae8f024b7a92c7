/** A request for each route of the relay's table, with one person's records wherever an id stands. */
import type { RecordType } from '../../../src/relay/ownership/records.ts';
import { routes, type RelayRoute } from '../../../src/relay/routes/routes.ts';
import type { Subject } from './subjects.ts';
import type { RelayRequest } from './trial.ts';

type Shape = RelayRoute['body'][number]['fields'][string];

/** A route, and a request for it. */
export interface RouteRequest {
  readonly route: RelayRoute;
  readonly request: RelayRequest;
  /** Whether the request is the first of its route, which may take bodies of several shapes. */
  readonly isFirst: boolean;
  /** Whether the route is always on. */
  readonly isOn: boolean;
}

const texts = ['AAAA', 'a.b.c', `02${'ab'.repeat(32)}`, 'sample@example.com', '+15555550100'];

/** Makes the requests: of a route with several bodies one for each. */
export function requestsOfRoutes(subject: Subject): readonly RouteRequest[] {
  return routes.flatMap((route) => {
    const path = route.path.replace(/\{(\w+)\}/, (_, type: RecordType) => subject[type]);
    const [scope] = route.scope;
    const rule = scope === undefined ? undefined : route.query[scope];
    const query = rule?.kind === 'own' ? `?${String(scope)}=${subject[rule.type]}` : '';
    const line = `${route.method} ${path}${query}`;
    const bodies = route.body.length === 0 ? [undefined] : route.body.map((shape) => valueOf(shape, subject));
    return bodies.map((body, index) => ({
      route,
      request: { line, ...(body === undefined ? {} : { body }) },
      isFirst: index === 0,
      isOn: route.group === 'wallet',
    }));
  });
}

function valueOf(shape: Shape, subject: Subject): unknown {
  switch (shape.kind) {
    case 'text':
      return texts.find((text) => text.length <= shape.max && shape.pattern?.test(text) !== false);
    case 'one-of':
      return shape.values[0];
    case 'some-of':
      return [];
    case 'amount':
      return 1_000_000;
    case 'own':
      return subject[shape.types.at(-1) ?? 'InternalAccount'];
    case 'details':
      return { accountType: 'USD_ACCOUNT' };
    case 'object':
    default:
      return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, valueOf(field, subject)]));
  }
}
