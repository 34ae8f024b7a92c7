import { readdirSync } from 'node:fs';
import { sourceOfEntry } from '../../build/entries.mjs';

/** @param {readonly [string, string][]} pages */
const links = (pages) => pages.map(([text, link]) => ({ text, link: `/${link}` }));

/** The reference's pages of an entry, by kind. @param {string} entry */
function namesOf(entry) {
  const folder = new URL(`../.pages/reference/${entry}/`, import.meta.url);
  const kinds = ['functions', 'variables', 'classes', 'interfaces', 'type-aliases'];
  const found = readdirSync(folder).filter((name) => kinds.includes(name));
  return kinds
    .filter((kind) => found.includes(kind))
    .flatMap((kind) => readdirSync(new URL(`${kind}/`, folder)).map((file) => `${kind}/${file.replace('.md', '')}`))
    .map((name) => /** @type {[string, string]} */ ([name.split('/').at(-1) ?? name, `reference/${entry}/${name}`]));
}

/** @param {string} entry */
const entryPages = (entry) => ({
  text: entry,
  link: `/reference/${entry}/`,
  collapsed: true,
  items: links(namesOf(entry)),
});

/** A heading's anchor as repositories show it: links to headings lead there in both. @param {string} heading */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** @type {import('vitepress').UserConfig} */
export default {
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '.cache',
  title: 'Countersign',
  description: 'Sign people in to an embedded wallet, and sign their payments, in the browser.',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  markdown: {
    anchor: { slugify },
    // Of the default's colours some are too close to the surface of a code block.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    config(markdown) {
      const { fence } = markdown.renderer.rules;
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info, content } = tokens[index];
        return info === 'mermaid'
          ? `<Diagram text="${markdown.utils.escapeHtml(content)}" />`
          : fence(tokens, index, ...rest);
      };
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: links([
      ['Start', 'start'],
      ['Reference', 'api'],
      ['Changelog', 'changelog'],
    ]),
    sidebar: [
      {
        text: 'Begin',
        items: links([
          ['Countersign', ''],
          ['Start', 'start'],
          ['React', 'react'],
          ['Vue, Svelte and others', 'other-frameworks'],
          ['Bundlers, and none', 'bundlers'],
        ]),
      },
      {
        text: 'The wallet',
        items: links([
          ['Sign in', 'sign-in'],
          ['The code screen', 'code-entry'],
          ['Passkeys', 'passkeys'],
          ['Identity providers', 'identity-providers'],
          ['Sessions', 'sessions'],
          ['Pay', 'pay'],
          ['Cards', 'cards'],
          ['Messages for people', 'messages'],
          ['Events', 'events'],
          ['Testing', 'testing'],
          ['What this browser can do', 'environment'],
        ]),
      },
      {
        text: 'The back-end',
        items: links([
          ['The relay', 'relay'],
          ['Its reference', 'relay-reference'],
          ['Who is signed in', 'identify'],
          ['As a process', 'relay-process'],
          ['In other languages', 'other-back-ends'],
          ['On an origin of its own', 'other-origin'],
          ['Content security policy', 'content-security-policy'],
          ['Quorum keys', 'enclave-keys'],
          ['Before production', 'production'],
        ]),
      },
      {
        text: 'Development and tests',
        items: links([
          ['The sandbox', 'sandbox'],
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
          ['Security', 'security'],
          ['Reporting a weakness', 'reporting'],
          ['Reliability', 'reliability'],
          ['Performance', 'performance'],
          ['Requirements', 'requirements'],
        ]),
      },
      {
        text: 'For contributors',
        collapsed: true,
        items: links([
          ['Architecture', 'architecture'],
          ['Releasing', 'releasing'],
          ['The demo', 'demo'],
          ['Decisions', 'decisions/README'],
        ]),
      },
      {
        text: 'Reference',
        collapsed: true,
        items: [
          ...links([
            ['All names', 'api'],
            ['Options', 'options'],
          ]),
          ...Object.keys(sourceOfEntry).map(entryPages),
        ],
      },
    ],
  },
};
