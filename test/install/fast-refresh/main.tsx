import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { App } from './app.tsx';
import { count } from './counted.ts';

let root: Root | undefined;
const mount = (): void => {
  root = createRoot(document.querySelector('#app') ?? document.body);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
};
Object.assign(globalThis, { page: { count, mount, unmount: () => root?.unmount() } });
mount();
