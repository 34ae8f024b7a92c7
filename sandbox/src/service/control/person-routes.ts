/** Control calls that make customers ready to be used, and the ID tokens that they sign in with. */
import * as v from 'valibot';
import { idTokenOptions, issueIdToken } from '../identity/built-in-tokens.ts';
import { createPerson, personOptions } from './people.ts';
import { scenarioNames } from './person.ts';
import { addScenario } from './scenarios.ts';
import { route, type SandboxRoute } from '../http/route.ts';

/** The calls that make people and scenarios. */
export const personRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/people',
    body: personOptions,
    handle: ({ service, body }) => ({ status: 201, body: createPerson(service, body) }),
  }),
  route({
    method: 'POST',
    path: '/id-tokens',
    body: idTokenOptions,
    handle: ({ service, body, request }) => ({
      status: 201,
      body: { idToken: issueIdToken(service, request.origin, body) },
    }),
  }),
  route({
    method: 'POST',
    path: '/scenarios',
    body: v.strictObject({ name: v.picklist(scenarioNames) }),
    handle: async ({ service, body }) => ({ status: 201, body: await addScenario(service, body.name) }),
  }),
];
