/**
 * Tabs of code. A document that is read as it is shows the same blocks one after another:
 *
 * - Blocks that follow each other directly, each with a title in brackets behind its language (`tsx [React]`, then
 *   `html [Plain]`), are the tabs of one group.
 * - A shell block that installs packages with npm is the first of three tabs: pnpm and yarn are derived from it.
 */

const titled = /(?:^(?:<!-- quote: .* -->\n)?```\w+ \[[^\]\n]+\]\n[^]*?^```\n\n?){2,}/gm;
const shell = /^```sh\n([^]*?)^```$/gm;

/** What npm's commands are in other package managers; what isn't named stays as it is. @type {Readonly<Record<string, readonly (readonly [RegExp, string])[]>>} */
const managers = {
  npm: [],
  pnpm: [
    [/\bnpm install --save-dev /g, 'pnpm add -D '],
    [/\bnpm install(?= \w)/g, 'pnpm add'],
    [/\bnpm create /g, 'pnpm create '],
    [/\bnpm init -y/g, 'pnpm init'],
    [/\bnpx /g, 'pnpm exec '],
  ],
  yarn: [
    [/\bnpm install --save-dev /g, 'yarn add -D '],
    [/\bnpm install(?= \w)/g, 'yarn add'],
    [/\bnpm create (\S+?)(?:@latest)?(?= |$)/gm, 'yarn create $1'],
    [/\bnpm init /g, 'yarn init '],
    [/\bnpx /g, 'yarn run '],
  ],
};

/**
 * Writes groups of the site's generator around blocks.
 * @param {string} text of a document
 */
export function withCodeTabs(text) {
  return text
    .replaceAll(shell, (block, commands) => {
      if (!/^npm (?:install \w|create )/m.test(commands)) return block;
      const tabs = Object.entries(managers).map(([name, changes]) => {
        const changed = changes.reduce((lines, [from, to]) => lines.replaceAll(from, to), commands);
        return `\`\`\`sh [${name}]\n${changed}\`\`\``;
      });
      return `${tabs.join('\n')}\n`;
    })
    .replaceAll(titled, (blocks) => `::: code-group\n${blocks.replaceAll(/^<!-- quote: .* -->\n/gm, '')}\n:::\n\n`);
}
