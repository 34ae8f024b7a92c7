/** The buttons that sign, as the host of an element knows them. */
import type { ComponentChildren, VNode } from 'preact';
import type { GuardedButton } from '../parts/press-guard.ts';

/** The buttons of an element that sign. An element without any has none of these. */
export interface Presses {
  /** Returns why the last press doesn't count, which is said in place of what the element says. */
  refusal?(): string | undefined;
  /** Called when the element comes into this window, and when it leaves. */
  begin?(view: Window): void;
  end?(): void;
  /** Called before each drawing. */
  look?(): void;
  /** Drawn in place of all. */
  instead?(): VNode | undefined;
  /** Guards a button that repeats a press. */
  guard?(act: () => void): GuardedButton;
  /** Names the last press, for the button that repeats it. */
  tried?(): ComponentChildren;
  /** Drops a question and the last press: it was answered, or its subject is gone. */
  settle?(): void;
}
