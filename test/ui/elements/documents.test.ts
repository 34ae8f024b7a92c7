/** The tables of docs/elements.md, made of the elements' sources, and the pictures of the elements in the guides. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { colours, sizes } from '../../../src/ui/elements/style.ts';
import { expectGeneratedParts } from '../../generated.ts';
import { readSources, root } from '../../source-tree.ts';

const sources = new Map(readSources('src/ui/elements').map((source) => [source.path.split('/').at(-1), source.text]));
const declarations = sources.get('elements.ts') ?? '';
const names = [...declarations.matchAll(/^ {2}'?([a-z-]+)'?: \w+Element;$/gm)].map(([, name = '']) => name);

test('docs/elements.md has the tables that the sources make', () => {
  expectGeneratedParts('docs/elements.md', { elements: printTables() });
  expect(names.length).toBe(11);
});

test.for(names)('a guide shows <countersign-%s>, in a small picture that is described', (name) => {
  const guides = ['sign-in', 'pay', 'cards', 'sessions'].map((guide) =>
    readFileSync(join(root, `docs/${guide}.md`), 'utf8'),
  );
  const described = new RegExp(`!\\[[^\\]]{20,}\\]\\(pictures/element-${name}\\.webp\\)`);
  expect(guides.filter((text) => described.test(text)).length).toBe(1);
  expect(statSync(join(root, `docs/pictures/element-${name}.webp`)).size).toBeLessThanOrEqual(25_000);
});

/** The three tables: elements, events, custom properties. */
function printTables(): string {
  const rows = names.map((name) => [
    `\`<countersign-${name}>\`: ${find(new RegExp(`\`<countersign-${name}>\`: (.+?)[.\\n]`), declarations)[0] ?? ''}`,
    [codes(propertiesOf(name)), ...attributesOf(name)].filter(Boolean).join('; '),
    codes(filesOf(name, ['code-entry']).flatMap((text) => find(/emit\('(?!problem')([a-z-]+)'/, text))),
    codes(filesOf(name).flatMap((text) => find(/part=("[^"]+"|\{[^}]+\})/, text).flatMap(quoted))),
  ]);
  const events = [...declarations.matchAll(/\/\*\* (.+) \*\/\n {2}'countersign-([a-z-]+)': (\{ .* \}|\w+);/g)].map(
    ([, when = '', name = '', detail = '']) => {
      const members = find(/readonly (\w+):/, detail);
      return [`\`${name}\``, codes(members.length === 0 && detail !== 'object' ? [detail] : members, false), when];
    },
  );
  const values = [
    ...Object.entries(colours).map(([name, both]) => [name, ...both] as const),
    ...Object.entries(sizes).map(([name, value]) => [name, value.replace('--', '--countersign-'), ''] as const),
  ].map(([name, light, dark]) => [`\`--countersign-${name}\``, `\`${light}\``, dark && `\`${dark}\``]);
  return [
    table(['Element', 'Properties; attributes', 'Events', 'Parts'], rows),
    table(['Event', 'Its `detail`', 'When'], events),
    table(['Custom property', 'Light', 'Dark'], values),
  ].join('\n\n');
}

/** The texts of an element: its file, and those of the folder that it imports, but for the base of all and what is left out. */
function filesOf(name: string, leftOut: readonly string[] = []): readonly string[] {
  const files = new Set([`${name}.tsx`]);
  const others = ['wallet-element', 'elements', ...leftOut];
  for (const file of files) {
    for (const imported of find(/ from '\.\/([\w-]+\.tsx?)'/, sources.get(file))) {
      if (!others.includes(imported.replace(/\.tsx?$/, ''))) files.add(imported);
    }
  }
  return [...files].map((file) => sources.get(file) ?? '');
}

/** Properties of an element beside those of every element. */
function propertiesOf(name: string): readonly string[] {
  const [type = ''] = find(new RegExp(`'?${name}'?: (\\w+);`), declarations);
  const [members = ''] = find(
    new RegExp(`interface ${type} extends (?:Countersign|Reading)Element \\{([^]*?)\\n?\\}`),
    declarations,
  );
  return find(/^ {2}(\w+):/m, members);
}

/** The attributes of an element in one text, in a list that is empty where it has none. */
function attributesOf(name: string): readonly string[] {
  const lists = find(/observedAttributes = \[(.*)\]/, sources.get(`${name}.tsx`)).map(quoted);
  return lists.map((list) => `attributes ${codes(list.filter((one) => one !== 'theme'))}`);
}

const quoted = (text: string): readonly string[] => find(/['"]([^'"]+)['"]/, text).flatMap((some) => some.split(' '));

/** The first group of each match. */
function find(pattern: RegExp, text = ''): readonly string[] {
  return [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))].map(([, found = '']) => found);
}

/** In the form of code, each once. */
function codes(all: readonly string[], isSorted = true): string {
  const each = [...new Set(all)];
  return (isSorted ? each.sort() : each).map((one) => `\`${one}\``).join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
