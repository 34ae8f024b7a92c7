import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf } from '../contract/document.mjs';
import facts from '../contract/facts/grid.json' with { type: 'json' };
import { runTypedClient } from '../contract/typed-client.mjs';

test('a client that openapi-typescript generates from the facts runs the main flows, type-checked', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'countersign-typed-client-'));
  try {
    const document = join(scratch, 'document.json');
    writeFileSync(document, JSON.stringify(documentOf(facts)));
    expect(runTypedClient(document, scratch)).toBeNull();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
