import { vi } from 'vitest';

type Factory = Parameters<typeof vi.doMock>[1];

/** A module that can't be loaded, as after a newer version of the page was published. */
export const cannotBeLoaded = (): never => {
  throw new TypeError('Failed to fetch dynamically imported module');
};

/**
 * Puts something in the place of modules of `src/kit/`, by their path in it, or the modules themselves again where nothing is given. Vitest
 * does so at the next import, and two imports at the same time may undo it: they are waited for, and one import alone makes it so.
 */
export async function replaceModules(factories: Readonly<Record<string, Factory>>): Promise<void> {
  await vi.dynamicImportSettled();
  for (const [path, factory] of Object.entries(factories)) {
    if (factory === undefined) vi.doUnmock(`../src/kit/${path}`);
    else vi.doMock(`../src/kit/${path}`, factory);
  }
  await vi.importActual('../src/kit/encoding/index.ts');
}
