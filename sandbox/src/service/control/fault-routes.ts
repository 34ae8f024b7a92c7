/** Control calls that set and clear fault rules. */
import { faultRule, type FaultRules } from '../http/fault-rules.ts';
import { requirePath } from '../http/nearest-path.ts';
import { route, type SandboxRoute } from '../http/route.ts';

/** The calls on fault rules. */
export function faultRoutes(faults: FaultRules, paths: readonly string[]): readonly SandboxRoute[] {
  return [
    route({
      method: 'GET',
      path: '/faults',
      handle: () => ({ status: 200, body: { data: faults.list() } }),
    }),
    route({
      method: 'POST',
      path: '/faults',
      body: faultRule,
      handle({ body }) {
        requirePath(body.path, paths);
        faults.add(body);
        return { status: 201, body: { data: faults.list() } };
      },
    }),
    route({
      method: 'DELETE',
      path: '/faults',
      handle() {
        faults.clear();
        return { status: 204 };
      },
    }),
  ];
}
