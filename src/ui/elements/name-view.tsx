/** @jsxImportSource preact */
/** A name or an address that comes from elsewhere: its direction and its breaks are its own, and nobody translates it. */
import { Fragment, type VNode } from 'preact';
import { withHiddenMarked } from './hidden-characters.tsx';

/** Draws it; an address breaks after its `@` first. */
export function nameView(name: string): VNode {
  return (
    <bdi key={name} translate={false}>
      {name.split(/(?<=@)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {withHiddenMarked(part)}
        </Fragment>
      ))}
    </bdi>
  );
}
