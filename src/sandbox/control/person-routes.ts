/** Control calls that make customers ready to be used, and the ID tokens that they sign in with. */
import * as v from 'valibot';
import type { Service } from '../service/service.ts';
import { idTokenOptions, issueIdToken } from '../identity/built-in-tokens.ts';
import { controlRoute, type ControlRoute } from './control-route.ts';
import { createPerson, personOptions } from './people.ts';
import { addScenario, scenarioNames } from './scenarios.ts';

/** The calls that make people and scenarios. */
export function personRoutes(service: Service): readonly ControlRoute[] {
  return [
    controlRoute({
      method: 'POST',
      path: '/people',
      body: personOptions,
      handle: ({ body }) => ({ status: 201, body: createPerson(service, body) }),
    }),
    controlRoute({
      method: 'POST',
      path: '/id-tokens',
      body: idTokenOptions,
      handle: ({ body, origin }) => ({ status: 201, body: { idToken: issueIdToken(service, origin, body) } }),
    }),
    controlRoute({
      method: 'POST',
      path: '/scenarios',
      body: v.strictObject({ name: v.picklist(scenarioNames) }),
      handle: async ({ body }) => ({ status: 201, body: await addScenario(service, body.name) }),
    }),
  ];
}
