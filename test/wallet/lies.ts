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
      value.toUpperCase(),
      value.toLowerCase(),
      `0x${value}`,
      '',
      value.slice(1),
      btoa(value),
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

/** Two hundred ways to write an activity so that a careless reader takes it for something unreadable. */
export function* encodingsOf(activity: string): Generator<Lie> {
  const bytes = new TextEncoder().encode(activity);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = btoa(String.fromCodePoint(...bytes));
  const base64url = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const inner: readonly Lie[] = [
    ['as it is', activity],
    ['in base64', base64],
    ['in base64url', base64url],
    ['in hex', hex],
    ['in upper-case hex', hex.toUpperCase()],
    ['in hex with 0x', `0x${hex}`],
    ['as a JSON text', JSON.stringify(activity)],
    ['percent-encoded', encodeURIComponent(activity)],
    ['in a list', `[${activity}]`],
    ['with escaped names', activity.replaceAll('type', String.raw`\u0074ype`)],
  ];
  const before = [
    '',
    ' '.repeat(55_589),
    '/**/',
    '//\n',
    '#\n',
    '\uFEFF',
    '\u00A0\v\f',
    '\u2028',
    '\u200B',
    '\0',
    ")]}',\n",
    'while(1);',
    '---\n',
    'payload: ',
    '"',
    '<!--',
    'data:application/json,',
    '\u202E',
    '=',
    '0x',
  ];
  for (const [what, text] of inner)
    for (const prefix of before) yield [`${what} after ${JSON.stringify(prefix.slice(0, 9))}`, prefix + text];
}
