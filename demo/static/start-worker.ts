/** Starts the service worker, and waits until it answers this page. */

/** Why there is no back-end; the message is for people. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Orders to a worker: tell whether this page is the only one, answer the pages that it doesn't answer yet, tell whether what was kept
 * could not be read, forget everything.
 */
export type WorkerOrder = 'ask-alone' | 'claim' | 'tell-loss' | 'start-over';

const noWorkers =
  'This browser offers no service workers here. They need https or localhost, and some browsers have none in private windows.';
const notInstalled = 'This browser keeps nothing for this page, so that its back-end would forget everything.';

/** What the policy of the page asks for before a script is started by its address. */
interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * Resolves once the worker answers this page's requests, with whether it begins anew because it could not read what was kept.
 * @throws {StartError}
 */
export async function startWorker(): Promise<boolean> {
  const { serviceWorker: container } = navigator as Partial<Navigator>;
  if (container === undefined) throw new StartError(noWorkers);
  const controlled = new Promise<void>((resolve) => {
    if (container.controller !== null) resolve();
    container.addEventListener('controllerchange', () => resolve(), { once: true });
  });
  const registration = await container.register(workerUrl()).catch(() => {
    throw new StartError(noWorkers);
  });
  const { active, installing, waiting } = registration;
  if (active === null) await activation(installing ?? waiting);
  else if (waiting !== null && (await order(waiting, 'ask-alone'))) await replaceWorker(registration);
  // A hard reload goes past the worker: it has to take this page on.
  if (container.controller === null) await order((await container.ready).active, 'claim');
  await controlled;
  return (await order(container.controller, 'tell-loss')) === true;
}

/**
 * Loads the page anew without the older version, so that it registers the newer one. Chromium may wait minutes for the older one's streams
 * before `skipWaiting` takes effect.
 */
async function replaceWorker(registration: ServiceWorkerRegistration): Promise<never> {
  await registration.unregister();
  location.reload();
  return new Promise(() => {});
}

function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptPolicies };
  const url = new URL('worker.js', document.baseURI).href;
  const policy = trustedTypes?.createPolicy('demo-worker', { createScriptURL: () => url });
  return policy?.createScriptURL(url) ?? url;
}

/** Forgets everything, and resolves once it is forgotten. */
export async function startOver(): Promise<void> {
  await order(navigator.serviceWorker.controller, 'start-over');
}

/** Has a worker do something; resolves with what came of it. */
function order(worker: ServiceWorker | null, what: WorkerOrder): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<boolean | undefined>) => resolve(data), { once: true });
    port1.start();
    worker?.postMessage(what, [port2]);
  });
}

function activation(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (worker?.state === 'activated') resolve();
      if (worker === null || worker.state === 'redundant') reject(new StartError(notInstalled));
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}
