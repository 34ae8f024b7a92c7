/** @jsxImportSource preact */
/** An error inside an element, with what the person can do. The words load with the first error, or before. */
import type { ComponentChildren, VNode } from 'preact';
import { copyOwn } from '../../../kit/own-members.ts';
import type * as inEnglish from '../../messages/in-english.ts';
import type { ActionKind, Description, Locale } from '../../messages/index.ts';
import { actView } from './act-view.tsx';
import { icon } from './icon.tsx';
import type { GuardedButton } from './press-guard.ts';

let words: typeof inEnglish | undefined;

/** Loads the words of problems, ahead where the first may be that nothing loads; without them the next problem tries again. */
export async function loadWords(redraw?: () => void): Promise<void> {
  try {
    words ??= await import('../../messages/in-english.ts');
    redraw?.();
  } catch {
    // The page has lost its files; what was pressed rejected already, and the page heard of that.
  }
}

/** Describes an error for a person; undefined until the words have loaded, then calls `redraw`. */
export function describeError(error: unknown, locale: Locale | undefined, redraw: () => void): Description | undefined {
  if (words !== undefined) return words.describe(error, { locale: locale ?? words.english });
  void loadWords(redraw);
  return undefined;
}

/**
 * A problem: an alert that comes with its text, since an empty one would tell nothing. A button is drawn where the element itself can do
 * what the person can: `actions` holds what each kind does, or the attributes of a button that signs, which names `subject`. A deliberate
 * cancel and an unknown outcome are no errors.
 */
export function problemView(
  description: Description | undefined,
  actions: Readonly<Partial<Record<ActionKind, (() => void) | GuardedButton>>>,
  subject?: ComponentChildren,
): VNode | null {
  if (description === undefined) return null;
  const { title, text, action, key } = copyOwn<Partial<Description>>(description);
  const act = action === undefined ? undefined : actions[action.kind];
  const look = key === 'cancelled' || key === 'outcome-unknown' ? 'note' : 'problem';
  return (
    <div class={look} part="problem" role="alert" tabIndex={-1}>
      <strong>
        {icon('warning')}
        <span>{title}</span>
      </strong>
      <p>{text}</p>
      {act === undefined ? null : (
        <button type="button" part="button" {...(typeof act === 'function' ? { onClick: act } : act)}>
          {typeof act === 'function' ? action?.label : actView(action?.label, subject)}
        </button>
      )}
    </div>
  );
}

/** The one place that tells a mistake in a field, beside the field itself, which it describes by its `id`. */
export function mistakeView(id: string, text: ComponentChildren): VNode {
  return (
    <p id={id} class="field-error" role="alert">
      {icon('warning')}
      <span>{text}</span>
    </p>
  );
}
