/** What the page is made of: tables that are kept up to date, and controls that are calls. */
import { html } from 'hono/html';

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>;

/** What a cell shows: text, an id, or controls. */
type Cell = string | number | Markup | readonly (Markup | string)[] | null | undefined;

/** Options of {@link table}. */
export interface TableOptions<Item> {
  /** The names of the columns, between bars. */
  readonly head: string;
  readonly records: Iterable<Item>;
  readonly row: (record: Item) => readonly Cell[];
  readonly controls?: readonly Markup[];
}

/** Options of {@link call}. */
export interface CallOptions {
  readonly body?: object;
  /** Label and type of each further member of the body. */
  readonly fields?: Readonly<Record<string, readonly [label: string, type: 'text' | 'number' | 'url' | 'email']>>;
}

/** How many rows a table has. */
const ROWS = 20;

/** A section with the last records, the newest first. Only what has `data-live` is replaced when it changes. */
export function table<Item>(title: string, { head, records, row, controls = [] }: TableOptions<Item>): Markup {
  const name = title.toLowerCase().replaceAll(' ', '-');
  const all = [...records];
  const shown = all.slice(-ROWS).reverse();
  const more = all.length > ROWS ? `, the last ${String(ROWS)} are shown` : '';
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title} <small id="${name}-count" data-live>${all.length}${more}</small></h2>
    ${controls}
    <div role="region" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${head.split('|').map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody id="${name}-rows" data-live>
          ${shown.map(
            (record) =>
              html`<tr>
                ${row(record).map((cell) => html`<td>${cell ?? ''}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** An id or a key: cut on the screen, whole when it is copied. */
export function code(text: string): Markup {
  return html`<code title="${text}">${text}</code>`;
}

/** A button that makes a call with a body, and with what its fields hold. */
export function call(label: string, to: string, { body = {}, fields = {} }: CallOptions = {}): Markup {
  return html`<form data-call="${to}" data-body="${JSON.stringify(body)}">
    ${Object.entries(fields).map(([name, [says, type]]) => html`<label>${says} <input name="${name}" type="${type}" /></label>`)}
    <button>${label}</button>
  </form>`;
}
