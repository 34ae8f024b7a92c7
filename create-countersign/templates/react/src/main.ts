import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './wallet-app';

createRoot(document.getElementById('app')!).render(createElement(StrictMode, null, createElement(App)));
