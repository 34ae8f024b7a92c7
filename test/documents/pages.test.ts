import { describe, expect, test } from 'vitest';
import { withCodeTabs } from '../../site/code-tabs.mjs';

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
});
