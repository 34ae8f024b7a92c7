/** Starts the page of the static demo: its back-end first. */

import { StartError, startOver, startWorker } from './start-worker.ts';

try {
  if (await startWorker()) sayLoss();
  document.querySelector('.simulation button')?.addEventListener('click', () => {
    void startOver().then(() => location.replace(location.pathname));
  });
  await import('../page/app.tsx');
} catch (error) {
  sayWhy(error instanceof StartError ? error.message : 'A file of the page did not load. Reload the page.');
}

function sayLoss(): void {
  const loss = document.createElement('p');
  loss.setAttribute('role', 'alert');
  loss.textContent =
    'What this browser had kept for the demo is of another version and could not be read, so the demo has begun anew.';
  document.querySelector('.simulation')?.append(loss);
}

function sayWhy(reason: string): void {
  const heading = document.createElement('h1');
  heading.textContent = 'This copy of the demo can’t start here';
  const why = document.createElement('p');
  why.textContent = `${reason} With a server, npm run demo needs none of this.`;
  const alert = document.createElement('div');
  alert.setAttribute('role', 'alert');
  alert.className = 'not-started';
  alert.append(heading, why);
  document.querySelector('main .sheet')?.replaceChildren(alert);
}
