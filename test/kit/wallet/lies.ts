/** Lies about a payload: everything that a back-end can change in a true one, and everything it can pass off as unreadable. */

/** A lie and what it is. */
export type Lie = readonly [what: string, payload: string];

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A true activity with one value changed, one name removed, respelled or doubled, or one name added, at every level. */
export function* changesOf(payload: string): Generator<Lie> {
  for (const [what, changed] of changes(JSON.parse(payload) as Json)) yield [what, JSON.stringify(changed)];
  const names = new Set([...payload.matchAll(/"(\w+)":/g)].map(([, name = '']) => name));
  for (const name of names) yield [`${name} twice`, payload.replace(`"${name}":`, `"${name}":"other","${name}":`)];
}

/** A true activity whose names or time are written as only another reader would read them. */
export function* formsOf(payload: string): Generator<Lie> {
  const [, time = ''] = /"timestampMs":"(\d+)"/.exec(payload) ?? [];
  const times = [
    time,
    `${time}.0`,
    `"${Number(time) / 1e12}e12"`,
    `"0x${Number(time).toString(16)}"`,
    `"+${time}"`,
    `"0${time.slice(1)}"`,
    `"${new Date(Number(time)).toISOString()}"`,
    `"${fullWidth(time)}"`,
    `"${Array.from(time, (digit) => String.fromCodePoint(0x660 + Number(digit))).join('')}"`,
    `["${time}"]`,
    'null',
  ];
  for (const other of times)
    yield [`the time as ${other}`, payload.replace(`"timestampMs":"${time}"`, `"timestampMs":${other}`)];
  for (const [, name = ''] of payload.matchAll(/"(\w+)":/g)) {
    for (const other of [alike(name), fullWidth(name), `${name}\u200B`, `__proto__`, 'constructor', ''])
      yield [`${name} named ${other}`, payload.replace(`"${name}":`, `${JSON.stringify(other)}:`)];
    const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
    yield [`${name} twice, once escaped`, payload.replace(`"${name}":`, `"${escaped}":null,"${name}":`)];
    yield [`${name} and __proto__`, payload.replace(`"${name}":`, `"__proto__":{"${name}":"other"},"${name}":`)];
  }
  yield ['cut off', payload.slice(0, -1)];
  yield ['with another behind it', payload + payload];
  yield ['after a null byte', `\0${payload}`];
  yield ['before a null byte', `${payload}\0`];
  yield ['with a comment', payload.replace('{', '{/**/')];
  yield ['with a comma more', payload.replace(/\}$/, ',}')];
  yield ['in single quotes', payload.replaceAll('"', "'")];
  yield ['four megabytes deep', `${'{"parameters":'.repeat(300_000)}${payload}`];
}

/** The same letters to an eye: Cyrillic and Greek for Latin. */
function alike(text: string): string {
  const [latin, others] = ['ACEIOPTaceiopsxy', 'АСЕІОРТасеіорѕху'];
  return Array.from(text, (letter) => (latin.includes(letter) ? others[latin.indexOf(letter)] : letter)).join('');
}

/** The same after a compatibility normalisation. */
function fullWidth(text: string): string {
  return Array.from(text, (letter) =>
    /[!-~]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter,
  ).join('');
}

/** A true activity with a name more, at every level; the only lie that may be signed where it is reported. */
export function* additionsTo(payload: string): Generator<Lie> {
  const activity = JSON.parse(payload) as { readonly parameters: object };
  yield ['a name more at the top', JSON.stringify({ ...activity, extra: 'value' })];
  const parameters = { ...activity.parameters, extra: 'value' };
  yield ['a name more in the parameters', JSON.stringify({ ...activity, parameters })];
}

function* changes(value: Json): Generator<readonly [string, Json]> {
  if (typeof value === 'boolean')
    for (const other of [!value, String(value), Number(value), null]) yield ['of another kind', other];
  if (typeof value === 'string') {
    const spellings = [
      `${value} `,
      ` ${value}`,
      `${value}\u0000`,
      value.toUpperCase(),
      value.toLowerCase(),
      `0x${value}`,
      '',
      value.slice(1),
      btoa(value),
      `${value}\u200B`,
      `\u202E${value}`,
      alike(value),
      fullWidth(value),
      value.repeat(100),
    ];
    for (const other of spellings) if (other !== value) yield ['respelled', other];
    for (const other of [[value], { value }, null, 7]) yield ['of another kind', other];
  } else if (Array.isArray(value)) {
    const list = value as readonly Json[];
    for (const other of [[], [...list, ...list], [...list, 'more'], list[0] ?? null])
      yield ['of another length', other];
    for (const [index, item] of list.entries())
      for (const [what, other] of changes(item)) yield [what, list.map((each, at) => (at === index ? other : each))];
  } else if (typeof value === 'object' && value !== null) {
    const fields = value as Readonly<Record<string, Json>>;
    for (const [name, member] of Object.entries(fields)) {
      const { [name]: _, ...rest } = fields;
      yield [`without ${name}`, rest];
      yield [`${name} respelled`, { ...rest, [name.toUpperCase()]: member }];
      for (const [what, other] of changes(member)) yield [`${name} ${what}`, { ...fields, [name]: other }];
    }
  }
}

/** Ways to write an activity so that a careless reader takes it for something unreadable; test/kit/crypto/opaque.test.ts has more. */
export function encodingsOf(activity: string): readonly Lie[] {
  const bytes = new TextEncoder().encode(activity);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = btoa(String.fromCodePoint(...bytes));
  return [
    ['as it is', activity],
    ['in base64', base64],
    ['in base64url', base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')],
    ['in hex', hex],
    ['in hex with 0x', `0x${hex}`],
    ['as a JSON text', JSON.stringify(activity)],
    ['percent-encoded', encodeURIComponent(activity)],
    ['in a list', `[${activity}]`],
    ['with escaped names', activity.replaceAll('type', String.raw`\u0074ype`)],
    ['after white space that parsers skip', `\uFEFF\u00A0\v${activity}`],
  ];
}
