import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWebhookVerifier, type RelayError } from '../../src/relay/index.ts';
import { root } from '../source-tree.ts';
import { webhookVectors } from './webhook-vectors.ts';

const file = join(root, 'webhook-vectors.json');
const made = webhookVectors();
// npm sets the name of the script that runs.
if (process.env['npm_lifecycle_event'] === 'docs:relay') writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);

test('webhook-vectors.json is what its script makes', () => {
  expect(JSON.parse(readFileSync(file, 'utf8')), 'run `npm run docs:relay`').toEqual(made);
});

test.for(made.vectors)('createWebhookVerifier says what the vectors say to $name', async (vector) => {
  const { publicKeyPem, now, headers } = made;
  const verifier = createWebhookVerifier({ publicKey: publicKeyPem, clock: { now: () => Date.parse(now) } });
  const given = vector.signature === null ? {} : { [headers['spec'] ?? '']: vector.signature };
  const said = await verifier.verify(Buffer.from(vector.bodyBase64, 'base64'), { headers: given }).then(
    () => null,
    (error: unknown) => (error as RelayError).code,
  );
  expect(said).toBe(vector.refusedAs);
});
