/** The elements in React: a component for each, and the types of their tags, whose properties React 19 sets only where it creates them. */
'use client';
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type DetailedHTMLProps,
  type ExoticComponent,
  type HTMLAttributes,
} from 'react';
import type { ElementEvents, ElementName, ElementsByName } from './elements.ts';

/** Listeners of an element, such as `oncountersign-paid`. */
export type ElementListeners = {
  [Name in keyof ElementEvents as `on${Name}`]?: (event: CustomEvent<ElementEvents[Name]>) => void;
};

/** Props of an element in JSX: its properties, `theme`, and listeners such as `oncountersign-paid`. */
export type ElementProps<Name extends ElementName> = DetailedHTMLProps<
  HTMLAttributes<ElementsByName[Name]>,
  ElementsByName[Name]
> &
  Partial<Omit<ElementsByName[Name], keyof HTMLElement | 'reload'>> &
  ElementListeners & { readonly theme?: 'light' | 'dark' | 'system' };

/** The elements by tag, as JSX knows them. */
export type ElementsInJsx = { [Name in ElementName as `countersign-${Name}`]: ElementProps<Name> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ElementsInJsx {}
  }
}

/**
 * Makes a component of an element, for React 18 and later: it sets properties and listeners also where a server has rendered the page. Call
 * it once for each element, outside of components.
 *
 * @example
 * import { createElement } from 'react';
 * const Review = elementComponent('review');
 * const page = createElement(Review, { wallet, quote, 'oncountersign-refused': () => location.reload() });
 */
export function elementComponent<Name extends ElementName>(name: Name): ExoticComponent<ElementProps<Name>> {
  const tag = `countersign-${name}`;
  const component = forwardRef<ElementsByName[Name], object>((props, ref) => {
    const element = useRef<ElementsByName[Name]>(null);
    const earlier = useRef<Readonly<Record<string, unknown>>>({});
    const own: Record<string, unknown> = {};
    // React 18 knows `className`, and `hidden` as true or false, of its own tags alone.
    const attributes: Record<string, unknown> = { ref: element };
    for (const [key, value] of Object.entries(props)) {
      if (Object.hasOwn(properties, key) || key.startsWith('oncountersign-')) own[key] = value;
      else if (key === 'hidden') attributes[key] = value || undefined;
      else attributes[key === 'className' ? 'class' : key] = value;
    }
    useImperativeHandle(ref, () => element.current as ElementsByName[Name], []);
    // Not with the layout: a provider above makes its wallet there, after the effects of the components below.
    useEffect(() => {
      const { current } = element;
      if (current === null) return;
      for (const key of Object.keys({ ...earlier.current, ...own })) {
        const [before, now] = [earlier.current[key], own[key]];
        if (before === now) continue;
        if (Object.hasOwn(properties, key)) Object.assign(current, { [key]: now });
        else {
          // Not those of `{isOpen && listener}`.
          if (typeof before === 'function') current.removeEventListener(key.slice(2), before as EventListener);
          if (typeof now === 'function') current.addEventListener(key.slice(2), now as EventListener);
        }
      }
      earlier.current = own;
    });
    return createElement(tag, attributes);
  });
  component.displayName = tag;
  return component;
}

type PropertyName = {
  [Name in ElementName]: Exclude<keyof ElementsByName[Name], keyof HTMLElement | 'reload'>;
}[ElementName];

/** Props that are set as properties; all others are attributes. A missing property doesn't compile. */
const properties: Readonly<Record<PropertyName, true>> = {
  wallet: true,
  locale: true,
  brand: true,
  providers: true,
  type: true,
  quote: true,
  payee: true,
  serviceTime: true,
  transactionId: true,
  customerId: true,
  savePhoneNumber: true,
  cardId: true,
  error: true,
};
