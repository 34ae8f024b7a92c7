/** Form fields with their label, hint and error wired together for assistive technology. */

import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error?: string | null;
  readonly hint?: string;
  readonly className?: string;
}

/** One text field. */
export interface TextField extends Field {
  readonly autocomplete?: string;
  readonly inputmode?: string;
  readonly type?: string;
  readonly suffix?: string;
  /** A button inside the field, at its end. */
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly onInput?: (value: string) => void;
}

/** One list to choose from; `options` are value and label. */
export interface SelectField extends Field {
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange?: (value: string) => void;
}

/** One choice of a {@link choices} group. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
}

const idOf = ({ name }: Field): string => name.replaceAll('.', '-');

/** The ids of what describes a field. */
function describedBy(field: Field): string | undefined {
  const ids = [field.hint && `${idOf(field)}-hint`, field.error && `${idOf(field)}-error`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

const isWrong = ({ error }: Field): string => String(typeof error === 'string');

function labelled(field: Field, control: TemplateResult): TemplateResult {
  const { label, hint, error, className = '' } = field;
  const id = idOf(field);
  return html`<div class="field ${className}">
    <label for=${id}>${label}</label>
    ${hint === undefined ? nothing : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    <div class="entry">${control}</div>
    ${typeof error === 'string' ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
  </div>`;
}

/** Renders a button; one that `waits` says so to everybody. */
export function button(label: string, className: string, run: () => unknown, waits = false): TemplateResult {
  return html`<button type="button" class=${className} aria-disabled=${waits} @click=${run}>${label}</button>`;
}

/** Lines where something will be, while it is read; what is shown says so to assistive technology by its text. */
export function skeletonRows(count: number, said: string): TemplateResult {
  return html`<div class="skeletons">
    <p class="visually-hidden">${said}</p>
    ${Array.from({ length: count }, () => html`<div class="skeleton" aria-hidden="true"></div>`)}
  </div>`;
}

/** Renders a text field. */
export function textField(field: TextField): TemplateResult {
  const { name, value, type = 'text', autocomplete = 'off', inputmode, suffix, action, onInput } = field;
  return labelled(
    field,
    html`<input
        id=${idOf(field)}
        name=${name}
        type=${type}
        .value=${value}
        autocomplete=${autocomplete}
        inputmode=${ifDefined(inputmode as 'numeric' | undefined)}
        spellcheck="false"
        autocapitalize="off"
        aria-describedby=${ifDefined(describedBy(field))}
        aria-invalid=${isWrong(field)}
        @input=${({ target }: Event) => onInput?.((target as HTMLInputElement).value)}
      />
      ${suffix === undefined ? nothing : html`<span class="suffix" aria-hidden="true">${suffix}</span>`}
      ${action === undefined ? nothing : button(action.label, 'quiet small', action.run)}`,
  );
}

/** Renders a list to choose from. */
export function selectField(field: SelectField): TemplateResult {
  return labelled(
    field,
    html`<select
      id=${idOf(field)}
      name=${field.name}
      aria-invalid=${isWrong(field)}
      aria-describedby=${ifDefined(describedBy(field))}
      @change=${({ target }: Event) => field.onChange?.((target as HTMLSelectElement).value)}
    >
      ${field.options.map(([item, text]) => html`<option value=${item} ?selected=${item === field.value}>${text}</option>`)}
    </select>`,
  );
}

/** Renders a group of radio buttons. */
export function choices(
  name: string,
  legend: string,
  selected: string,
  list: readonly Choice[],
  onChange?: (value: string) => void,
): TemplateResult {
  return html`<fieldset class="choices">
    <legend>${legend}</legend>
    ${list.map(
      ({ value, label, detail }) =>
        html`<label class="choice">
          <input
            type="radio"
            name=${name}
            value=${value}
            .checked=${value === selected}
            @change=${() => onChange?.(value)}
          />
          <span>${label}${detail === undefined ? nothing : html` <small>${detail}</small>`}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** What a form holds, by field name; `event` is its submit event, whose default is prevented. */
export function readForm(event: SubmitEvent): ReadonlyMap<string, string> {
  event.preventDefault();
  return new Map(
    [...new FormData(event.target as HTMLFormElement)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : '',
    ]),
  );
}
