/** Parts of the page: tables that are kept up to date, and controls that are calls. */
import { html } from 'hono/html';

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>;

/** Content of a cell: text, an id, or controls. */
type Cell = string | number | Markup | readonly (Markup | string)[] | null | undefined;

/** Options of {@link table}. */
export interface TableOptions<Item> {
  /** The names of the columns, between bars. */
  readonly head: string;
  readonly records: Iterable<Item>;
  /** The id of a record that links lead to. */
  readonly id?: (record: Item) => string;
  readonly row: (record: Item) => readonly Cell[];
  readonly controls?: readonly Markup[];
}

/** Options of {@link call}. */
export interface CallOptions {
  readonly body?: object;
  /** Label and type of each further member of the body, and the decimals of an amount, which is typed in units and sent in the smallest. */
  readonly fields?: Readonly<
    Record<string, readonly [label: string, type: 'text' | 'number' | 'url' | 'email', decimals?: number]>
  >;
}

/** Shows another record by a text. */
export type Link = (id: string | undefined, text?: string) => Markup | string;

/** Rows that a table shows at most. */
const ROWS = 20;

/** The records that a table shows. */
function lastOf<Item>(records: Iterable<Item>): Item[] {
  return [...records].slice(-ROWS);
}

/** Links to records that the page shows; the text alone for others. */
export function linkTo(tables: readonly ReadonlyMap<string, unknown>[]): Link {
  const shown = new Set(tables.flatMap((records) => lastOf(records.keys())));
  return (id = '', text = id.replace(/(:[0-9a-f]{4})[0-9a-f-]{32}$/, '$1…')) =>
    shown.has(id) ? html`<a href="#${id}" title="${id}">${text}</a>` : text;
}

/** A state, coloured where it is good or bad. */
export function tag(state: string | number): Markup {
  const text = String(state);
  const isGood = /^(?:2\d\d|active|approved|completed|settled|delivered)$/i.test(text);
  const isBad = /^(?:[45]\d\d|no answer|failed|rejected|declined|deleted|closed|expired|revoked)$/i.test(text);
  return html`<span class="tag ${isGood ? 'good' : isBad ? 'bad' : ''}">${text}</span>`;
}

/** Leads to each section, with the number of its records. */
export function contents(sections: readonly Section[]): Markup {
  return html`<nav aria-label="Sections">
    ${sections.map(
      ({ title, name, count }) =>
        html`<a href="#${name}">${title} <small id="${name}-number" data-live>${count}</small></a>`,
    )}
  </nav>`;
}

/** A section of the page. */
export interface Section {
  readonly title: string;
  /** Its id in the page. */
  readonly name: string;
  readonly count: number;
  readonly markup: Markup;
}

/** A section with the last records, the newest first. Only what has `data-live` is replaced when it changes. */
export function table<Item>(
  title: string,
  { head, records, id = () => '', row, controls = [] }: TableOptions<Item>,
): Section {
  const name = title.toLowerCase().replaceAll(' ', '-');
  const columns = head.split('|');
  const all = [...records];
  const more = all.length > ROWS ? `, the last ${String(ROWS)} are shown` : '';
  const rows = lastOf(all)
    .reverse()
    .map(
      (record) =>
        html`<tr id="${id(record)}">
          ${row(record).map((cell, at) => html`<td data-column="${columns[at] ?? ''}">${cell ?? ''}</td>`)}
        </tr>`,
    );
  const none = html`<tr>
    <td colspan="${columns.length}"><small>None yet.</small></td>
  </tr>`;
  const markup = html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title} <small id="${name}-count" data-live>${all.length}${more}</small></h2>
    ${controls}
    <div role="region" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody id="${name}-rows" data-live>
          ${rows.length === 0 ? none : rows}
        </tbody>
      </table>
    </div>
  </section>`;
  return { title, name, count: all.length, markup };
}

/** An id or a key: cut on the screen, whole when it is copied. */
export function code(text: string): Markup {
  return html`<code title="${text}">${text}</code>`;
}

/** A button that makes a call with a body, and with what its fields hold. */
export function call(label: string, to: string, { body = {}, fields = {} }: CallOptions = {}): Markup {
  return html`<form data-call="${to}" data-body="${JSON.stringify(body)}">
    ${Object.entries(fields).map(
      ([name, [says, type, decimals = 0]]) =>
        html`<label
          >${says}
          <input name="${name}" type="${type}" step="${decimals === 0 ? 1 : 'any'}" data-decimals="${decimals}"
        /></label>`,
    )}
    <button>${label}</button>
  </form>`;
}
