import { expect, test } from 'vitest';
import { createWebhookVerifier, type RelayError } from '../../src/relay/index.ts';
import { expectGenerated } from '../generated.ts';
import { webhookVectors } from './webhook-vectors.ts';

const made = webhookVectors();

test('docs/webhook-vectors.json is what its script makes', () => {
  expectGenerated('docs/webhook-vectors.json', `${JSON.stringify(made, null, 2)}\n`);
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
