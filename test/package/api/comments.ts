/** The comments of the public names, read from the declarations that the build has emitted: what an editor shows. */
import type { SourceFile, SyntaxNode } from '../../source-tree.ts';
import { allEntries, exportsOf, type Declared } from './declarations.ts';
import { membersOf, type Member } from './members.ts';

/** A public name, or a member of one, and what its comment says. */
export interface Explained {
  /** Such as `CreateWalletOptions.relay`. */
  readonly name: string;
  readonly isFunction: boolean;
  readonly isOptional: boolean;
  /** Whether it is JSON of the service, whose fields are the service's. */
  readonly isWire: boolean;
  readonly comment: string;
}

/** Every public name once, each followed by its members. */
export function explanations(): readonly Explained[] {
  const declared = new Map<string, Declared>();
  for (const one of allEntries.flatMap((entry) => exportsOf(entry))) {
    // The first overload carries the comment.
    if (!declared.has(one.name)) declared.set(one.name, one);
  }
  return [...declared.values()].flatMap(({ name, file, statement }) => {
    const declaration = (statement['declaration'] ?? statement) as SyntaxNode;
    const isFunction = /Function/.test(declaration.type) || isFunctionConstant(declaration);
    const own = { name, isFunction, isOptional: false, isWire: isWire(file), comment: commentBefore(file, statement) };
    // Among aliases, only options are explained member by member.
    const hasMembers = declaration.type === 'TSInterfaceDeclaration' || name.endsWith('Options');
    return [own, ...explainMembers(name, hasMembers ? membersOf(file, declaration) : [])];
  });
}

/** The members of a type, and those of the wallet's namespaces; a method of the wallet is a function of its users. */
function explainMembers(owner: string, members: readonly Member[]): readonly Explained[] {
  return members.flatMap(({ file, node, isOptional }) => {
    if (!/TS(?:Property|Method)Signature/.test(node.type)) return [];
    const name = `${owner}.${(node['key'] as { name?: string }).name ?? ''}`;
    const isOfWallet = owner.split('.')[0] === 'Wallet';
    const isFunction = node.type === 'TSMethodSignature' && isOfWallet;
    const { typeAnnotation } = (node['typeAnnotation'] ?? {}) as { typeAnnotation?: SyntaxNode };
    const inner = isOfWallet && typeAnnotation?.type === 'TSTypeLiteral' ? membersOf(file, typeAnnotation) : [];
    const comment = commentBefore(file, node);
    return [{ name, isFunction, isOptional, isWire: isWire(file), comment }, ...explainMembers(name, inner)];
  });
}

function isWire(file: SourceFile): boolean {
  return file.path === 'dist/kit/wire.d.ts';
}

function isFunctionConstant(declaration: SyntaxNode): boolean {
  const [first] = (declaration['declarations'] as readonly SyntaxNode[] | undefined) ?? [];
  const annotation = (first?.['id'] as { typeAnnotation?: { typeAnnotation?: SyntaxNode } } | undefined)
    ?.typeAnnotation;
  return annotation?.typeAnnotation?.type === 'TSFunctionType';
}

/** The comment that ends right before a node; nothing where something else stands between. */
function commentBefore(file: SourceFile, node: SyntaxNode): string {
  const before = file.comments.findLast(({ end }) => end <= node.start);
  if (before === undefined || file.text.slice(before.end, node.start).trim() !== '') return '';
  return before.value.replace(/^\*|\n\s*\*/g, '\n').trim();
}
