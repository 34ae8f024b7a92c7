/** The page of `react.mjs`: takes over what a server drew, or draws. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { defineElements } from 'countersign/elements';
import { application } from './react.mjs';

export { version } from 'react';
/** @type {string[]} */
export const heard = [];
/** @type {import('react').RefObject<import('countersign/elements').ProblemElement | null>} */
export const ref = { current: null };
const container = document.querySelector('main') ?? document.body;
const drawn = application((kind) => heard.push(kind), ref);
if (container.firstChild === null) createRoot(container).render(drawn);
else hydrateRoot(container, drawn);
await defineElements('problem');
