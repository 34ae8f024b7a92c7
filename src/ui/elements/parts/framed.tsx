/** @jsxImportSource preact */
/** Elements that sign refuse to be framed by another origin, which could lay a bait over their buttons. */
import type { VNode } from 'preact';
import type { Screens } from '../../messages/index.ts';

/** Detects a frame around this one whose page is of another origin: its properties can't be read. */
export function isFramedByOthers(): boolean {
  try {
    for (let page: Window = window; page !== page.parent; page = page.parent) {
      if (page.parent.origin !== window.origin) return true;
    }
    return false;
  } catch {
    return true;
  }
}

/** In place of all that an element shows. */
export function framedView({ text }: Screens['framed']): VNode {
  return (
    <p class="note" role="alert" part="framed">
      {text}
    </p>
  );
}
