import { build, type Metafile } from 'esbuild';
import { de, en, es } from 'countersign/messages';
import { beforeAll, describe, expect, test } from 'vitest';
import { asPublished } from '../size/measure.mjs';
import { buildKit, entries } from './consumer.ts';

/** What a platform ships; tools for tests and the service on one's own machine are no part of it. */
const shipped = entries.filter((entry) => !/\/(?:testing|sandbox)(?:\/|$)/.test(entry));
const locales = { en, de, es };

beforeAll(() => buildKit(), 120_000);

/** Bundles what an application says, as it is published: minified, in chunks. */
async function bundle(contents: string): Promise<{ readonly text: string; readonly inputs: Metafile['inputs'] }> {
  const { outputFiles, metafile } = await build({
    ...asPublished(contents),
    platform: contents.includes('/relay') ? 'node' : 'browser',
    external: ['react'],
    charset: 'utf8',
  });
  return { text: outputFiles.map(({ text }) => text).join('\n'), inputs: metafile.inputs };
}

const testing = /dist\/(?:testing|sandbox)\//;

describe('a production bundle', () => {
  test.for(shipped)('of all that %s exports holds nothing of the tools for tests or of the sandbox', async (entry) => {
    const { text, inputs } = await bundle(`export * from '${entry}';`);
    expect(text.length).toBeGreaterThan(500);
    expect(Object.keys(inputs).filter((path) => testing.test(path))).toEqual([]);
  });

  test('of countersign/testing would be told from one: it holds its files', async () => {
    const { inputs } = await bundle("export { createFakeWallet } from 'countersign/testing';");
    expect(Object.keys(inputs).filter((path) => testing.test(path))).toContain('dist/testing/fake-wallet.js');
  });

  test.for(Object.keys(locales) as (keyof typeof locales)[])(
    'that imports the locale %s alone holds the texts of no other',
    async (own) => {
      const { text } = await bundle(`export { describe, ${own} } from 'countersign/messages';`);
      for (const [language, { messages }] of Object.entries(locales)) {
        const found = Object.values(messages).filter((message) => text.includes(message.text));
        expect([language, found.length]).toEqual([language, language === own ? Object.keys(messages).length : 0]);
      }
    },
  );

  test('of the wallet holds no locale', async () => {
    const { inputs } = await bundle("export { createWallet } from 'countersign';");
    expect(Object.keys(inputs).filter((path) => path.startsWith('dist/messages/'))).toEqual([]);
  });
});
