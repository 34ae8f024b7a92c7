/** Control calls that set and clear fault rules. */
import { faultRule, type FaultRules } from '../http/fault-rules.ts';
import { controlRoute, type ControlRoute } from './control-route.ts';

/** The calls on fault rules. */
export function faultRoutes(faults: FaultRules): readonly ControlRoute[] {
  return [
    controlRoute({
      method: 'GET',
      path: '/faults',
      handle: () => ({ status: 200, body: { data: faults.list() } }),
    }),
    controlRoute({
      method: 'POST',
      path: '/faults',
      body: faultRule,
      handle({ body }) {
        faults.add(body);
        return { status: 201, body: { data: faults.list() } };
      },
    }),
    controlRoute({
      method: 'DELETE',
      path: '/faults',
      handle() {
        faults.clear();
        return { status: 204 };
      },
    }),
  ];
}
