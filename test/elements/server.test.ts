/** The elements where there is no browser. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defineElements, type ElementName } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { createFakeWallet } from 'countersign/testing';

test('defining them does nothing in Node', async () => {
  expect(await defineElements()).toBe(undefined);
  expect(await defineElements('sign-in', 'review')).toBe(undefined);
  expect([typeof customElements, typeof HTMLElement]).toEqual(['undefined', 'undefined']);
});

test.for([
  'sign-in',
  'code-entry',
  'review',
  'payment',
  'session',
  'credentials',
  'sessions',
  'card',
  'problem',
] satisfies readonly ElementName[])('a page that a server renders holds the empty tag of <countersign-%s>', (name) => {
  const { wallet } = createFakeWallet({ state: 'signed-in' });
  const tag = `countersign-${name}` as const;
  const empty = `<${tag} class="mine"></${tag}>`;
  expect(renderToString(createElement(elementComponent(name), { wallet, className: 'mine' }))).toBe(empty);
  expect(renderToString(createElement(tag, { wallet, className: 'mine' }))).toBe(empty);
});
