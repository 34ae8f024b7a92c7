/** docs/testing.md says how to find things in elements: its example is run here. */
import { createFakeWallet } from 'countersign-sandbox/testing';
import { defineElements, type ElementName } from 'countersign/elements';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { quoteOf } from './sample-quote.ts';

/** The document as a text, as Vite serves it. */
const documentUrl: string = new URL('../../../docs/testing.md?raw', import.meta.url).href;

interface Found {
  readonly code: () => HTMLInputElement | null;
  readonly primary: () => HTMLButtonElement | null;
  readonly status: () => HTMLElement | null;
  readonly title: () => HTMLElement | null;
}
let example: {
  readonly inElement: (element: Element) => Found;
  readonly write: (field: Element, text: string) => void;
};

beforeAll(async () => {
  const { default: text } = (await import(/* @vite-ignore */ documentUrl)) as { readonly default: string };
  const [, code = ''] = /```js\n(\/\/ in-element\.js\n[^]*?)```/.exec(text) ?? [];
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  example = (await import(/* @vite-ignore */ url)) as typeof example;
  await defineElements();
});
afterEach(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
});

function add(name: ElementName, properties: object): Found {
  const element = document.createElement(`countersign-${name}`);
  document.body.append(Object.assign(element, properties));
  return example.inElement(element);
}
const is = <Value>(read: () => Value, wanted: Value): Promise<void> => eventually(() => expect(read()).toEqual(wanted));

test.each(['code-entry', 'sign-in'] as const)('a code is written into <countersign-%s>, and signs in', async (name) => {
  const fake = createFakeWallet();
  const element = document.createElement(`countersign-${name}`);
  element.setAttribute('begin-with', 'EMAIL_OTP');
  document.body.append(Object.assign(element, { wallet: fake.wallet }));
  const found = example.inElement(element);
  await eventually(() => expect(found.title()).not.toBeNull());
  await eventually(() => expect(found.code()).not.toBeNull());
  await eventually(() => expect(fake.calls().some((call) => call.name === 'emailOtp.begin')).toBe(true));
  await eventually(() => {
    const field = found.code();
    if (field !== null) example.write(field, '000000');
    expect(fake.wallet.state().status).toBe('signed-in');
  });
});

test('title, status and primary button of a payment are found, and the code of one that waits for it', async () => {
  const { wallet } = createFakeWallet({
    state: 'signed-in',
    answers: { 'quote.authorize': { status: 'PROCESSING' } },
  });
  const found = add('review', { wallet, payee: 'First Bank', quote: quoteOf({ status: 'PENDING_AUTHORIZATION' }) });
  await eventually(() => expect(found.code()).not.toBeNull());
  expect([found.title()?.localName, found.primary()?.localName]).toEqual(['h2', 'button']);
  await is(() => found.status() === null, false);
});
