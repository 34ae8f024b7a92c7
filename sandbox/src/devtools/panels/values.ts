/** What became of each value of a payload: the expected one beside the one that came. */
import type { VNode } from 'preact';
import { bare, pill } from '../element.ts';
import type { Signing } from '../record/record.ts';
import { nameOfFlow } from '../words.ts';

const marks: Readonly<Record<string, readonly ['good' | 'bad' | 'warn', string]>> = {
  equal: ['good', '✓ equal'],
  differs: ['bad', '✗ differs'],
};

/** A tick, a cross, or that the payload doesn't hold the value. */
export function outcomeMark(outcome: string): VNode {
  const [tone, words] = marks[outcome] ?? ['warn', outcome];
  return pill(tone, words);
}

/** Under which names the published activities hold what is expected under another. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  publicKeyHex: ['targetPublicKey', 'publicKeys.0'],
  email: ['userEmail'],
  phoneNumber: ['userPhoneNumber'],
  sessionId: ['apiKeyIds.0'],
  credentialId: ['authenticatorIds.0'],
};

/** Names and values at any depth, by dotted path. */
export function leavesOf(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** A value that doesn't fit; `path` is where the payload holds it. */
interface Offence {
  readonly name: string;
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** What of a payload doesn't fit. Ids of the enclave are compared with those of an earlier signature. */
export function offencesOf(signing: Signing, signings: readonly Signing[]): readonly Offence[] {
  const { compared, expectation, reading, intent, reason, verdict } = signing;
  if (verdict !== 'contradicts' && verdict !== 'unknown-names') return [];
  const leaves = leavesOf(reading);
  const offence = (name: string, expected: string, held: readonly string[] = [name]): Offence => {
    const [path = '', received = 'nothing'] =
      leaves.find(([one]) => held.some((wanted) => one === wanted || one.endsWith(`.${wanted}`))) ?? [];
    return { name, path, expected, received };
  };
  const differing = Object.keys(compared).filter((name) => compared[name] === 'differs');
  if (differing.length > 0) {
    return differing.map((name) => offence(name, textOf(expectation[name]), [name, ...(aliases[name] ?? [])]));
  }
  if (reason?.endsWith('another activity') === true)
    return [offence('activityType', `that of “${nameOfFlow(intent)}”`)];
  const known = new Map(signings.filter(({ outcome }) => outcome === 'done').flatMap((one) => leavesOf(one.reading)));
  return ['organizationId', 'parameters.userId', 'parameters.signWith']
    .map((path) => offence(path, known.get(path) ?? ''))
    .filter(({ expected, received }) => expected !== '' && received !== expected);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A table of them. */
export function offenceTable(offences: readonly Offence[]): VNode | null {
  if (offences.length === 0) return null;
  return bare(
    'dl.offences',
    ...offences.map(({ name, expected, received }) =>
      bare(
        'div',
        bare('dt', name),
        bare('dd', bare('small', 'expected'), bare('code', expected)),
        bare('dd.bad', bare('small', 'received'), bare('code', received)),
      ),
    ),
  );
}
