import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chromiumForFile } from './chromium.ts';
import { followDocument, withdraw } from './example.ts';

const chromium = chromiumForFile();

/** Lines that a newcomer writes: neither empty nor a comment. */
function linesOf(folder: string, name: string): number {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  return lines.filter((line) => !/^\s*(?:\/\/.*|\/\*\*.*)?$/.test(line)).length;
}

test.for([
  ['React', ['react'], 'main.tsx'],
  ['no framework', ['react', 'minimal'], 'page.js'],
] as const)(
  'a newcomer who follows docs/start.md in an empty folder signs in and pays, with %s',
  async ([, examples, script]) => {
    const { folder, running, remove } = await followDocument('start.md', examples);
    try {
      await withdraw((await chromium.open(running.url)).page);
      expect(linesOf(folder, script)).toBeLessThanOrEqual(45);
      // Fifteen of them are the content security policy.
      expect(linesOf(folder, 'server.js')).toBeLessThanOrEqual(45);
    } finally {
      await running.stop();
      remove();
    }
  },
);
