import { vi } from 'vitest';

/**
 * Waits until a check passes, with time enough for a machine that has other work. In milliseconds: how long at most, and how often it
 * is tried.
 */
export function eventually<Found>(
  check: () => Found | Promise<Found>,
  { timeout = 15_000, interval = 50 }: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<Found> {
  return vi.waitFor(check, { timeout, interval });
}
