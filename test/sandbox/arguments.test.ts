import { expect, test } from 'vitest';
import { runCommand } from '../../src/sandbox/command/node.ts';

const version = '1.2.3';

async function printed(...args: string[]): Promise<string> {
  const lines: string[] = [];
  expect(await runCommand({ args, print: (line) => lines.push(line), version })).toBe(null);
  return lines.join('\n');
}

test.each([['--help'], ['-h'], ['sandbox', '--help']])('%j prints every option with its default', async (...args) => {
  const text = await printed(...args);
  expect(text).toMatch(/^Usage: countersign sandbox \[options\]$/m);
  for (const option of ['port', 'host', 'profile', 'seed', 'state', 'json', 'help', 'version']) {
    expect(text).toMatch(new RegExp(`^ {2}--${option} .{10}`, 'm'));
  }
});

test.each(['--version', '-v'])('%s prints the version alone', async (option) => {
  expect(await printed(option)).toBe(version);
});

test('the command prints one JSON line when it is ready', async () => {
  const lines: string[] = [];
  const args = ['sandbox', '--port', '0', '--profile', 'grid', '--json', '--seed', 'another'];
  const listening = await runCommand({ args, print: (line) => lines.push(line), version });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual(await (await fetch(`${listening?.url ?? ''}/_sandbox`)).json());
  await listening?.close();
});

test.each([
  [['sandbox', '--port', 'many'], RangeError],
  [['sandbox', '--profile', 'other'], RangeError],
  [['sandbox', '--colour'], TypeError],
  [['sandpit'], TypeError],
  [[], TypeError],
])('the command refuses %j', async (args, kind) => {
  await expect(runCommand({ args, print: () => undefined, version })).rejects.toThrow(kind);
});
