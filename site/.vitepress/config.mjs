import { existsSync, readdirSync } from 'node:fs';
import { sourceOfEntry } from '../../build/entries.mjs';

/** @param {readonly [string, string][]} pages */
const links = (pages) => pages.map(([text, link]) => ({ text, link: `/${link}` }));

const pages = new URL('../.pages/', import.meta.url);

/** Guides in the order in which one builds. Each leads to the next. */
const guides = links([
  ['Start', 'start'],
  ['Sign in', 'sign-in'],
  ['Sessions', 'sessions'],
  ['Pay', 'pay'],
  ['Cards', 'cards'],
  ['Screens', 'elements'],
  ['The relay', 'relay'],
  ['Before production', 'production'],
  ['Testing', 'testing'],
  ['Security', 'security'],
]).filter(({ link }) => existsSync(new URL(`.${link}.md`, pages)));

/** The reference's pages of an entry, by kind. @param {string} entry */
function namesOf(entry) {
  const folder = new URL(`reference/${entry}/`, pages);
  const kinds = ['functions', 'variables', 'classes', 'interfaces', 'type-aliases'];
  const found = readdirSync(folder).filter((name) => kinds.includes(name));
  return kinds
    .filter((kind) => found.includes(kind))
    .flatMap((kind) => readdirSync(new URL(`${kind}/`, folder)).map((file) => `${kind}/${file.replace('.md', '')}`))
    .map((name) => /** @type {[string, string]} */ ([name.split('/').at(-1) ?? name, `reference/${entry}/${name}`]));
}

const entries = Object.keys(sourceOfEntry);
const packages = [...new Set(entries.map((entry) => entry.replace(/\/.*/, '')))];

/** The sidebar of the reference, with the names of one entry: those of all would be most of each page. @param {string} [shown] */
const referenceOf = (shown) =>
  packages.map((name) => ({
    text: name,
    items: entries
      .filter((entry) => entry.replace(/\/.*/, '') === name)
      .map((entry) => ({
        text: entry,
        link: `/reference/${entry}/`,
        ...(entry === shown && { items: links(namesOf(entry)) }),
      })),
  }));

/** A heading's anchor as repositories show it: links to headings lead there in both. @param {string} heading */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** A search of guides and errors before names of the reference. Its functions are sent to the page as text, so they stand alone. */
const search = {
  provider: /** @type {const} */ ('local'),
  options: {
    /**
     * Renders a page for the index, which needs no colours of its code.
     * @param {string} text @param {import('vitepress').MarkdownEnv} env @param {import('vitepress').MarkdownRenderer} markdown
     */
    _render(text, env, markdown) {
      const { highlight } = markdown.options;
      markdown.options.highlight = null;
      const html = markdown.render(text, env);
      markdown.options.highlight = highlight;
      return env.frontmatter?.search === false ? '' : html;
    },
    miniSearch: {
      options: {
        // A code such as SESSION_EXPIRED is one word.
        tokenize: (/** @type {string} */ text) => text.split(/[^\p{L}\p{N}_]+/u),
        // "Expired" finds "expires".
        processTerm: (/** @type {string} */ term) => term.toLowerCase().replace(/(?<=\w{4})(?:e?s|ed|ing|y)$/, ''),
      },
      searchOptions: {
        boost: { title: 4, titles: 2, text: 1 },
        /** @param {string} id of a section, such as `/pay.html#after-a-reload` */
        boostDocument(id) {
          const first = /^\/(?:start|sign-in|sessions|pay|cards|elements|relay|production|testing|errors)\./;
          return first.test(id) ? 1 : id.startsWith('/reference/') ? 0.1 : 0.4;
        },
      },
    },
  },
};

/** The demo's picture, for sites that show one with a link; `DEMO_URL` is where the demo will stand. */
const { DEMO_URL } = process.env;
/** @type {[string, Record<string, string>][]} */
const pictures = DEMO_URL ? [['meta', { property: 'og:image', content: new URL('refused.png', DEMO_URL).href }]] : [];

/** @type {import('vitepress').UserConfig} */
export default {
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '.cache',
  title: 'Countersign',
  description: 'Sign people in to an embedded wallet, and sign their payments, in the browser.',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/mark.svg' }], ...pictures],
  // In a file of its own, and not in each page.
  metaChunk: true,
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  markdown: {
    anchor: { slugify },
    // Of the default's colours some are too close to the surface of a code block.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    config(markdown) {
      // A corner without words heads nothing.
      markdown.core.ruler.push('corner', ({ tokens }) => {
        tokens.forEach((token, at) => {
          if (token.type !== 'th_open' || tokens[at + 1].content !== '') return;
          token.tag = 'td';
          tokens[at + 2].tag = 'td';
        });
      });
      const { fence } = markdown.renderer.rules;
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info, content } = tokens[index];
        return info === 'mermaid'
          ? `<Diagram text="${markdown.utils.escapeHtml(content)}" />`
          : fence(tokens, index, ...rest);
      };
    },
  },
  transformPageData({ relativePath }) {
    const place = guides.findIndex(({ link }) => `${link}.md` === `/${relativePath}`);
    return place < 0 ? {} : { frontmatter: { prev: guides[place - 1] ?? false, next: guides[place + 1] ?? false } };
  },
  themeConfig: {
    logo: '/mark.svg',
    search,
    docFooter: { prev: false, next: false },
    // Home has it; pages with a sidebar have none.
    footer: {
      message:
        '<a href="/start">Start</a> · <a href="/security">Security</a> · <a href="/changelog">Changelog</a> · <a href="/reporting">Report a weakness</a>',
      copyright: 'MIT licence · The Countersign authors',
    },
    outline: [2, 3],
    nav: [
      ...links([
        ['Guides', 'start'],
        ['Reference', 'reference/'],
        ['Errors', 'errors'],
        ['Changelog', 'changelog'],
      ]),
      { text: 'Demo', link: '/try/', target: '_self' },
    ],
    sidebar: {
      ...Object.fromEntries(entries.map((entry) => [`/reference/${entry}/`, referenceOf(entry)])),
      '/reference/': referenceOf(),
      '/': [
        { text: 'Guides', items: guides },
        {
          text: 'In your stack',
          items: links([
            ['React', 'react'],
            ['Vue, Svelte and others', 'other-frameworks'],
            ['A relay as a process', 'relay-process'],
            ['A relay in other languages', 'other-back-ends'],
            ['A wallet page', 'wallet-page'],
          ]),
        },
        {
          text: 'In detail',
          items: links([
            ['Theming', 'theming'],
            ['Messages for people', 'messages'],
            ['Events', 'events'],
            ['The relay’s reference', 'relay-reference'],
            ['Quorum keys', 'enclave-keys'],
            ['The sandbox', 'sandbox'],
            ['Its control plane', 'sandbox-control'],
            ['The sandbox, call by call', 'sandbox-calls'],
            ['The inspector', 'devtools'],
          ]),
        },
        {
          text: 'When something is wrong',
          items: links([
            ['Troubleshooting', 'troubleshooting'],
            ['Errors', 'errors'],
          ]),
        },
        {
          text: 'Behind it',
          items: links([
            ['The protocol', 'protocol'],
            ['The parts below the wallet', 'crypto'],
            ['Reliability', 'reliability'],
            ['Performance', 'performance'],
            ['Requirements', 'requirements'],
            ['Reporting a weakness', 'reporting'],
            ['Architecture', 'architecture'],
            ['Releasing', 'releasing'],
            ['Decisions', 'decisions/README'],
          ]),
        },
      ],
    },
  },
};
