/** The tables of docs/options.md: the options of each entry's functions, with what their comments say. */
import { explanations } from './comments.ts';
import { allEntries, exportsOf } from './declarations.ts';

/** The chapters, one for each entry that has options. */
export function printOptions(): string {
  const members = explanations();
  const printed = new Set<string>();
  const chapters = allEntries.flatMap((entry) => {
    const tables = exportsOf(entry).flatMap(({ name }) => {
      if (!name.endsWith('Options') || printed.has(name)) return [];
      printed.add(name);
      const rows = members
        .filter((member) => member.name.startsWith(`${name}.`))
        .map(
          (member) =>
            `| \`${member.name.slice(name.length + 1)}${member.isOptional ? '?' : ''}\` | ${inCell(member.comment)} |`,
        );
      return rows.length === 0 ? [] : [[`### ${name}`, '', '| | |', '|---|---|', ...rows].join('\n')];
    });
    return tables.length === 0 ? [] : [[`## ${entry}`, ...tables].join('\n\n')];
  });
  return chapters.join('\n\n');
}

/** A comment in one line, without what only an editor follows. */
function inCell(comment: string): string {
  return (
    comment
      .replace(/\n\s*@example[^]*/, '')
      .replaceAll(/\{@link ([\w.]+)\}/g, '`$1`')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('|', String.raw`\|`)
      // Code shows it as it is.
      .replaceAll(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found))
  );
}
