/** The options of docs/api.md: a table for each type of options, with types and what the comments say. */
import type { SyntaxNode } from '../../source-tree.ts';
import { explanations } from './comments.ts';
import { type Declared } from './declarations.ts';
import { membersOf, type Member } from './members.ts';

/** Whether a declaration is printed as a table: options that have members. */
export function isOptions({ name, file, statement }: Declared): boolean {
  return name.endsWith('Options') && membersOf(file, declarationOf(statement)).length > 0;
}

/** The table of one type of options. */
export function printOptions({ name, file, statement }: Declared): string {
  const comments = new Map(explanations().map((explained) => [explained.name, explained.comment]));
  const rows = membersOf(file, declarationOf(statement)).map((member) => {
    const key = (member.node['key'] as { name: string }).name;
    const type = inCode(typeOf(member));
    return `| \`${key}${member.isOptional ? '?' : ''}\` | ${type} | ${inCell(comments.get(`${name}.${key}`) ?? '')} |`;
  });
  return [`### ${name}`, '', '| | Type | |', '|---|---|---|', ...rows].join('\n');
}

function declarationOf(statement: SyntaxNode): SyntaxNode {
  return (statement['declaration'] ?? statement) as SyntaxNode;
}

/** A member's type as the declaration has it; a method's is its signature. */
function typeOf({ file, node }: Member): string {
  const { typeAnnotation } = (node['typeAnnotation'] ?? {}) as { typeAnnotation?: SyntaxNode };
  const { start, end } = (typeAnnotation ?? node) as unknown as { start: number; end: number };
  return file.text
    .slice(start, end)
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim();
}

function inCode(type: string): string {
  return `\`${type.replace(/ \| undefined$/, '').replaceAll('|', String.raw`\|`)}\``;
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
