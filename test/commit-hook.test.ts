import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './source-tree.ts';

const body = 'Why it is so, in lines as long as they like: only the title is listed with a hundred others.';

test.for([
  ['of 72 characters passes, whatever the body', `${'é'.repeat(72)}\n\n${body}`, 0],
  ['of 73 characters is refused', `${'e'.repeat(73)}\n\n${body}`, 1],
  ['is looked for behind blank lines and comments', `\n# Please enter the message\n${'e'.repeat(73)}`, 1],
  ['that is short passes before a long comment', `Add a hook\n# ${'e'.repeat(100)}\n`, 0],
] as const)('a commit title %s', ([, message, code]) => {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  const { status, stderr } = spawnSync(join(root, '.githooks/commit-msg'), [file], { encoding: 'utf8' });
  expect(status).toBe(code);
  expect(stderr).toBe(code === 0 ? '' : 'The title has 73 characters, and at most 72 are allowed.\n');
});

test('CONTRIBUTING.md says how to turn the hook on', () => {
  expect(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).toContain('`git config core.hooksPath .githooks`');
});
