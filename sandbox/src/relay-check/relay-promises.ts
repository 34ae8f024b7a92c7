/** All promises of a relay, in the order of their checks. */
import { answers } from './promises/answers.ts';
import { bodies } from './promises/bodies.ts';
import { challenges } from './promises/challenges.ts';
import { crossed } from './promises/crossed.ts';
import { journeys, leaving } from './promises/journeys.ts';
import { limits } from './promises/limits.ts';
import { owners } from './promises/owners.ts';
import { pages } from './promises/pages.ts';
import { targets } from './promises/targets.ts';
import type { RelayPromise } from './trial.ts';

/** The promises. */
export const relayPromises: readonly RelayPromise[] = Object.freeze([
  ...journeys,
  ...crossed,
  ...owners,
  ...pages,
  ...targets,
  ...bodies,
  ...challenges,
  ...answers,
  leaving,
  ...limits,
]);
