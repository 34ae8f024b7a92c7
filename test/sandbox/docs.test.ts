import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { routesOf } from '../../src/sandbox/routes.ts';
import { wireProfiles } from '../../src/wire.ts';

const rows = routesOf(wireProfiles.spec).map(({ method, path, answers, idempotent }) => {
  const statuses = Object.keys(answers).join(', ');
  return `| \`${method} ${path}\` | ${statuses} | ${idempotent ? 'yes' : ''} |`;
});
const table = ['| Route | Answers | `Idempotency-Key` |', '|---|---|---|', ...rows].join('\n');

test('docs/sandbox.md lists the routes that the sandbox has', async () => {
  const text = await readFile(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
  const [, written = ''] = /<!-- routes -->\n([\s\S]*?)<!-- \/routes -->/.exec(text) ?? [];
  expect(written.trim()).toBe(table);
});

test('both profiles have the same routes', () => {
  const names = (profile: 'spec' | 'grid'): string[] =>
    routesOf(wireProfiles[profile]).map(({ method, path }) => `${method} ${path}`);
  expect(names('grid')).toEqual(names('spec'));
});
