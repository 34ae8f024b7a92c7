import { afterEach, describe, expect, test, vi } from 'vitest';

const browserGlobals = [
  'window',
  'document',
  'navigator',
  'indexedDB',
  'localStorage',
  'sessionStorage',
  'BroadcastChannel',
  'addEventListener',
] as const;

const restore: (() => void)[] = [];

afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

/** Makes every look at a browser global throw. */
function forbid(): void {
  for (const name of browserGlobals) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new Error(`${name} was touched`);
      },
    });
    restore.push(() => {
      if (before === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, before);
    });
  }
}

describe('on a server', () => {
  test('importing the folder and creating a store touches no browser global', async () => {
    vi.resetModules();
    forbid();
    const module = await import('../../src/session/index.ts');
    expect(() => module.createIndexedDbStore()).not.toThrow();
    expect(module.loadingState).toEqual({ status: 'loading', storage: 'persistent' });
  });

  test('the channel between tabs does not keep the process alive', async () => {
    const { openTabChannel } = await import('../../src/session/index.ts');
    const unref = vi.fn();
    class Unreferenced extends BroadcastChannel {
      readonly unref = unref;
    }
    openTabChannel(Unreferenced)?.close();
    expect(unref).toHaveBeenCalledTimes(1);
  });
});
