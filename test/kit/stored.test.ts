import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as stored from '../../src/kit/stored.ts';
import { expectGeneratedParts } from '../generated.ts';
import { listFiles, readSource, root } from '../source-tree.ts';

test('docs/security.md prints what is stored as the sources name it', () => {
  expectGeneratedParts('docs/security.md', { stored: printTable() });
});

test('no other file spells a key', () => {
  const spelt = ['src/kit', 'src/ui'].flatMap(listFiles).filter((file) => {
    const [text, keys] = [readFileSync(join(root, file), 'utf8'), Object.values<string>(stored)];
    return file !== 'src/kit/stored.ts' && keys.some((key) => text.includes(key));
  });
  expect(spelt).toEqual([]);
});

function printTable(): string {
  const { text } = readSource('src/kit/stored.ts');
  const rows = Object.values<string>(stored).map((prefix) => {
    const [before = ''] = text.split(`= '${prefix}'`);
    const comment = before.slice(before.lastIndexOf('/**')).replace(/\n \* */g, ' ');
    const [, place, what] = /^\/\*\* (\w+): (.*?)\.(?: |$)/.exec(comment) ?? [];
    const [, holds, writer, goes] = /- Holds: (.*) - Written by: (.*) - Goes: (.*?)\//.exec(comment) ?? [];
    return `| ${place} | \`${prefix}…\`: ${what} | ${holds} | ${writer} | ${goes?.trim()} |`;
  });
  return ['| In | Key | Holds | Written by | Goes |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}
