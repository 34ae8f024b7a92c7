const MAX_DEPTH = 64;

/** A JSON object, frozen throughout. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses JSON that has one reading (RFC 8259, section 4): an object holds no name twice, not even in another case,
 * as some parsers ignore it; no `__proto__`; at most 64 levels. What it returns is frozen throughout.
 *
 * @throws SyntaxError without a word of the text.
 */
export function parseStrictJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    checkNames(text);
    return freeze(value);
  } catch {
    throw new SyntaxError('The text is not JSON with one reading.');
  }
}

// The text is known to be JSON, so strings are all that can hide a bracket or a comma.
function checkNames(text: string): void {
  const open: (Set<string> | null)[] = [];
  let names: Set<string> | null = null;
  let atName = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      const start = at;
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      if (atName) addName(names, text.slice(start, at + 1));
      atName = false;
    } else if (letter === '{' || letter === '[') {
      if (open.length === MAX_DEPTH) throw new SyntaxError();
      open.push(names);
      names = letter === '{' ? new Set() : null;
      atName = names !== null;
    } else if (letter === '}' || letter === ']') {
      names = open.pop() ?? null;
      atName = false;
    } else if (letter === ',') {
      atName = names !== null;
    }
  }
}

function addName(names: Set<string> | null, literal: string): void {
  // Upper case first: it maps the long s to S; the lower case of the Kelvin sign is k.
  const name = String(JSON.parse(literal)).toUpperCase().toLowerCase();
  if (name === '__proto__' || names?.has(name)) throw new SyntaxError();
  names?.add(name);
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
