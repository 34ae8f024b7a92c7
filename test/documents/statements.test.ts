import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCatalogue } from '../../src/error-catalogue/index.ts';
import { listFiles, root } from '../source-tree.ts';
import { documents } from './blocks.ts';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const textsBelow = (folder: string): string =>
  listFiles(folder)
    .filter((path) => /\.(?:ts|mjs)$/.test(path))
    .map(textOf)
    .join('\n');

test('docs/troubleshooting.md quotes messages and codes as the kit says them', () => {
  const said = textsBelow('src');
  const codes = Object.values(errorCatalogue).flatMap((table) => Object.keys(table));
  const rows = textOf('docs/troubleshooting.md').split('\n### ').join('\n').split('\n');
  const quoted = rows.flatMap((row) =>
    [...(/^\|.*?\|/.exec(row)?.[0].matchAll(/`([^`]+)`/g) ?? [])].map(([, one = '']) => one),
  );
  expect(quoted.length).toBeGreaterThan(20);
  const unknown = quoted.filter((one) => !codes.includes(one) && !said.includes(one));
  expect(unknown).toEqual([]);
});

test('a document that proves something by the title of a test names one that there is', () => {
  const tests = textsBelow('test');
  const named = documents
    .filter((path) => !/reliability|security|sandbox/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/\*"([^"]+)"\*/g)].map(([, title = '']) => title));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((title) => !tests.includes(title.replace(/%s$/, '')))).toEqual([]);
});

test('every document is on the site, and every packed one in the README', () => {
  const names = documents.filter((path) => /^docs\/[^/]+$/.test(path)).map((path) => path.slice(5, -3));
  const [site, readme] = [textOf('site/.vitepress/config.mjs'), textOf('README.md')];
  expect([...names, 'api'].filter((name) => !site.includes(`'${name}'`))).toEqual([]);
  const packed = names.filter((name) => name !== 'architecture' && name !== 'demo');
  expect(packed.filter((name) => !readme.includes(`(docs/${name}.md)`))).toEqual([]);
});

test('every block of JavaScript is quoted from an example or run by a test of its own', () => {
  const runBy: Readonly<Record<string, string>> = {
    'import { createSandboxControl, seedPerson }': 'test/browser/testing-kit.test.ts',
    '// vitest.setup.js': 'test/install/dom.test.ts',
    'import { expect, test as base }': 'test/install/example-react-signed-in.test.ts',
    '// freeze.test.jsx': 'test/install/dom.test.ts',
    '// signed-in.js': 'test/install/example-react-signed-in.test.ts',
    'await page.clock.install()': 'test/browser/testing-kit.test.ts',
    '// vite.config.js': 'test/documents/dev-server.test.ts',
  };
  const blocks = documents.flatMap((path) =>
    [...textOf(path).matchAll(/(?<!^<!-- quote: .*\n)^```(?:jsx?|mjs|javascript|typescript)\n([^]*?)^```$/gm)].map(
      ([, code = '']) => ({ path, code }),
    ),
  );
  expect(blocks.length).toBeGreaterThan(2);
  for (const { path, code } of blocks) {
    const [, test] = Object.entries(runBy).find(([start]) => code.startsWith(start)) ?? [];
    expect(test, code).toBeDefined();
    expect(textOf(test ?? '')).toContain(path);
  }
});

test('docs/production.md names the variables that a back-end reads, and options that there are', () => {
  const text = textOf('docs/production.md');
  const [names, options] = [textOf('demo/server/options.ts'), textOf('docs/options.md')];
  const variables = new Set(names.match(/PLATFORM_\w+/g));
  expect(new Set(text.match(/PLATFORM_\w+/g))).toEqual(variables);
  const named = [...text.matchAll(/((?:`\w+`(?:, )?)+) of `(create\w+)`/g)].flatMap(([, list = '', owner = '']) =>
    (list.match(/\w+/g) ?? []).map((option) => ({ option, owner })),
  );
  expect(named.length).toBeGreaterThan(8);
  const unknown = named.filter(({ option, owner }) => {
    const heading = `### ${owner[0]?.toUpperCase() ?? ''}${owner.slice(1)}Options\n`;
    const [table = ''] = options.split(heading)[1]?.split('\n### ') ?? [];
    return !new RegExp(`\`${option}\\??\``).test(table);
  });
  expect(unknown).toEqual([]);
});
