import { beforeAll, describe, expect, test } from 'vitest';
import { buildKit } from '../package/consumer.ts';
import { bundlers, loginDoors, measure, shapes, withDoors, type Measured } from './measure.mjs';

const { 'the wallet': walletShape, 'stamping alone': stampShape } = shapes;

beforeAll(buildKit, 60_000);

describe.for(bundlers)('bundled with %s', (bundler) => {
  let wallet: Measured;

  beforeAll(async () => {
    if (walletShape === undefined) throw new Error('no such shape');
    wallet = await measure(walletShape, bundler);
  }, 60_000);

  test('the wallet loads at most 10 kB before its user does anything', () => {
    expect(wallet.first).toBeLessThanOrEqual(10_000);
  });

  test('an e-mail login brings that to at most 32 kB', () => {
    expect(withDoors(wallet, loginDoors)).toBeLessThanOrEqual(32_000);
  });

  test('everything together is at most 44 kB', () => {
    expect(wallet.total).toBeLessThanOrEqual(44_000);
  });

  test('stamping alone loads no curve and no HPKE', async () => {
    if (stampShape === undefined) throw new Error('no such shape');
    expect((await measure(stampShape, bundler)).first).toBeLessThanOrEqual(2_500);
  });
});
