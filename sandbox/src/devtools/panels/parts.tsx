/** @jsxImportSource preact */
/** Small parts that the panels share. */
import type { ComponentChildren, VNode } from 'preact';

/** Meaning of a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'plain';

/** The heads of the four lanes that things are drawn in. */
export function LaneHeads(): VNode {
  return (
    <div class="lanes" aria-hidden="true">
      {['Browser', 'Relay', 'Service', 'Enclave'].map((lane) => (
        <span data-lane={lane.toLowerCase()}>{lane}</span>
      ))}
    </div>
  );
}

/** A checkbox with its label. */
export function checkbox(label: string, checked: boolean, change: (checked: boolean) => void): VNode {
  return (
    <label>
      <input type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** Definitions: names and what they stand for. */
export function definitions(rows: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[]): VNode {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A region's name, which no other entry's region has. */
export function ofEntry(title: string, entry: number): string {
  return `${title}, entry ${String(entry)}`;
}

/** A short word with a colour of its own. */
export function pill(tone: Tone, children: ComponentChildren): VNode {
  return (
    <span class="pill" data-tone={tone}>
      {children}
    </span>
  );
}

/** The result of what was pressed, in a place that is there before it. */
export function verdict(said: { readonly tone: Tone; readonly words: string } | null): VNode {
  return (
    <p class="verdict" role="status" data-tone={said?.tone ?? 'plain'}>
      {said?.words}
    </p>
  );
}
