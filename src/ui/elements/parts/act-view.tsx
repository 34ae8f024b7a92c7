/** @jsxImportSource preact */
/** The text of a button that signs: what it does, and below that to whom or to what. */
import type { ComponentChildren, VNode } from 'preact';
import { withHiddenMarked } from './hidden-characters.tsx';
import { nameView } from './name-view.tsx';

/** A name on a button has at most so many letters as a person counts them. */
const longest = 48;

/** Draws both; one line without a subject. */
export function actView(act: ComponentChildren, subject?: ComponentChildren): VNode {
  return (
    <span class="act">
      <span>{act}</span>
      {subject === undefined ? null : [' ', <span>{subject}</span>]}
    </span>
  );
}

/** A name, and digits that it can't imitate: they are behind the isolated name, and never shortened. */
export function namedView(name: string, digits?: string): VNode {
  return (
    <span translate={false}>
      {name === '' ? null : nameView(shorten(name), withHiddenMarked)}
      {name === '' || digits === undefined ? null : ', '}
      {digits === undefined ? null : <bdi class="whole">{withHiddenMarked(digits)}</bdi>}
    </span>
  );
}

/** Whole where the browser can't tell letters apart, as Firefox before 125. */
function shorten(name: string): string {
  const { Segmenter } = Intl as { readonly Segmenter?: typeof Intl.Segmenter };
  if (Segmenter === undefined) return name;
  const letters = Array.from(new Segmenter().segment(name), ({ segment }) => segment);
  return letters.length <= longest ? name : `${letters.slice(0, longest - 1).join('')}…`;
}
