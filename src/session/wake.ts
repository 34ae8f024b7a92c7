/** The moments at which a page comes back: timers were throttled, the device slept, another tab went ahead. */

const events = ['visibilitychange', 'focus', 'pageshow', 'online'] as const;

/** Runs on each of those moments of a window. `visibilitychange` bubbles up to it from the document. */
export function onWake(page: EventTarget, run: (event: Event) => void): () => void {
  for (const event of events) page.addEventListener(event, run);
  return () => {
    for (const event of events) page.removeEventListener(event, run);
  };
}
