/** @jsxImportSource preact */
/** A name or an address of the account, which stands for itself: its direction and its breaks are its own. */
import { Fragment, type ComponentChildren, type VNode } from 'preact';

/** Draws it; `mark`: what is done to each part. */
export function nameView(name: string, mark?: (part: string) => ComponentChildren): VNode {
  return <bdi translate={false}>{withBreaks(name, mark)}</bdi>;
}

/** Has an address in a text break after its `@`, or after a dot before it. */
export function withBreaks(text: string, mark: (part: string) => ComponentChildren = (part) => part): readonly VNode[] {
  return text.split(/(?<=@|\.(?=[^@]*@))/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {mark(part)}
    </Fragment>
  ));
}
