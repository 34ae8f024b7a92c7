/** Puts an element into the page of a test, and reads what a person sees of it. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { defineElements, type ElementName, type ElementsByName } from 'countersign/elements';
import { showEverything } from 'countersign-sandbox/testing';
import { eventually } from '../../eventually.ts';

// Whatever the size of the window that a test runs in.
let restore: () => void;
beforeAll(() => void (restore = showEverything()));
afterAll(() => restore());

/** As long as the content stands before a press counts, ms; press.browser.test.ts proves it. */
const stoodMs = 800;

// Time goes on by itself, and leaps over what a press has to wait for.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => {
  document.body.replaceChildren();
  // A press of one test and a press of the next are no series.
  vi.advanceTimersByTime(stoodMs);
  vi.useRealTimers();
});

const soon = (check: () => void): Promise<void> => eventually(check, { interval: 10 });

/** Tells a button by its name, or by its first line: below that it names whom it is about. */
export const isNamed = ({ ariaLabel, textContent }: HTMLElement, label: string): boolean =>
  `${ariaLabel ?? textContent} `.startsWith(`${label} `);

/** An element in the page. */
export interface Placed<Name extends ElementName> {
  readonly element: ElementsByName[Name];
  /** Its visible text. */
  readonly text: () => string;
  /** Waits for a text. */
  readonly shows: (text: string) => Promise<void>;
  /** Presses the button of this name, once it's there. */
  readonly press: (label: string) => Promise<void>;
  /** Whether there is a button of this name. */
  readonly offers: (label: string) => boolean;
  /** Types into the field of this name. */
  readonly write: (field: string, value: string) => void;
  /** The focused element inside. */
  readonly focused: () => Element | null;
}

/** Places an element, and defines it then: the first of a file is upgraded with what was set before. */
export async function place<Name extends ElementName>(
  name: Name,
  properties: Partial<ElementsByName[Name]>,
): Promise<Placed<Name>> {
  const element = document.createElement(`countersign-${name}`) as unknown as ElementsByName[Name];
  document.body.append(Object.assign(element, properties));
  await defineElements(name);
  return placed(element);
}

/** Reads an element that is in the page. */
export function placed<Name extends ElementName>(element: ElementsByName[Name]): Placed<Name> {
  const root = (): ShadowRoot => {
    if (element.shadowRoot === null) throw new Error('The element has no shadow root.');
    return element.shadowRoot;
  };
  const text = (): string => root().textContent;
  const button = (label: string): HTMLButtonElement | undefined =>
    [...root().querySelectorAll('button')].find((one) => isNamed(one, label));
  return {
    element,
    text,
    shows: (wanted) =>
      soon(() => {
        if (!text().includes(wanted)) throw new Error(`It shows: ${text()}`);
      }),
    press: (label) =>
      soon(() => {
        const found = button(label);
        // The first focus is a return to this window.
        found?.focus();
        vi.advanceTimersByTime(stoodMs);
        if (found === undefined || found.ariaDisabled === 'true') throw new Error(`No ${label} in: ${text()}`);
        found.click();
      }),
    offers: (label) => button(label) !== undefined,
    write(field, value) {
      const input = root().querySelector<HTMLInputElement>(`input[name="${field}"]`);
      if (input === null) throw new Error(`There is no field ${field}.`);
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true, composed: true }));
    },
    focused: () => root().activeElement,
  };
}
