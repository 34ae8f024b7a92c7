import { inspectEnvironment } from 'countersign/environment';
import { expect, test } from 'vitest';

test('where there is no page, nothing is thrown and everything that is missing is said', async () => {
  const { secureContext, keyStorage, passkeys, advice } = await inspectEnvironment();
  expect({ secureContext, keyStorage, passkeys }).toEqual({
    secureContext: false,
    keyStorage: 'blocked',
    passkeys: 'absent',
  });
  expect(advice).toContain('SERVE_BY_HTTPS');
});

test.each([0, -1, Number.NaN, Infinity])('a time limit of %s is refused', async (timeoutMs) => {
  await expect(inspectEnvironment({ timeoutMs })).rejects.toThrow(RangeError);
});
