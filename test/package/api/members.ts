/** The members of a type, with those that it takes over from others, read from the declarations that the build has emitted. */
import type { SourceFile, SyntaxNode } from '../../source-tree.ts';
import { resolve } from './declarations.ts';

/** A member, and the file that declares it. */
export interface Member {
  readonly file: SourceFile;
  readonly node: SyntaxNode;
  readonly isOptional: boolean;
}

/** The members of a declaration or a type: its own, then those of what it extends. A name that occurs twice counts where it comes first. */
export function membersOf(file: SourceFile, type: SyntaxNode): readonly Member[] {
  const found = new Map<unknown, Member>();
  for (const member of allMembersOf(file, type)) {
    const name = nameOf(member.node['key']);
    if (!found.has(name)) found.set(name, member);
  }
  return [...found.values()];
}

function allMembersOf(file: SourceFile, type: SyntaxNode): readonly Member[] {
  const own = (members: unknown): readonly Member[] =>
    (members as readonly SyntaxNode[]).map((node) => ({ file, node, isOptional: node['optional'] === true }));
  switch (type.type) {
    case 'TSInterfaceDeclaration': {
      const { body } = type['body'] as { body: unknown };
      return [...own(body), ...(type['extends'] as readonly SyntaxNode[]).flatMap((base) => named(file, base))];
    }
    case 'TSTypeAliasDeclaration':
      return allMembersOf(file, type['typeAnnotation'] as SyntaxNode);
    case 'TSTypeLiteral':
      return own(type['members']);
    case 'TSIntersectionType':
      return (type['types'] as readonly SyntaxNode[]).flatMap((part) => allMembersOf(file, part));
    case 'TSTypeReference':
      return named(file, type);
    default:
      return [];
  }
}

/** The members of a type that is named, by itself or through one of the language's own that choose and change members. */
function named(file: SourceFile, reference: SyntaxNode): readonly Member[] {
  const name = nameOf(reference['expression'] ?? reference['typeName']);
  const { params = [] } = (reference['typeArguments'] ?? {}) as { params?: readonly SyntaxNode[] };
  const [first, second] = params;
  const given = (): readonly Member[] => (first === undefined ? [] : allMembersOf(file, first));
  switch (name) {
    case 'Readonly':
      return given();
    case 'Partial':
      return given().map((member) => ({ ...member, isOptional: true }));
    case 'Required':
      return given().map((member) => ({ ...member, isOptional: false }));
    case 'Pick':
      return given().filter(({ node }) => textsOf(second).includes(nameOf(node['key'])));
    case 'Omit':
      return given().filter(({ node }) => !textsOf(second).includes(nameOf(node['key'])));
    default: {
      const [declared] = resolve(file, name);
      if (declared === undefined) return [];
      const { statement } = declared;
      return allMembersOf(declared.file, (statement['declaration'] ?? statement) as SyntaxNode);
    }
  }
}

/** The texts of a type such as `'a' | 'b'`. */
export function textsOf(type: SyntaxNode | undefined): readonly string[] {
  if (type?.type === 'TSUnionType') return (type['types'] as readonly SyntaxNode[]).flatMap((part) => textsOf(part));
  return type?.type === 'TSLiteralType' ? [String((type['literal'] as SyntaxNode)['value'])] : [];
}

/** The name of an identifier; empty where there is none. */
export function nameOf(identifier: unknown): string {
  return (identifier as { name?: string } | null | undefined)?.name ?? '';
}
