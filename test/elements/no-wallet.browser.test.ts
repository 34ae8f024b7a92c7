/** An element that nobody gives a wallet tells the developer. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { defineElements, type ElementName } from 'countersign/elements';
import { createFakeWallet } from 'countersign/testing';

const warn = vi.spyOn(console, 'warn').mockReturnValue();
const { wallet } = createFakeWallet();

beforeAll(() => defineElements());
beforeEach(() => {
  vi.useFakeTimers();
  warn.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function place(name: ElementName): HTMLElementTagNameMap[`countersign-${ElementName}`] {
  return document.body.appendChild(document.createElement(`countersign-${name}`));
}

test('an element that is in the page for 3 s without a wallet says so once, and how to give it one', () => {
  const element = place('review');
  vi.advanceTimersByTime(2999);
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  document.body.append(element);
  vi.advanceTimersByTime(60_000);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^<countersign-review> .*\.wallet = .*elementComponent/)]]);
});

test('an element that gets a wallet, had one, leaves the page or needs none says nothing', () => {
  place('review').wallet = wallet;
  const [late, gone] = [place('payment'), place('card')];
  place('problem');
  vi.advanceTimersByTime(2000);
  late.wallet = wallet;
  late.wallet = undefined;
  gone.remove();
  vi.advanceTimersByTime(60_000);
  expect(warn).not.toHaveBeenCalled();
});
