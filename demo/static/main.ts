/** Starts the page of the static demo: its back-end first. */

import { StartError, startWorker } from './start-worker.ts';

try {
  await startWorker();
  await import('../page/app.ts');
} catch (error) {
  sayWhy(error instanceof StartError ? error.message : 'A file of the page did not load. Reload the page.');
}

function sayWhy(reason: string): void {
  const place = document.querySelector('main .sheet');
  const heading = document.createElement('h1');
  heading.textContent = 'This copy of the demo can’t start here';
  const why = document.createElement('p');
  why.setAttribute('role', 'alert');
  why.textContent = `${reason} With a server, npm run demo needs none of this.`;
  place?.replaceChildren(heading, why);
}
