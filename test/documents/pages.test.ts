import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withCodeTabs } from '../../site/code-tabs.mjs';
import { writePages } from '../../site/pages.mjs';
import { root } from '../source-tree.ts';

const fence = '```';

describe('blocks of code on the site', () => {
  test('become tabs where they follow each other with titles', () => {
    const blocks = `${fence}tsx [React]\n<A />\n${fence}\n\n<!-- quote: minimal, page.js -->\n${fence}js [Plain]\na();\n${fence}\n`;
    expect(withCodeTabs(`Before.\n\n${blocks}\nAfter.\n`)).toBe(
      `Before.\n\n::: code-group\n${fence}tsx [React]\n<A />\n${fence}\n\n${fence}js [Plain]\na();\n${fence}\n\n\n:::\n\nAfter.\n`,
    );
  });

  test('stay as they are where text is between them, or no title', () => {
    const text = `${fence}ts [One]\na\n${fence}\n\nText.\n\n${fence}ts [Two]\nb\n${fence}\n\n${fence}ts\nc\n${fence}\n`;
    expect(withCodeTabs(text)).toBe(text);
  });

  test('that install with npm say the same for pnpm and yarn', () => {
    const text = withCodeTabs(
      `${fence}sh\nnpm init -y && npm install a && npm install --save-dev b\nnpx b\nnpm create c@latest app\n${fence}\n`,
    );
    const tabs = [...text.matchAll(/^```sh \[(\w+)\]\n([^]*?)\n```$/gm)].map(([, name, commands]) => [name, commands]);
    expect(tabs).toEqual([
      ['npm', 'npm init -y && npm install a && npm install --save-dev b\nnpx b\nnpm create c@latest app'],
      ['pnpm', 'pnpm init && pnpm add a && pnpm add -D b\npnpm exec b\npnpm create c@latest app'],
      ['yarn', 'yarn init -y && yarn add a && yarn add -D b\nyarn run b\nyarn create c app'],
    ]);
  });

  test('of other commands have no tabs', () => {
    const text = `${fence}sh\nnpm ci && npm run demo\n${fence}\n`;
    expect(withCodeTabs(text)).toBe(text);
  });
});

describe('the pages of the site', () => {
  let folder = '';
  const page = (name: string): string => readFileSync(join(folder, name), 'utf8');

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-pages-'));
    mkdirSync(folder, { recursive: true });
    writePages(root, folder);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('have a section for each code of an error, with what to do', () => {
    const codes = [...readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(/^- (`[A-Z_]+`) /gm)];
    expect(codes.length).toBeGreaterThan(50);
    const headings = [
      ...page('errors.md').matchAll(/^#### (`[A-Z_]+`)\n\n.+\*\*.+\*\*\n\nNext step: `.+`, by the .+\.$/gm),
    ];
    expect(headings.map(([, code]) => code)).toEqual(codes.map(([, code]) => code));
  });

  test('begin with a home page that shows the code of the README', () => {
    expect(page('index.md')).toMatch(/^::: code-group\n```\w+ \[[\w.]+\]$/m);
    expect(page('index.md')).not.toContain('<!--');
  });

  test('leave the page of declarations to the reference', () => {
    expect(existsSync(join(folder, 'api.md'))).toBe(false);
    expect(page('relay-reference.md') + page('start.md')).not.toContain('(api.md)');
  });
});
