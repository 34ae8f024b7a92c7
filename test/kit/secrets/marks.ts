/** Secrets under watch: where one of them turns up in any of its usual forms, a test fails. */
import { inspect } from 'node:util';

/** Collects secrets and searches for them. */
export interface Marks {
  /** Adds a secret by what it is; short ones would be found by chance and are refused. */
  add(name: string, secret: string | Uint8Array): void;
  /** How many secrets of a kind are under watch. */
  count(name: string): number;
  /** Names of the secrets that a value holds, wherever it can be looked at. */
  foundIn(value: unknown): readonly string[];
}

/** Every form is at least this long: six digits stand in one random UUID of some hundred thousand. */
const startLength = 10;

/** Creates an empty collection. */
export function createMarks(): Marks {
  const forms = new Map<string, Set<string>>();
  // By how they start: thousands of forms are looked for at once, at each place of a text.
  const starts = new Map<string, (readonly [name: string, form: string])[]>();
  const counts = new Map<string, number>();
  return {
    add(name, secret) {
      if (secret.length < startLength) throw new Error(`${name} is too short to be looked for`);
      const all = forms.get(name) ?? new Set();
      const before = all.size;
      for (const form of formsOf(Buffer.from(secret as string))) {
        if (all.has(form)) continue;
        all.add(form);
        const start = form.slice(0, startLength);
        starts.set(start, [...(starts.get(start) ?? []), [name, form]]);
      }
      forms.set(name, all);
      if (all.size > before) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    count: (name) => counts.get(name) ?? 0,
    foundIn(value) {
      const found = new Set<string>();
      for (const text of new Set(textsOf(value))) {
        for (let at = 0; at + startLength <= text.length; at += 1) {
          for (const [name, form] of starts.get(text.slice(at, at + startLength)) ?? [])
            if (text.startsWith(form, at)) found.add(name);
        }
      }
      return [...found];
    },
  };
}

/** Raw, JSON text, hex of both cases, base64 and base64url (without the last group, which padding changes), URL-encoded. */
function formsOf(bytes: Buffer): readonly string[] {
  const whole = bytes.toString('base64').slice(0, Math.floor(bytes.length / 3) * 4);
  const hex = bytes.toString('hex');
  const encoded = [
    hex,
    hex.toUpperCase(),
    whole,
    whole.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(whole),
  ];
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) return encoded;
  return [...encoded, text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
}

/** Everything that can be read of a value: an error's message, stack, causes and own fields, as JSON, and as Node prints it. */
function textsOf(value: unknown): readonly string[] {
  const texts = [inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null })];
  try {
    texts.push(JSON.stringify(value) ?? '');
  } catch {
    // Values that JSON can't hold can't leak by it.
  }
  for (let at = value; at instanceof Error; at = at.cause) texts.push(at.message, at.stack ?? '', String(at));
  return texts;
}
