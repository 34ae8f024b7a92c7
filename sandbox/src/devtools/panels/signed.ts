/** What was signed: the payload as it came, what the kit read in it beside what was asked for, and the stamp in its parts. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { all, bare, button, definitions, el, part, pill } from '../element.ts';
import type { AssertionParts } from '../record/assertion-parts.ts';
import type { Signing } from '../record/record.ts';
import { readStamp } from '../record/stamp-parts.ts';
import { nameOfFlow, short } from '../words.ts';
import { leavesOf, offencesOf, offenceTable, outcomeMark } from './values.ts';
import type { View } from './view.ts';

/** Draws the panel. */
export function drawSigned({ record }: View): VNode {
  return part(Signed, { signings: record.signings });
}

function Signed({ signings }: { readonly signings: readonly Signing[] }): VNode {
  const [chosen, choose] = useState<number | null>(null);
  const shown = signings.find(({ entryId }) => entryId === chosen) ?? signings.at(-1);
  if (shown === undefined) {
    return bare(
      'p.empty',
      'Nothing was signed or refused since this page was loaded. Payloads and stamps are kept in its memory alone.',
    );
  }
  return all(
    el(
      'div.choices',
      { role: 'group', 'aria-label': 'Signatures, newest first' },
      ...[...signings].reverse().map((one) =>
        button([nameOfFlow(one.intent), ' ', outcomePill(one)], () => choose(one.entryId), {
          key: one.entryId,
          'aria-pressed': String(one === shown),
        }),
      ),
    ),
    shown.assertion === null
      ? part(One, { key: shown.entryId, signing: shown, signings })
      : part(byPasskey, { key: shown.entryId, assertion: shown.assertion, isKnown: shown.outcome !== 'unknown' }),
  );
}

const outcomes = {
  done: ['good', 'done'],
  refused: ['bad', 'refused'],
  unknown: ['warn', 'outcome unknown'],
  'not signed': ['bad', 'not signed'],
} as const;

function outcomePill({ outcome }: Signing): VNode {
  const [tone, word] = outcomes[outcome];
  return pill(tone, word);
}

const held = 'Shown once the outcome is known: until then whoever has it can carry the action out.';

function One({ signing, signings }: { readonly signing: Signing; readonly signings: readonly Signing[] }): VNode {
  const { payload, stamp, outcome } = signing;
  const isKnown = outcome !== 'unknown';
  return all(
    bare('h3', 'The payload, as it came'),
    bare('p.lead', stamp === '' ? 'The kit refused it: nothing was signed.' : 'Exactly these characters were signed.'),
    !isKnown
      ? bare('p.withheld', held)
      : code('Payload', payload ?? 'It came with something that this page’s tap has not seen.'),
    bare('h3', 'What was asked for, and what the kit read'),
    comparison(signing, signings),
    stamp === '' ? null : bare('h3', 'The stamp, taken apart'),
    stamp === '' ? null : isKnown ? part(Stamp, { stamp, payload }) : bare('p.withheld', held),
  );
}

interface ByPasskeyProps {
  readonly assertion: AssertionParts;
  readonly isKnown: boolean;
}

function byPasskey({ assertion, isKnown }: ByPasskeyProps): VNode {
  const { credentialId, clientData, read, authenticatorData, signature } = assertion;
  const shown = (content: VNode): VNode => (isKnown ? content : bare('p.withheld', held));
  return all(
    bare('h3', 'What the passkey signed'),
    bare('p.lead', 'The passkey signed its own data, followed by the SHA-256 of exactly these characters.'),
    shown(code('Client data', clientData)),
    bare('h3', 'Read in it'),
    shown(definitions(rows(read))),
    bare('h3', 'The passkey’s answer, taken apart'),
    shown(
      definitions([
        ['passkey', bare('code', credentialId)],
        ['its own data', bare('code', authenticatorData)],
        ['signature', bare('code', signature)],
      ]),
    ),
    bare('p.none', 'No stamp is part of it. The service verifies it: this page has no public key of a passkey.'),
  );
}

function code(label: string, content: string): VNode {
  return el('pre', { tabIndex: 0, role: 'region', 'aria-label': label }, bare('code', content));
}

const verdicts: Readonly<Record<string, readonly ['good' | 'bad' | 'warn', string]>> = {
  fits: ['good', 'It has the form of the action, and each value that was asked for.'],
  opaque: ['warn', 'It can’t be read. This action allows that; back-end and enclave are trusted for what it holds.'],
  'names-no-key': ['warn', 'A login token that names no key.'],
  'unknown-names': ['bad', 'It fits but for names that nobody asked for.'],
  contradicts: ['bad', 'It contradicts what was asked for.'],
};

const fitsInPart = [
  'warn',
  'It has the form of the action. What is not in it could not be compared: back-end and enclave are trusted for that.',
] as const;

function comparison(signing: Signing, signings: readonly Signing[]): VNode {
  const { intent, expectation, compared, reading, verdict, reason } = signing;
  const isInPart = verdict === 'fits' && Object.values(compared).includes('not in the payload');
  const [tone, words] = isInPart ? fitsInPart : (verdicts[verdict ?? ''] ?? ['warn', 'The kit’s check was not heard.']);
  const asked = Object.entries(expectation).flatMap(([name, value]) => {
    const mark = outcomeMark(compared[name] ?? 'not in the payload');
    return rows(value, name).map(([path, shown]) => [path, [shown, ' ', mark]] as const);
  });
  const offences = offencesOf(signing, signings);
  const read = leavesOf(reading).map(
    ([path, text]) =>
      [path, el('code', { class: offences.some((one) => one.path === path) ? 'bad' : '' }, text)] as const,
  );
  return all(
    el('p.verdict', { 'data-tone': tone }, reason === null ? words : `${words.slice(0, -1)}: ${reason}.`),
    offenceTable(offences),
    bare(
      'div.beside',
      bare('section', bare('h4', 'Asked for'), definitions([['intent', bare('code', intent)], ...asked])),
      bare('section', bare('h4', 'Read in the payload'), definitions(read)),
    ),
  );
}

function rows(value: unknown, at = ''): readonly (readonly [string, VNode])[] {
  return leavesOf(value, at).map(([path, text]) => [path, bare('code', text)]);
}

function Stamp({ stamp, payload }: { readonly stamp: string; readonly payload: string | null }): VNode {
  const [result, say] = useState<{ readonly tone: 'good' | 'bad'; readonly words: string } | null>(null);
  const parts = readStamp(stamp);
  const verify = (signed: string, named: string): void => {
    void verifyHere(stamp, signed).then(
      (key) => say({ tone: 'good', words: `It verifies: the key ${short(key)} signed ${named}.` }),
      (error: unknown) =>
        say({ tone: 'bad', words: `Refused (${codeOf(error)}): this stamp was not made for ${named}.` }),
    );
  };
  return all(
    parts === null
      ? el('p.verdict', { 'data-tone': 'bad' }, 'It can’t be read.')
      : definitions([
          ['public key', bare('code', parts.publicKey)],
          ['scheme', bare('code', parts.scheme)],
          ['signature, DER', bare('code', parts.signature)],
        ]),
    bare('details', bare('summary', 'The whole stamp'), code('Stamp', stamp)),
    payload === null
      ? null
      : bare(
          'div.actions',
          button('Verify it in this page', () => verify(payload, 'exactly this payload'), { class: 'primary' }),
          button('Verify it for a payload with one byte changed', () =>
            verify(changed(payload), 'a payload with another last byte'),
          ),
        ),
    el('p.verdict', { role: 'status', 'data-tone': result?.tone ?? 'plain' }, result?.words ?? ''),
  );
}

function changed(payload: string): string {
  return `${payload.slice(0, -1)}${payload.endsWith('A') ? 'B' : 'A'}`;
}

/** Loads the kit's own check when it is asked for. */
async function verifyHere(stamp: string, payload: string): Promise<string> {
  const { verifyStamp } = await import('countersign/crypto');
  return (await verifyStamp(stamp, payload)).compressedPublicKeyHex;
}

function codeOf(error: unknown): string {
  const { code: known } = error as { readonly code?: unknown };
  return typeof known === 'string' ? known : 'it could not be checked';
}
