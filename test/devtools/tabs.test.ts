import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchTabs } from '../../src/devtools/tabs.ts';
import { eventually } from '../eventually.ts';

const page = new EventTarget();
beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

test('a tab that comes back from the back/forward cache is counted again, and counts those that are still there', async () => {
  const here = watchTabs();
  const other = new BroadcastChannel('countersign-devtools');
  const heard: string[] = [];
  other.addEventListener('message', ({ data }: MessageEvent<object>) => heard.push(...Object.keys(data)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
  other.postMessage({ hello: 'another tab' });
  await eventually(() => expect([here.count(), ...heard]).toEqual([2, 'here']));
  page.dispatchEvent(new Event('pagehide'));
  page.dispatchEvent(new Event('pageshow'));
  await eventually(() => expect([here.count(), ...heard]).toEqual([1, 'here', 'bye', 'hello']));
  here.stop();
  other.close();
});
