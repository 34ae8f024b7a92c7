/** Files that are made from the sources: `npm run docs` writes them anew, and every other run of the tests compares them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from './source-tree.ts';

// npm sets the name of the script that runs.
const isWriting = process.env['npm_lifecycle_event'] === 'docs';

/**
 * Expects a file to be this text.
 * @param path - in the repository
 */
export function expectGenerated(path: string, text: string): void {
  if (isWriting) writeFileSync(join(root, path), text);
  else expect(readFileSync(join(root, path), 'utf8'), 'run `npm run docs`').toBe(text);
}

/** Expects a document to hold these parts, each between the two marks with its name. */
export function expectGeneratedParts(path: string, parts: Readonly<Record<string, string>>): void {
  let text = readFileSync(join(root, path), 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    const block = new RegExp(`(<!-- ${name}: npm run docs -->\n)[^]*?(<!-- /${name} -->)`);
    expect(text, `the marks of ${name} in ${path}`).toMatch(block);
    text = text.replace(block, (_all, start: string, end: string) => `${start}\n${part}\n\n${end}`);
  }
  expectGenerated(path, text);
}
