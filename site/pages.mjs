/** The site's pages, made of the project's documents: the README is the first page, and links lead within the site. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents that stand beside the folder of documents, and their pages. */
const beside = { 'README.md': 'index.md', 'CHANGELOG.md': 'changelog.md', 'SECURITY.md': 'reporting.md' };

/**
 * Copies the documents.
 * @param {string} root of the repository
 * @param {string} target folder of the pages, made anew
 */
export function writePages(root, target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter(isDocument);
  for (const name of documents) {
    const text = readFileSync(join(root, 'docs', name), 'utf8');
    mkdirSync(join(target, name, '..'), { recursive: true });
    writeFileSync(
      join(target, name),
      withLinks(text, (link) => link.replace(/^(?:\.\.\/)+(?=[A-Z]+\.md)/, '')),
    );
  }
  cpSync(join(root, 'docs', 'pictures'), join(target, 'pictures'), { recursive: true });
  for (const [name, page] of Object.entries(beside)) {
    const text = readFileSync(join(root, name), 'utf8').replaceAll('"docs/pictures/', '"./pictures/');
    writeFileSync(
      join(target, page),
      withLinks(text, (link) => link.replace(/^docs\//, '')),
    );
  }
}

/** @param {string} name */
function isDocument(name) {
  return name.endsWith('.md');
}

/**
 * Rewrites the targets of relative links.
 * @param {string} text
 * @param {(link: string) => string} rewrite
 */
function withLinks(text, rewrite) {
  return text.replace(/(\]\()(?!https?:|#|mailto:)([^)\s]+)(\))/g, (_all, before, link, after) => {
    const inSite = rewrite(link);
    const [file = '', fragment] = inSite.split('#');
    const page = Object.hasOwn(beside, file) ? beside[/** @type {keyof typeof beside} */ (file)] : file;
    return before + (fragment === undefined ? page : `${page}#${fragment}`) + after;
  });
}
