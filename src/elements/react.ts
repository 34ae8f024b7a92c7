/** The elements in React: the types of their tags for React 19, and components for React 18, which sets no properties of custom elements. */
import {
  createElement,
  useLayoutEffect,
  useRef,
  type DetailedHTMLProps,
  type FunctionComponent,
  type HTMLAttributes,
} from 'react';
import type { ElementEvents, ElementName, ElementsByName } from './elements.ts';

/** What a page listens with, such as `oncountersign-paid`. */
export type ElementListeners = {
  [Name in keyof ElementEvents as `on${Name}`]?: (event: CustomEvent<ElementEvents[Name]>) => void;
};

/** What an element takes in JSX: its properties, `theme`, and listeners such as `oncountersign-paid`. */
export type ElementProps<Name extends ElementName> = DetailedHTMLProps<
  HTMLAttributes<ElementsByName[Name]>,
  ElementsByName[Name]
> &
  Partial<Omit<ElementsByName[Name], keyof HTMLElement>> &
  ElementListeners & { readonly theme?: 'light' | 'dark' };

/** The elements by tag, as JSX knows them. */
export type ElementsInJsx = { [Name in ElementName as `countersign-${Name}`]: ElementProps<Name> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ElementsInJsx {}
  }
}

/**
 * Makes a component of an element for React 18. In React 19 write the tag itself.
 *
 * @example
 * import { createElement } from 'react';
 * const Review = elementComponent('review');
 * const page = createElement(Review, { wallet, quote, 'oncountersign-refused': () => location.reload() });
 */
export function elementComponent<Name extends ElementName>(name: Name): FunctionComponent<ElementProps<Name>> {
  return function Element(props: ElementProps<Name>) {
    const element = useRef<HTMLElement>(null);
    const own = Object.entries(props).filter(([key]) => properties.has(key) || key.startsWith('oncountersign-'));
    // No list of dependencies: each rendering may bring other listeners.
    useLayoutEffect(() => {
      const { current } = element;
      if (current === null) return undefined;
      const ending = new AbortController();
      for (const [key, value] of own) {
        if (properties.has(key)) Object.assign(current, { [key]: value });
        else current.addEventListener(key.slice(2), value as EventListener, ending);
      }
      return () => ending.abort();
    });
    const attributes = { ...props, ...Object.fromEntries(own.map(([key]) => [key, undefined])), ref: element };
    return createElement(`countersign-${name}`, attributes);
  };
}

/** What is set as a property; everything else is an attribute. */
const properties: ReadonlySet<string> = new Set([
  'wallet',
  'locale',
  'providers',
  'type',
  'quote',
  'payee',
  'serviceTime',
  'transactionId',
  'customerId',
  'savePhoneNumber',
  'cardId',
  'error',
]);
