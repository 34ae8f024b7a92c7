/** @jsxImportSource preact */
/** The kit's verdict on a payload, and each value: the expected one beside the received one. */
import type { VNode } from 'preact';
import type { CheckEntry } from '../record/entry.ts';
import type { Report, Signing } from '../record/record.ts';
import { nameOfFlow } from '../words.ts';
import { definitions, pill, type Tone } from './parts.tsx';

const trusted = 'Back-end and enclave are trusted for';
const verdicts: Readonly<Record<string, readonly [Tone, string]>> = {
  fits: ['good', 'Payload matches the action, and each value that was asked for'],
  opaque: ['warn', `Opaque payload: contents not verified. ${trusted} them`],
  'names-no-key': ['warn', 'The login token names no key'],
  'unknown-names': ['bad', 'The payload holds more than was asked for'],
  contradicts: ['bad', 'The payload contradicts the action, and is not signed'],
};

/** Words for the kit's verdict, with a colour. */
export function checkWords(check: CheckEntry | Report | null): { readonly tone: Tone; readonly words: string } {
  const { verdict, compared, reason } = check ?? { verdict: '', compared: {} };
  const isInPart = verdict === 'fits' && Object.values(compared).includes('not in the payload');
  const [tone, words] = isInPart
    ? (['warn', `Payload matches the action. ${trusted} values that are not in it`] as const)
    : (verdicts[verdict] ?? (['warn', 'No check recorded'] as const));
  return { tone, words: `${words}${typeof reason === 'string' ? `: ${reason}` : ''}.` };
}

const marks: Readonly<Record<string, readonly [Tone, string]>> = {
  equal: ['good', '✓ equal'],
  differs: ['bad', '✗ differs'],
};

/** A tick, a cross, or that the payload doesn't hold the value. */
export function outcomeMark(outcome: string): VNode {
  return pill(...(marks[outcome] ?? (['warn', outcome] as const)));
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

/** Parts of a payload that don't fit. Ids of the enclave are compared with those of an earlier signature. */
export function offencesOf({ report }: Signing, signings: readonly Signing[]): readonly Offence[] {
  if (report?.verdict !== 'contradicts' && report?.verdict !== 'unknown-names') return [];
  const { compared, expectation, reading, intent, reason } = report;
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
  const known = new Map(
    signings.filter(({ outcome }) => outcome === 'done').flatMap((one) => leavesOf(one.report?.reading ?? {})),
  );
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
  const pairOf = ({ expected, received }: Offence): VNode => (
    <span class="offence">
      <small>expected</small> <code>{expected}</code> <small>received</small> <code class="bad">{received}</code>
    </span>
  );
  return definitions(offences.map((one) => [one.name, pairOf(one)]));
}
