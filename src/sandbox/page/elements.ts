/** What the page is made of: sections with a table that is kept up to date, and controls that are calls. */
import { html } from 'hono/html';

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>;

/** What a cell shows: text, an id, or controls. */
export type Cell = string | number | Markup | readonly (Markup | string)[] | null | undefined;

/** A section of the page. */
export interface Section {
  readonly title: string;
  /** Controls above the table. */
  readonly controls?: readonly Markup[];
  readonly head: readonly string[];
  /** The newest first. */
  readonly rows: readonly (readonly Cell[])[];
}

/** How many rows a table has. */
const ROWS = 20;

/** Writes a section. Only what has the attribute `data-live` is replaced when something changes. */
export function sectionOf({ title, controls = [], head, rows }: Section): Markup {
  const name = title.toLowerCase().replaceAll(' ', '-');
  const more = rows.length > ROWS ? `, the last ${String(ROWS)} are shown` : '';
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title} <small id="${name}-count" data-live>${rows.length}${more}</small></h2>
    ${controls}
    <div role="region" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${head.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody id="${name}-rows" data-live>
          ${
            rows.length === 0
              ? html`<tr>
                  <td colspan="${head.length}">None yet.</td>
                </tr>`
              : rows.slice(0, ROWS).map(
                  (row) =>
                    html`<tr>
                      ${row.map((cell) => html`<td>${cell ?? ''}</td>`)}
                    </tr>`,
                )
          }
        </tbody>
      </table>
    </div>
  </section>`;
}

/** An id or a key: cut on the screen, whole when it is copied. */
export function code(text: string | undefined): Markup {
  return html`<code title="${text ?? ''}">${text ?? ''}</code>`;
}

/** A part of a form: a field whose value goes into the body under its name. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'url' | 'email';
}

/** A button that makes a call with a body, and with what its fields hold. */
export function call(label: string, to: string, body: object = {}, fields: readonly Field[] = []): Markup {
  return html`<form data-call="${to}" data-body="${JSON.stringify(body)}">
    ${fields.map((field) => html`<label>${field.label} <input name="${field.name}" type="${field.type}" /></label>`)}
    <button>${label}</button>
  </form>`;
}
