/** Elements in view, for a DOM of tests that lays nothing out. */

/**
 * Replaces `IntersectionObserver` by one that tells at once that everything is wholly in view, as for happy-dom, whose own never answers: a
 * button that signs counts no press before it was in view. Returns the way back.
 *
 * @example
 * const restore = showEverything();
 */
export function showEverything(): () => void {
  const scope = globalThis as { IntersectionObserver?: unknown };
  const { IntersectionObserver: before } = scope;
  scope.IntersectionObserver = class {
    readonly #tell: (entries: readonly object[]) => void;
    #isOver = false;

    constructor(tell: (entries: readonly object[]) => void) {
      this.#tell = tell;
    }

    observe(target: Element): void {
      const boundingClientRect = target.getBoundingClientRect();
      const entry = { target, isIntersecting: true, boundingClientRect, intersectionRect: boundingClientRect };
      queueMicrotask(() => {
        if (!this.#isOver) this.#tell([{ ...entry, intersectionRatio: 1, rootBounds: null }]);
      });
    }

    unobserve(): void {}

    disconnect(): void {
      this.#isOver = true;
    }

    takeRecords(): readonly object[] {
      return [];
    }
  };
  return () => {
    scope.IntersectionObserver = before;
  };
}
