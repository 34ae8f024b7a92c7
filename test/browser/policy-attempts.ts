/** Tries in a page what a content security policy should stop. By the page's own script: a driver's code is bound by no policy. */

declare global {
  interface Window {
    /** Attempts that were not stopped, once all were made. */
    notStopped?: readonly string[];
  }
}

/** Tries everything, and leaves in `window.notStopped` what went through. */
export async function tryAll(): Promise<void> {
  const done: string[] = [];
  const attempt = async (what: string, run: () => unknown): Promise<void> => {
    try {
      await run();
      done.push(what);
    } catch {
      // It was stopped.
    }
  };
  const inline = document.createElement('script');
  const types = (window as unknown as { trustedTypes: { createPolicy(name: string): unknown } }).trustedTypes;
  await attempt('another host', () => fetch('https://elsewhere.example.com/'));
  await attempt('markup', () => (document.body.innerHTML = '<img src="x">'));
  await attempt('a text in a script', () => (inline.textContent = 'window.ran = true'));
  await attempt('a policy of its own', () => types.createPolicy('own'));
  await attempt('a text as code', () => Reflect.construct(Function, ['return 1']));
  await attempt('an inline script', () => {
    inline.append('window.ran = true');
    document.head.append(inline);
    if (!('ran' in window)) throw new Error('it did not run');
  });
  window.notStopped = done;
}
