/** The generated part of docs/api.md, and the declarations of every public name. */
import { walk } from '../../source-tree.ts';
import { allEntries, exportsOf, printed, type Declared } from './declarations.ts';
import { isOptions, printOptions } from './options.ts';

/** The declarations of each entry, in full: a name that two entries export stands in the first. */
export function printDeclarations(): string {
  const shown = new Set<string>();
  const chapters = allEntries.map((entry) => {
    const lines = exportsOf(entry).map((declared) => {
      return shown.has(declared.name) ? `type ${declared.name} // above` : printed(declared);
    });
    for (const { name } of exportsOf(entry)) shown.add(name);
    return [`## ${entry}`, ...lines].join('\n');
  });
  return `${chapters.join('\n\n')}\n`;
}

/** The chapters, one for each entry: declarations of what is called, and lists of options. */
export function printReport(): string {
  const shown = new Set<string>();
  const chapters = allEntries.map((entry) => {
    const exports = exportsOf(entry).filter(({ name }) => !shown.has(name));
    for (const { name } of exports) shown.add(name);
    const options = exports.filter((declared) => isOptions(declared));
    const calledNames = exports.filter(isCalled).map(({ name }) => name);
    const called = exports.filter((declared) => !options.includes(declared) && calledNames.includes(declared.name));
    const code = called.length === 0 ? [] : [['```ts', ...new Set(called.map(withoutModifiers)), '```'].join('\n')];
    return [`## ${entry}`, ...code, ...options.map(printOptions)].join('\n\n');
  });
  return chapters.join('\n\n');
}

/** A declaration in which no field is marked as read-only. */
function withoutModifiers(declared: Declared): string {
  return printed(declared).replaceAll(/^(\s+)readonly /gm, '$1');
}

/** Detects functions, classes, constants, and types of functions or with methods. */
function isCalled({ statement }: Declared): boolean {
  let isFound = false;
  walk(statement, ({ type }, parent) => {
    isFound ||= /^(?:TSDeclareFunction|ClassDeclaration|VariableDeclaration|TSMethodSignature)$/.test(type);
    isFound ||= type === 'TSFunctionType' && parent?.type === 'TSTypeAliasDeclaration';
    return !isFound;
  });
  return isFound;
}
