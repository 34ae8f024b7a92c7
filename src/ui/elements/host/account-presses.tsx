/** @jsxImportSource preact */
/** The presses that change something of the account: buttons that sign, and a question before what can't be undone. */
import { createRef, type ComponentChildren, type VNode } from 'preact';
import { actView } from '../parts/act-view.tsx';
import { withHiddenMarked } from '../parts/hidden-characters.tsx';
import { withBreaks } from '../parts/name-view.tsx';
import type { SignedInElement } from './signed-in-element.tsx';
import { createSigning, type Signed, type SigningPresses } from './signing.ts';

/** A question before something that has to be thought about. */
interface Question {
  /** Subject of the question, such as the id of a row. */
  readonly about: string;
  readonly title?: string;
  readonly text: string;
  readonly yes: string;
  /** Red, where nothing can be undone. */
  readonly look?: 'primary' | 'danger';
  /** Named on the button of `yes`, too. */
  readonly subject: ComponentChildren;
  readonly no: string;
  readonly act: () => void;
}

/** The presses of one element. */
export interface AccountPresses extends SigningPresses {
  /** A button that signs, and names what it is about; each meaning is a node of its own. That of a form does nothing else. */
  button(
    label: string,
    subject: ComponentChildren,
    act: (() => void) | undefined,
    more?: Readonly<Record<string, unknown>> & { readonly mark?: VNode },
  ): VNode;
  settle(): void;
  /** Asks, in the place that `question` has for it. */
  ask(question: Question): void;
  /** The question about this; null while it isn't asked. */
  question(about: string): VNode | null;
}

/** Creates the presses of an element; `signs` returns what is shown and can be signed, undefined until it has been read. */
export function createAccountPresses(element: SignedInElement, { signs, refusesFrames }: Signed): AccountPresses {
  let asked: Question | undefined;
  let tried: ComponentChildren;
  const box = createRef<HTMLDivElement>();
  const signing = createSigning(element, {
    signs: () => {
      const shown = signs();
      const isFine = element.problem === undefined;
      return shown === undefined && isFine ? undefined : [shown, asked?.about, asked?.text, isFine];
    },
    refusesFrames,
  });
  const button: AccountPresses['button'] = (label, subject, act, more) => {
    const { mark, ...attributes } = { mark: undefined, ...more };
    const press = (): void => {
      tried = subject === undefined ? label : [label, ': ', subject];
      act?.();
    };
    return (
      <button key={label} type="button" part="button" {...signing.guard(press)} {...attributes}>
        {mark}
        {actView(label, subject)}
      </button>
    );
  };
  const leave = (about: string): void => {
    if (element.busy !== null) return;
    asked = undefined;
    element.focusNext(`[data-about="${about}"]`);
  };
  return {
    ...signing,
    tried: () => tried,
    settle() {
      asked = undefined;
      tried = undefined;
    },
    button,
    ask(question) {
      element.problem = undefined;
      asked = question;
      element.say('');
      element.focusNext(box);
    },
    question: (about) =>
      asked?.about !== about ? null : (
        <div
          ref={box}
          class="question"
          part="question"
          role="group"
          aria-labelledby="question"
          tabIndex={-1}
          onKeyDown={({ key }) => (key === 'Escape' ? leave(about) : undefined)}
        >
          {asked.title && <strong>{asked.title}</strong>}
          <p id="question" translate={asked.title === undefined}>
            {withBreaks(asked.text, withHiddenMarked)}
          </p>
          <div class="actions">
            {button(asked.yes, asked.subject, asked.act, { class: asked.look ?? 'danger' })}
            {element.button(asked.no, () => leave(about))}
          </div>
        </div>
      ),
  };
}
