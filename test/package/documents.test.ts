import { readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConsumer, type Consumer } from './consumer.ts';

/** What looks like a path of the project: in a folder of its root, or a document there. */
const projectPath =
  /(?<![\w./-])(?:\.\.?\/)*(?:src|test|demo|docs|build|examples|\.ci)\/[\w./*-]*\w|\b[A-Z]{4,}\.md\b/g;
const link = /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g;

let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer();
}, 120_000);

afterAll(() => {
  if (consumer !== undefined) rmSync(consumer.folder, { recursive: true, force: true });
});

test('no path and no link in a packed document leads out of the package', () => {
  const packed = consumer.packed.map(({ path: name }) => name);
  const isPacked = (name: string): boolean => packed.some((one) => one === name || one.startsWith(`${name}/`));
  const documents = packed.filter((name) => name.endsWith('.md'));
  expect(documents.length).toBeGreaterThan(8);
  const astray = documents.flatMap((document) => {
    const text = readFileSync(join(consumer.installed, document), 'utf8');
    const links = [...text.matchAll(link)].map(([, target = '']) => posix.join(posix.dirname(document), target));
    const paths = [...text.replace(link, ']').matchAll(projectPath)].map(([name]) => name.replace(/^(?:\.\.?\/)+/, ''));
    return [...links, ...paths].filter((name) => !isPacked(name)).map((name) => `${document}: ${name}`);
  });
  expect(astray).toEqual([]);
});
