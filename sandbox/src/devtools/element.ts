/** Builds elements with Preact, which needs no policy for Trusted Types: it never parses markup. */
import { Fragment, h, type ComponentChildren, type FunctionComponent, type VNode } from 'preact';

/** Attributes and listeners, as Preact takes them. */
export type Attributes = Readonly<Record<string, unknown>>;

/** An element with attributes; a dot in its name gives its class: `p.note`. */
export function el(name: string, attributes: Attributes | null, ...children: ComponentChildren[]): VNode {
  const [tag = name, ...classes] = name.split('.');
  const all = classes.length === 0 ? (attributes ?? {}) : { class: classes.join(' '), ...attributes };
  return h(tag, all, ...children);
}

/** An element without attributes. */
export function bare(name: string, ...children: ComponentChildren[]): VNode {
  return el(name, null, ...children);
}

/** Several elements as one. */
export function all(...children: ComponentChildren[]): VNode {
  return h(Fragment, null, ...children);
}

/** The heads of the four lanes that things are drawn in. */
export function laneHeads(): VNode {
  const head = (lane: string): VNode => el('span', { 'data-lane': lane.toLowerCase() }, lane);
  return el('div.lanes', { 'aria-hidden': 'true' }, ...['Browser', 'Relay', 'Service', 'Enclave'].map(head));
}

/** A button that sends no form. */
export function button(label: ComponentChildren, onClick: () => void, more: Attributes = {}): VNode {
  return el('button', { type: 'button', onClick, ...more }, label);
}

/** A checkbox with its label. */
export function checkbox(label: string, checked: boolean, change: (checked: boolean) => void): VNode {
  const onChange = (event: Event): void => change((event.currentTarget as HTMLInputElement).checked);
  return bare('label', el('input', { type: 'checkbox', checked, onChange }), label);
}

/** Definitions: names and what they stand for. */
export function definitions(rows: readonly (readonly [ComponentChildren, ComponentChildren])[]): VNode {
  return bare('dl', ...rows.map(([name, value]) => bare('div', bare('dt', name), bare('dd', value))));
}

/** A short word with a colour of its own. */
export function pill(tone: 'good' | 'bad' | 'warn' | 'plain', ...children: ComponentChildren[]): VNode {
  return el('span.pill', { 'data-tone': tone }, ...children);
}

/** A part with a state of its own. */
export function part<Props extends object>(
  draw: (props: Props) => VNode,
  props: Props & { readonly key?: unknown },
): VNode {
  return h(draw as FunctionComponent<Props>, props) as VNode;
}
