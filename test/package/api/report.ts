/** The generated part of docs/api.md: every public name of every entry, types of options as tables. */
import { allEntries, exportsOf, printed } from './declarations.ts';
import { isOptions, printOptions } from './options.ts';

/** The chapters, one for each entry; options that two entries export have their table in the first. */
export function printReport(): string {
  const shown = new Set<string>();
  const chapters = allEntries.map((entry) => {
    const exports = exportsOf(entry);
    const options = exports.filter((declared) => isOptions(declared) && !shown.has(declared.name));
    const lines = exports
      .filter((declared) => !options.includes(declared))
      .map((declared) => (shown.has(declared.name) ? `type ${declared.name} // above` : printed(declared)));
    for (const { name } of options) shown.add(name);
    const names = lines.length === 0 ? [] : [['```ts', ...lines, '```'].join('\n')];
    return [`## ${entry}`, ...names, ...options.map(printOptions)].join('\n\n');
  });
  return chapters.join('\n\n');
}
