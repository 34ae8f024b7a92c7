/** Waits until a person may see the page: a browser may render it ahead of a visit that never comes. */

/** Runs at once, or, in a page that is rendered ahead, when somebody opens it; returns the way to stop. */
export function onceShown(run: () => void): () => void {
  const { document } = globalThis as { readonly document?: Document & { readonly prerendering?: boolean } };
  if (document?.prerendering !== true) {
    run();
    return () => undefined;
  }
  document.addEventListener('prerenderingchange', run, { once: true });
  return () => document.removeEventListener('prerenderingchange', run);
}
