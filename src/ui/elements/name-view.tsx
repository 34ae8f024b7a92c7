/** @jsxImportSource preact */
/** A name or an address that comes from elsewhere: its direction and its breaks are its own, and nobody translates it. */
import { Fragment, type ComponentChildren, type VNode } from 'preact';

/** Draws it; an address breaks after its `@` first. `mark`: what is done to each part. */
export function nameView(name: string, mark: (part: string) => ComponentChildren = (part) => part): VNode {
  return (
    <bdi key={name} translate={false}>
      {name.split(/(?<=@)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {mark(part)}
        </Fragment>
      ))}
    </bdi>
  );
}
