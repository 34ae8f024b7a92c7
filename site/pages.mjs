/** The site's pages, made of the project's documents: links lead within the site, and blocks of code become tabs. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withCodeTabs } from './code-tabs.mjs';

/** Documents that stand beside the folder of documents, and their pages. */
const beside = { 'CHANGELOG.md': 'changelog.md', 'SECURITY.md': 'reporting.md' };

/** Documents that the site shows in another form: the home page, and the reference. */
const elsewhere = { 'README.md': 'index.md', 'api.md': 'reference/index.md' };

/** The screens that the home page steps through, in docs/pictures. */
const tour = ['code', 'review', 'on-its-way', 'paid', 'card'];

/**
 * Writes the pages, with the files that they and the site's frame lead to in the folder `public`.
 * @param {string} root of the repository
 * @param {string} target folder of the pages, made anew
 */
export function writePages(root, target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'public'), { recursive: true });
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter(isShown);
  for (const name of documents) {
    const text = readFileSync(join(root, 'docs', name), 'utf8');
    mkdirSync(join(target, name, '..'), { recursive: true });
    // The pages' footer leads to the next one.
    const page = withLinks(text.replace(/^Next: .*\n$/m, ''), (link) => link.replace(/^(?:\.\.\/)+(?=[A-Z]+\.md)/, ''));
    writeFileSync(join(target, name), withCodeTabs(name === 'errors.md' ? withSections(page) : page));
  }
  for (const [name, page] of Object.entries(beside)) {
    const text = readFileSync(join(root, name), 'utf8');
    writeFileSync(
      join(target, page),
      withLinks(text, (link) => link.replace(/^docs\//, '')),
    );
  }
  writeFileSync(join(target, 'index.md'), homePage(root));
  cpSync(join(root, 'docs/pictures'), join(target, 'pictures'), { recursive: true });
  const shown = ['wallet', ...tour].flatMap((name) =>
    ['light', 'dark'].map((scheme) => `docs/pictures/${name}-${scheme}.webp`),
  );
  const data = ['docs/relay.openapi.yaml', 'docs/webhook-vectors.json'];
  for (const path of ['demo/page/mark.svg', ...shown, ...data])
    cpSync(join(root, path), join(target, 'public', basename(path)));
}

/**
 * The home page, with the README's wallet, screens and back-end.
 * @param {string} root
 */
function homePage(root) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const tabs = ['wallet.ts', 'screens.ts', 'server.ts'];
  const blocks = [...readme.matchAll(/^```ts\n[^]*?^```$/gm)].map(([block], index) =>
    block.replace('ts', `ts [${tabs[index]}]`),
  );
  return withCodeTabs(
    readFileSync(join(root, 'site/home.md'), 'utf8').replace('<!-- code -->', () => `${blocks.join('\n')}\n`),
  );
}

/** @param {string} name */
function isShown(name) {
  return name.endsWith('.md') && !Object.hasOwn(elsewhere, name);
}

/**
 * Makes a section of each line of a code: the search finds sections.
 * @param {string} text
 */
function withSections(text) {
  return text.replaceAll(
    /^- (`[A-Z_]+`) \((`[^)]*`);\s+(\w+)\):\s+((?:.+\n {2})*.+)$/gm,
    (_all, code, steps, who, what) =>
      `#### ${code}\n\n${what.replaceAll(/\s+/g, ' ')}\n\nNext step: ${steps}, by the ${who}.\n`,
  );
}

/**
 * Rewrites the targets of relative links.
 * @param {string} text
 * @param {(link: string) => string} rewrite
 */
function withLinks(text, rewrite) {
  /** @type {Readonly<Record<string, string>>} */
  const pages = { ...beside, ...elsewhere };
  return text.replace(/(\]\()(?!https?:|#|mailto:)([^)\s]+)(\))/g, (_all, before, link, after) => {
    const [file = '', ...fragment] = rewrite(link).split('#');
    return before + [pages[file] ?? file, ...fragment].join('#') + after;
  });
}
