import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { installForFile } from './installation.ts';

const libraries = ['react@19', 'react-dom@19', '@testing-library/react@16', '@testing-library/dom@10'];
const babel = ['@babel/core@7', '@babel/preset-env@7', '@babel/preset-react@7'];
const installation = installForFile(['jest@30', 'jest-environment-jsdom@30', 'babel-jest@30', ...babel, ...libraries]);
const document = readFileSync(join(root, 'docs/testing.md'), 'utf8');

beforeAll(() => {
  const files = /```jsx?(?: \[\w+\])?\n(\/\/ (jest\.config\.\w+|freeze\.test\.jsx)\b[^]*?)```/g;
  for (const [, text = '', name = ''] of document.matchAll(files)) {
    // Jest brings `expect` and `test` itself.
    writeFileSync(join(installation.folder, name), text.replace("import { expect, test } from 'vitest';\n", ''));
  }
  cpSync(join(root, 'test/install/jest'), installation.folder, { recursive: true });
});

test.for([
  ['jest.config.cjs', ''],
  ['jest.config.mjs', '--experimental-vm-modules'],
] as const)(
  'Jest set up by %s of the document runs the fake wallet and an element in jsdom, and the real wallet in Node',
  async ([config, flags]) => {
    const args = [
      ...(flags === '' ? [] : [flags]),
      installation.inModules('jest', 'bin', 'jest.js'),
      '--config',
      config,
    ];
    const { code, stderr } = await run(process.execPath, args, installation.folder);
    expect(stderr).toMatch(/Tests: +3 passed, 3 total/);
    expect(code).toBe(0);
  },
);
