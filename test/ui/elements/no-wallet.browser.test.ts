import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defineElements, type ElementName } from 'countersign/elements';
import { createFakeWallet } from 'countersign-sandbox/testing';

const warn = vi.spyOn(console, 'warn').mockReturnValue();
const place = (name: ElementName): HTMLElementTagNameMap[`countersign-${ElementName}`] =>
  document.body.appendChild(document.createElement(`countersign-${name}`));

beforeEach(async () => {
  await defineElements();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('an element that is in the page for 3 s without a wallet says so once, and how to give it one', () => {
  const element = place('review');
  vi.advanceTimersByTime(2999);
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  document.body.append(element);
  vi.advanceTimersByTime(60_000);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^<countersign-review> .*element\.wallet.*elementComponent/)],
  ]);
  warn.mockClear();
});

test('an element that gets a wallet, leaves the page or needs none says nothing', () => {
  const { wallet } = createFakeWallet();
  const [early, late, gone] = [place('session'), place('payment'), place('card'), place('problem')];
  early.wallet = wallet;
  vi.advanceTimersByTime(2000);
  late.wallet = wallet;
  gone.remove();
  vi.advanceTimersByTime(60_000);
  expect(warn).not.toHaveBeenCalled();
});
