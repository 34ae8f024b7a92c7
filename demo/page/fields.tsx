/** @jsxImportSource preact */
/** Form fields with their label, hint and error wired together for assistive technology. */

import type { ComponentChildren, TargetedSubmitEvent, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error?: string | null;
  readonly hint?: string;
  readonly className?: string;
}

interface TextFieldProps extends Field {
  readonly autocomplete?: string;
  readonly inputmode?: string;
  readonly suffix?: string;
  /** A button inside the field, at its end. */
  readonly children?: ComponentChildren;
  readonly onInput?: (value: string) => void;
}

interface SelectFieldProps extends Field {
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange?: (value: string) => void;
}

interface ChoicesProps {
  readonly name: string;
  readonly legend: string;
  /** What is chosen before the person chooses. */
  readonly selected: string;
  readonly list: readonly { readonly value: string; readonly label: string; readonly detail?: string }[];
}

interface ButtonProps {
  readonly label: string;
  readonly class: string;
  /** Without it the button submits its form. */
  readonly run?: () => unknown;
  /** A button that waits says so to everybody. */
  readonly waits?: boolean;
  readonly pressed?: boolean;
}

export type Submit = TargetedSubmitEvent<HTMLFormElement>;

const idOf = ({ name }: Field): string => name.replaceAll('.', '-');

/** What ties a control to its label, hint and error. */
function wiring(field: Field) {
  const ids = [field.hint && `${idOf(field)}-hint`, field.error && `${idOf(field)}-error`].filter(Boolean);
  return {
    id: idOf(field),
    name: field.name,
    'aria-describedby': ids.join(' ') || undefined,
    'aria-invalid': typeof field.error === 'string',
  };
}

function Labelled({ field, children }: { readonly field: Field; readonly children: ComponentChildren }): VNode {
  const { label, hint, error, className = '' } = field;
  const id = idOf(field);
  return (
    <div class={`field ${className}`}>
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div class="entry">{children}</div>
      {typeof error === 'string' && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

export function Button({ label, class: className, run, waits = false, pressed }: ButtonProps): VNode {
  return (
    <button
      type={run === undefined ? 'submit' : 'button'}
      class={className}
      aria-disabled={waits}
      aria-pressed={pressed}
      onClick={run}
    >
      {label}
    </button>
  );
}

/** Lines where something will be, while it is read; what is shown says so to assistive technology by its text. */
export function SkeletonRows({ count, said }: { readonly count: number; readonly said: string }): VNode {
  return (
    <div class="skeletons">
      <p class="visually-hidden">{said}</p>
      {Array.from({ length: count }, () => (
        <div class="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

export function TextField(field: TextFieldProps): VNode {
  const { value, autocomplete = 'off', inputmode, suffix, children, onInput } = field;
  const input = useRef<HTMLInputElement>(null);
  // Another value alone replaces what is typed: a page that is drawn again leaves it.
  useLayoutEffect(() => void Object.assign(input.current ?? {}, { value }), [value]);
  return (
    <Labelled field={field}>
      <input
        {...wiring(field)}
        ref={input}
        type="text"
        autocomplete={autocomplete}
        inputMode={inputmode}
        spellcheck={false}
        autocapitalize="off"
        onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
      />
      {suffix !== undefined && (
        <span class="suffix" aria-hidden="true">
          {suffix}
        </span>
      )}
      {children}
    </Labelled>
  );
}

export function SelectField(field: SelectFieldProps): VNode {
  return (
    <Labelled field={field}>
      <select {...wiring(field)} onChange={({ currentTarget }) => field.onChange?.(currentTarget.value)}>
        {field.options.map(([item, text]) => (
          <option value={item} selected={item === field.value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function Choices({ name, legend, selected, list }: ChoicesProps): VNode {
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {list.map(({ value, label, detail }) => (
        <label class="choice" key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === selected} />
          <span>
            {label} {detail !== undefined && <small>{detail}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What a form holds, by field name; the default of its submit event is prevented. */
export function readForm(event: Submit): ReadonlyMap<string, string> {
  event.preventDefault();
  return new Map(
    ([...new FormData(event.currentTarget)] as [string, string][]).map(([name, value]) => [name, value.trim()]),
  );
}
