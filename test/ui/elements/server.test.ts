/** The elements where there is no browser. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defineElements } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { createFakeWallet } from 'countersign-sandbox/testing';

test('defining them does nothing in Node', async () => {
  expect(await defineElements()).toBe(undefined);
  expect(await defineElements('sign-in', 'review')).toBe(undefined);
  expect([typeof customElements, typeof HTMLElement]).toEqual(['undefined', 'undefined']);
});

test('a page that a server renders holds an empty tag with its attributes alone', () => {
  const { wallet } = createFakeWallet({ state: 'signed-in' });
  const props = { wallet, payee: 'Sample Bank', className: 'mine', 'oncountersign-paid': () => undefined };
  const empty = '<countersign-review class="mine"></countersign-review>';
  expect(renderToString(createElement(elementComponent('review'), props))).toBe(empty);
});
