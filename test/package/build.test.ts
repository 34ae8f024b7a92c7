import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../source-tree.ts';
import { buildKit, run } from './consumer.ts';

test(
  'a build that is asked for if needed leaves in place what was built after the last change',
  { timeout: 180_000 },
  async () => {
    await buildKit();
    const built = statSync(join(root, 'dist')).ino;
    const { code, stderr } = await run(process.execPath, [join(root, 'build.mjs'), '--if-needed'], root);
    expect([code, stderr]).toEqual([0, '']);
    expect(statSync(join(root, 'dist')).ino).toBe(built);
  },
);
