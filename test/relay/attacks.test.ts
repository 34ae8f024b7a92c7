import { describe, expect, test } from 'vitest';
import { toNodeListener } from '../../src/relay/node.ts';
import { answerAttacks } from './attacks/answers.ts';
import { runAttack, type TargetFactory } from './attacks/run-attack.ts';
import { bodyAttacks } from './attacks/bodies.ts';
import { idAttacks } from './attacks/ids.ts';
import { pathAttacks } from './attacks/paths.ts';
import { siteAttacks } from './attacks/sites.ts';
import { createTransparentProxy } from './attacks/transparent-proxy.ts';
import { templateOf } from './examples.ts';
import { routes } from '../../src/relay/routes/routes.ts';
import { createTestRelay } from './service.ts';

const classes = [...pathAttacks, ...bodyAttacks, ...idAttacks, ...siteAttacks, ...answerAttacks];

const relay: TargetFactory = (service, clock, who) => {
  const handle = createTestRelay(service, { clock, identify: who });
  return { handle, listener: toNodeListener(handle) };
};

test('the suite has at least three attacks in each class', () => {
  for (const { name, attacks } of classes) expect(attacks.length, name).toBeGreaterThanOrEqual(3);
  expect(classes.map(({ name }) => name)).toEqual([
    'encoded slashes and dots',
    'double encoding',
    'absolute-form targets',
    'protocol-relative targets',
    'header smuggling',
    'method override',
    'content-type tricks',
    'ambiguous JSON',
    'oversized bodies',
    'slow bodies',
    'other users’ ids in the path',
    'other users’ ids in the query',
    'other users’ ids in the body',
    'platform accounts',
    'lists without a scope',
    'cross-site requests',
    'replayed challenges',
    'upstream redirects',
    'error text from the service',
  ]);
});

test('has an attack on every route that names a record of a person in its path', () => {
  const attacks = idAttacks[0]?.attacks ?? [];
  const attacked = new Set(attacks.map(({ line = '' }) => templateOf(line.replace('/wallet', ''))));
  const open = routes.filter(({ path, owner }) => path.includes('{') && owner !== 'none');
  expect(open.map(({ method, path }) => `${method} ${path}`).filter((line) => !attacked.has(line))).toEqual([]);
});

describe.each(classes)('the relay withstands every class of attack ($name)', ({ attacks }) => {
  test.each(attacks)('$title', async (attack) => {
    expect(await runAttack(attack, relay)).toEqual({ breaches: [], says: attack.says });
  });
});

describe.each(classes)('a transparent proxy gives way to $name', ({ attacks }) => {
  test.each(attacks)('$title', async (attack) => {
    const { breaches } = await runAttack(attack, (service) => createTransparentProxy(service));
    expect(breaches).not.toEqual([]);
  });
});
