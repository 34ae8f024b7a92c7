/** @jsxImportSource preact */
/** The kit's elements in JSX. */

import { h, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Quote } from 'countersign';
import type { ElementEvents, ElementName, ElementsByName } from 'countersign/elements';
import { walletLocale } from './language.ts';
import { isOnWalletPage, WalletPageLinks } from '../wallet-page/links.tsx';

type KitProps<Name extends ElementName> = { readonly name: Name } & Partial<
  Omit<ElementsByName[Name], keyof HTMLElement>
> & {
    readonly [Event in keyof ElementEvents as `on${Event}`]?: (event: CustomEvent<ElementEvents[Event]>) => void;
  } & { readonly hidden?: boolean; readonly [attribute: `data-${string}` | `begin-${string}`]: unknown };

/** An element by its name. Preact would set what an element has before it is defined as attributes: here it is set by hand. */
export function Kit<Name extends ElementName>({ name, ...given }: KitProps<Name>): VNode {
  const props = { locale: walletLocale(), ...given };
  const element = useRef<HTMLElement>(null);
  const earlier = useRef<Readonly<Record<string, unknown>>>({});
  const all = Object.entries(props);
  const isProperty = ([key]: readonly [string, unknown]): boolean => !key.includes('-') && key !== 'hidden';
  useLayoutEffect(() => {
    const now = Object.fromEntries(all.filter(isProperty));
    // An id that is set again is read again.
    const changed = Object.entries(now).filter(([key, value]) => earlier.current[key] !== value);
    earlier.current = now;
    // The wallet comes last: an element begins to read with it.
    changed.sort(([one], [other]) => Number(one === 'wallet') - Number(other === 'wallet'));
    Object.assign(element.current ?? {}, Object.fromEntries(changed));
  });
  const { quote, cardId = quote?.id } = given as { readonly quote?: Quote; readonly cardId?: string };
  if (isOnWalletPage(name)) return <WalletPageLinks name={name} id={cardId} />;
  const attributes: object = { ref: element, ...Object.fromEntries(all.filter((one) => !isProperty(one))) };
  return h(`countersign-${name}`, attributes);
}
