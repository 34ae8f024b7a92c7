/** `llms.txt` and `llms-full.txt`: the documents as an index and as one text, for programs that read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents of the repository's own, which the package leaves out. */
const own = ['architecture.md', 'releasing.md'];
/** Documents that another package holds too. @type {Readonly<Record<'sandbox' | 'server', readonly string[]>>} */
export const documentsOfPackage = {
  sandbox: ['devtools.md', 'sandbox-control.md', 'sandbox.md', 'testing.md'],
  server: ['relay-process.md'],
};
/** Documents of the site that no package holds. */
const onSite = ['sandbox-calls.md'];
/** The order in which a newcomer reads; what isn't named comes after. */
const order =
  'start sign-in sessions pay cards testing react other-frameworks relay relay-reference production sandbox errors'.split(
    ' ',
  );

/**
 * The two texts of the site by their names.
 * @param {string} root of the repository
 * @returns {Readonly<Record<'llms.txt' | 'llms-full.txt', string>>}
 */
export function languageModelTexts(root) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const documents = documentsOf(root, (name) => !own.includes(name));
  const whole = [readme, ...documents.map(({ name, text }) => `<!-- docs/${name} -->\n\n${text}`)].join('\n');
  return { 'llms.txt': indexOfDocuments(root, 'all'), 'llms-full.txt': whole };
}

/**
 * The index of a package's documents, or of all.
 * @param {string} root of the repository
 * @param {'kit' | 'sandbox' | 'server' | 'all'} part
 */
export function indexOfDocuments(root, part) {
  const folder = part === 'sandbox' || part === 'server' ? part : '';
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const { title, summary } = headOf(readme);
  const isIn = (/** @type {string} */ name) =>
    folder === ''
      ? !own.includes(name) && (part === 'all' || !onSite.includes(name))
      : documentsOfPackage[folder].includes(name);
  const lines = documentsOf(root, isIn).map(({ name, text }) => {
    const head = headOf(text);
    return `- [${head.title}](docs/${name})${head.summary === '' ? '' : `: ${head.summary}`}`;
  });
  return [`# ${title}`, '', `> ${summary}`, '', '## Documents', '', ...lines, ''].join('\n');
}

/**
 * A document as a package beside the kit holds it: what only the kit has is found there, in the folder of packages.
 * @param {string} text of the document, which links from `docs`
 * @param {readonly string[]} others the documents that the package has
 */
export function linkedToKit(text, others) {
  return text.replace(/\]\((?!https?:|#)([^)#\s/]+\.md)/g, (link, /** @type {string} */ name) =>
    others.includes(name) ? link : `](../../countersign/docs/${name}`,
  );
}

/** @param {string} root @param {(name: string) => boolean} isIn */
function documentsOf(root, isIn) {
  return readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && isIn(name))
    .sort((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1))
    .map((name) => ({ name, text: readFileSync(join(root, 'docs', name), 'utf8') }));
}

/**
 * A document's heading and its first sentence.
 * @param {string} text
 */
function headOf(text) {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  const [paragraph = ''] = text.replace(/^# .+\n+/, '').split(/\n\s*\n/);
  const plain = paragraph.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const isProse = /^[A-Z`*]/.test(plain) && !plain.startsWith('```');
  return { title, summary: isProse ? (/^.*?\.(?=\s[A-Z`]|$)/.exec(plain)?.[0] ?? plain.replace(/:$/, '.')) : '' };
}

/** @param {string} name */
function rank(name) {
  const place = order.indexOf(name.replace('.md', ''));
  return place < 0 ? order.length : place;
}
