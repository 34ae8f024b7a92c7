/** @jsxImportSource preact */
/** An error inside an element, with what the person can do. The words load with the first error. */
import type { VNode } from 'preact';
import type { ActionKind, Description, Locale } from '../messages/index.ts';

type Words = typeof import('../messages/in-english.ts');

let words: Words | undefined;

/** Loads the words of problems; `then` draws again. */
async function loadWords(then: () => void): Promise<void> {
  words = await import('../messages/in-english.ts');
  then();
}

/** What an error says to a person; undefined until the words have loaded, which `then` tells. */
export function describeError(error: unknown, locale: Locale | undefined, then: () => void): Description | undefined {
  if (words === undefined) {
    loadWords(then).catch(() => undefined);
    return undefined;
  }
  return words.describe(error, { locale: locale ?? words.en });
}

/**
 * The place of a problem, which is there before the problem is, as live regions must be. A button is drawn where the element itself can do
 * what the person can: `actions` holds what each kind does.
 */
export function problemView(
  description: Description | undefined,
  actions: Readonly<Partial<Record<ActionKind, () => void>>>,
): VNode {
  const { title, text, action } = description ?? {};
  const act = action === undefined ? undefined : actions[action.kind];
  return (
    <div role="alert">
      {description === undefined ? null : (
        <div class="problem" part="problem" tabIndex={-1}>
          <strong>{title}</strong>
          <p>{text}</p>
          {act === undefined ? null : (
            <button type="button" part="button" onClick={act}>
              {action?.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
