/** Form fields with their label, hint and error wired together for assistive technology. */

import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

/** One text field. */
export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly inputmode?: string;
  readonly type?: string;
  readonly className?: string;
  readonly suffix?: string;
  readonly maxlength?: number;
  /** A button inside the field, at its end. */
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly onInput?: (input: HTMLInputElement) => void;
}

/** Renders a text field. */
export function textField(field: TextField): TemplateResult {
  const id = field.name.replaceAll('.', '-');
  const described = [field.hint && `${id}-hint`, field.error && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field ${field.className ?? ''}">
    <label for=${id}>${field.label}</label>
    ${field.hint === undefined ? nothing : html`<p class="hint" id="${id}-hint">${field.hint}</p>`}
    <div class="entry">
      <input
        id=${id}
        name=${field.name}
        type=${field.type ?? 'text'}
        .value=${field.value}
        autocomplete=${field.autocomplete ?? 'off'}
        inputmode=${ifDefined(field.inputmode as 'numeric' | undefined)}
        maxlength=${ifDefined(field.maxlength)}
        spellcheck="false"
        autocapitalize="off"
        aria-describedby=${ifDefined(described === '' ? undefined : described)}
        aria-invalid=${field.error === null ? 'false' : 'true'}
        @input=${field.onInput === undefined ? nothing : ({ target }: InputEvent) => field.onInput?.(target as HTMLInputElement)}
      />
      ${field.suffix === undefined ? nothing : html`<span class="suffix" aria-hidden="true">${field.suffix}</span>`}
      ${field.action === undefined ? nothing : html`<button type="button" class="quiet small" @click=${field.action.run}>${field.action.label}</button>`}
    </div>
    ${field.error === null ? nothing : html`<p class="field-error" id="${id}-error">${field.error}</p>`}
  </div>`;
}

/** One choice of a {@link choices} group. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
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

/** One list to choose from; `options` are value and label. */
export interface SelectField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error?: string | null;
  readonly className?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange?: (value: string) => void;
}

/** Renders a list to choose from. */
export function selectField(field: SelectField): TemplateResult {
  const { name, label, value, error = null, options, onChange, className = '' } = field;
  const id = name.replaceAll('.', '-');
  return html`<div class="field ${className}">
    <label for=${id}>${label}</label>
    <div class="entry">
      <select
        id=${id}
        name=${name}
        aria-invalid=${error === null ? 'false' : 'true'}
        aria-describedby=${ifDefined(error === null ? undefined : `${id}-error`)}
        @change=${({ target }: Event) => onChange?.((target as HTMLSelectElement).value)}
      >
        ${options.map(([item, text]) => html`<option value=${item} ?selected=${item === value}>${text}</option>`)}
      </select>
    </div>
    ${error === null ? nothing : html`<p class="field-error" id="${id}-error">${error}</p>`}
  </div>`;
}

/** What a form holds, by field name; `event` is its submit event, whose default is prevented. */
export function readForm(event: SubmitEvent): ReadonlyMap<string, string> {
  event.preventDefault();
  const values = new Map<string, string>();
  for (const [name, value] of new FormData(event.target as HTMLFormElement)) {
    if (typeof value === 'string') values.set(name, value.trim());
  }
  return values;
}
