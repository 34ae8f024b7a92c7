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
  let start = -1;
  for (const { 0: token, index } of text.matchAll(/\\.|["{}[\],]/g)) {
    if (token === '"' && start < 0) {
      start = index;
    } else if (token === '"') {
      if (atName) addName(names, text.slice(start, index + 1));
      atName = false;
      start = -1;
    } else if (start >= 0) {
      continue;
    } else if (token === '{' || token === '[') {
      if (open.length === MAX_DEPTH) throw new SyntaxError();
      open.push(names);
      names = token === '{' ? new Set() : null;
      atName = names !== null;
    } else if (token === '}' || token === ']') {
      names = open.pop() ?? null;
      atName = false;
    } else if (token === ',') {
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
