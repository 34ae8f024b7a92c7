import { waitFor } from '@testing-library/dom';
import { createFakeWallet } from 'countersign-sandbox/testing';
import { defineElements } from 'countersign/elements';

/**
 * Jest's own.
 * @type {{ test(title: string, run: () => Promise<void>): void, expect(value: unknown): { toContain(value: unknown): void } }}
 */
const { expect, test } = /** @type {never} */ (globalThis);

test('an element renders', async () => {
  const { wallet } = createFakeWallet({ state: 'signed-in', answers: { 'card.list': [] } });
  await defineElements('card');
  const element = Object.assign(document.createElement('countersign-card'), { wallet });
  document.body.append(element);
  await waitFor(() => expect(element.shadowRoot?.textContent).toContain('You don’t have a card yet'));
});
