/** @jsxImportSource preact */
/** The field of a code, for a sign-in and for a payment: over boxes, one for each digit; the box of the next digit is marked. */
import { Component, createRef, type VNode } from 'preact';
import { keepCode, readCode, type CodeForm } from '../../code-entry/read-code.ts';

/**
 * Style of the field. The digits are the field's own, one in each box: a tool that records pages masks fields. It is wider by the
 * space after the last. Browsers paint a field that they have filled in; the selection of a wrong code would not fit the boxes.
 */
export const codeFieldStyle = `
.code { position: relative; container-type: inline-size; overflow: clip; margin-bottom: 0.25rem; }
.code > * { --gap: clamp(3px, 5cqi - 9px, 8px); --pitch: calc((100cqi + var(--gap)) / var(--length)); }
.boxes { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: var(--gap); direction: ltr; }
.boxes > span { min-height: 3.25rem; border: 1px solid var(--control-border); border-radius: var(--inner-radius); background: var(--fill); }
.code:focus-within .next { background: var(--surface); outline: 3px solid var(--accent); outline-offset: -3px; }
.wrong span { border-color: var(--danger); }
.code.wrong:focus-within .next { outline-color: var(--danger); }
.wrong > input::selection { background: none; color: inherit; }
.code > input { position: absolute; inset: 0 auto 0 0; width: calc(100% + var(--pitch));
  max-width: none; height: 100%; padding: 0; padding-left: calc((var(--pitch) - var(--gap) - 1ch) / 2); border: 0; outline: 0; background: none;
  font: 600 1.375rem/1 ui-monospace, monospace; letter-spacing: calc(var(--pitch) - 1ch); }
.code > input:-webkit-autofill { -webkit-background-clip: text; background-clip: text; }
`;

interface CodeFieldProps {
  readonly form: CodeForm;
  /** The longest code, where `form` has the usual length. */
  readonly longest?: number;
  readonly isWrong: boolean;
  readonly describedBy: string;
  /** Called after each change, with the text as it was typed or pasted, and what of it stands in the field. */
  readonly onText?: (typed: string, kept: string) => void;
}

/** A field that keeps what can be part of a code, and leaves text and caret as they were for the rest. */
export class CodeField extends Component<CodeFieldProps> {
  readonly #input = createRef<HTMLInputElement>();

  override render(): VNode {
    const { form, isWrong, describedBy } = this.props;
    const { value = '', selectionStart } = this.#input.current ?? {};
    const length = Math.max(form.length, value.length);
    const boxes = Array.from({ length }, (_, index) => (
      <span part="box" class={index === Math.min(selectionStart ?? 0, length - 1) ? 'next' : ''} />
    ));
    const redraw = (): void => this.forceUpdate();
    return (
      <div class={isWrong ? 'code wrong' : 'code'} part="field" style={{ '--length': String(length) }}>
        <div class="boxes" aria-hidden="true">
          {boxes}
        </div>
        <input
          ref={this.#input}
          id="code"
          name="code"
          autocomplete="one-time-code"
          inputMode={form.alphabet === 'digits' ? 'numeric' : 'text'}
          dir="ltr"
          autocapitalize="none"
          spellcheck={false}
          part="input"
          aria-invalid={isWrong}
          aria-describedby={describedBy}
          onInput={(event) => this.#take(event)}
          onCompositionEnd={(event) => this.#take(event)}
          onSelect={redraw}
          onKeyUp={redraw}
          onClick={redraw}
          onFocus={redraw}
        />
      </div>
    );
  }

  #take(event: Event): void {
    // A text that is being composed, such as full-width digits, is the keyboard's until it's done.
    if ((event as InputEvent).isComposing && event.type === 'input') return;
    const input = event.currentTarget as HTMLInputElement;
    const { form, longest = form.length, onText } = this.props;
    const [typed, caret] = [input.value, input.selectionStart ?? input.value.length];
    const { inputType = '' } = event as Partial<InputEvent>;
    const isKey = /^(?:insertText|insertCompositionText|delete)/.test(inputType) || event.type !== 'input';
    const code = isKey ? null : readMessage(typed, form, longest);
    const found = keepCode(typed, caret, { ...form, length: longest });
    // A message without a code is none of its digits.
    const text = code ?? (isKey || found.isAll ? found.text : '');
    if (text !== typed) {
      input.value = text;
      const at = text === found.text ? found.caret : text.length;
      input.setSelectionRange(at, at);
    }
    onText?.(isKey ? text : typed, text);
    this.forceUpdate();
  }
}

/** The one code of a message, of the usual length, or digits of another. */
function readMessage(text: string, form: CodeForm, longest: number): string | null {
  const usual = readCode(text, form);
  if (usual !== null || longest === form.length) return usual;
  const found = new Set<string>();
  for (let length = 4; length <= longest; length += 1) {
    const code = readCode(text, { alphabet: 'digits', length });
    if (code !== null) found.add(code);
  }
  const [only = null] = found;
  return found.size === 1 ? only : null;
}
