import { expect, test } from 'vitest';
import { planLife } from './actions.ts';

const size = { steps: 200, faults: 19 };

test('the same seed plans the same life, and another seed another', () => {
  expect(planLife(1, size)).toEqual(planLife(1, size));
  expect(planLife(1, size)).not.toEqual(planLife(2, size));
});

test('over many seeds every action and every fault is planned, in apps and wallet pages, in browsers as they are and alone', () => {
  const plans = Array.from({ length: 100 }, (_, seed) => planLife(seed, size));
  const steps = plans.flatMap((plan) => plan.steps);
  expect(new Set(steps.map(({ step }) => step.kind)).size).toBe(22);
  expect(new Set(steps.flatMap(({ faults }) => faults.map(({ fault }) => fault))).size).toBe(19);
  expect(new Set(plans.map(({ tabs }) => tabs))).toEqual(new Set([2, 3, 4, 5]));
  for (const what of ['isAlone', 'isVisited', 'isShown'] as const)
    expect(new Set(plans.map((plan) => plan[what])).size).toBe(2);
});
