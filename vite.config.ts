import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** The package's own entry points, by the names its users import. */
export const alias = [
  { find: /^countersign$/, replacement: source('index.ts') },
  { find: /^countersign\/relay\/node$/, replacement: source('relay/node.ts') },
  { find: /^countersign\/sandbox\/node$/, replacement: source('sandbox/node.ts') },
  { find: /^countersign\/(crypto|relay|sandbox|testing)$/, replacement: source('$1/index.ts') },
];

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'node', environment: 'node', include: ['test/**/*.test.ts'] },
      },
    ],
  },
});
