/** Elements in React: by the component for React 18, and by their tags as React 19 knows them. */
import { act, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { PasskeyError } from 'countersign';
import { defineElements } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';

let root: Root;

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await defineElements('problem');
});
afterEach(() => act(() => root.unmount()));

async function render(node: ReactNode): Promise<HTMLElement> {
  const parent = document.body.appendChild(document.createElement('div'));
  root = createRoot(parent);
  await act(async () => {
    root.render(node);
    await Promise.resolve();
  });
  return parent;
}

const error = new PasskeyError('CANCELLED', 'cancelled', { nextStep: 'retry' });
const Component = elementComponent('problem');

test.for([
  [
    'by its component',
    (listen: () => void) => createElement(Component, { error, theme: 'dark', 'oncountersign-action': listen }),
  ],
  [
    'by its tag',
    (listen: () => void) =>
      createElement('countersign-problem', { error, theme: 'dark', 'oncountersign-action': listen }),
  ],
] as const)('an element gets its properties and attributes, and its events are heard, %s', async ([, make]) => {
  const listen = vi.fn();
  const parent = await render(make(listen));
  const element = parent.querySelector('countersign-problem');
  if (element === null) throw new Error('there is no element');
  expect([element.error, element.getAttribute('theme')]).toEqual([error, 'dark']);
  await expect.poll(() => element.shadowRoot?.textContent).toContain('Try again');
  element.shadowRoot?.querySelector('button')?.click();
  expect(listen).toHaveBeenCalledOnce();
});
