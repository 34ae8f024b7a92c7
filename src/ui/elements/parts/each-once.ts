/** Providers as a page lists them. */
import type { OfferedProvider } from '../elements.ts';

/** Each name once: a page may list a provider twice. */
export function eachOnce(providers: readonly OfferedProvider[]): readonly OfferedProvider[] {
  return [...new Map(providers.map((provider) => [provider.name, provider])).values()];
}
