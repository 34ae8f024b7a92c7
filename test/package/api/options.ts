/** The options of docs/api.md: a list for each type of options, with types and what the comments say. */
import type { SyntaxNode } from '../../source-tree.ts';
import { explanations } from './comments.ts';
import { resolve, type Declared } from './declarations.ts';
import { membersOf, nameOf, textsOf, type Member } from './members.ts';

/** True for a declaration that is printed as a list: options that have members. */
export function isOptions({ name, file, statement }: Declared): boolean {
  return name.endsWith('Options') && membersOf(file, declarationOf(statement)).length > 0;
}

/** The list of one type of options. Those that it takes over from another type stand there. */
export function printOptions({ name, file, statement }: Declared): string {
  const comments = new Map(explanations().map((explained) => [explained.name, explained.comment]));
  const declaration = declarationOf(statement);
  const bases = basesOf(declaration);
  const inherited = new Set(
    bases
      .flatMap(({ base }) => resolve(file, base))
      .flatMap((other) => membersOf(other.file, declarationOf(other.statement)))
      .map(({ node }) => node),
  );
  const rows = membersOf(file, declaration).flatMap((member) => {
    if (inherited.has(member.node)) return [];
    const key = (member.node['key'] as { name: string }).name;
    const type = typeOf(member).replace(/ \| undefined$/, '');
    return [
      `- \`${key}${member.isOptional ? '?' : ''}\` (\`${type}\`): ${inLine(comments.get(`${name}.${key}`) ?? '')}`,
    ];
  });
  const named = bases.map(({ base, but }) => `\`${base}\`${but === '' ? '' : ` but ${but}`}`);
  const also = named.length === 0 ? [] : ['', `And ${named.join(' and ')}.`];
  const list = rows.length === 0 ? [] : ['', ...rows];
  return [`### ${name}`, ...list, ...also].join('\n');
}

/** The types of options that an interface extends, as they are or but some. */
function basesOf(declaration: SyntaxNode): readonly { readonly base: string; readonly but: string }[] {
  const bases = (declaration['extends'] ?? []) as readonly SyntaxNode[];
  return bases
    .map(({ expression, typeArguments }) => {
      const { params = [] } = (typeArguments ?? {}) as { params?: readonly SyntaxNode[] };
      const isOmit = nameOf(expression) === 'Omit';
      const but = isOmit ? textsOf(params[1]).map((text) => `\`${text}\``) : [];
      return { base: nameOf(isOmit ? params[0]?.['typeName'] : expression), but: but.join(', ') };
    })
    .filter(({ base }) => base.endsWith('Options'));
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

/** A comment in one line, without what only an editor follows. */
function inLine(comment: string): string {
  return (
    comment
      .replace(/\n\s*@example[^]*/, '')
      .replaceAll(/\{@link ([\w.]+)\}/g, '`$1`')
      .replaceAll(/\s+/g, ' ')
      // Code shows it as it is.
      .replaceAll(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found))
  );
}
