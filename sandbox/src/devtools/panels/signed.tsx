/** @jsxImportSource preact */
/** Signed payloads: the payload as received, the kit's reading beside the request, and the stamp in its parts. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AssertionParts } from '../record/assertion-parts.ts';
import type { Signing } from '../record/record.ts';
import { readStamp } from '../record/stamp-parts.ts';
import { short } from '../words.ts';
import { definitions, ofEntry, pill, verdict, type Tone } from './parts.tsx';
import { checkWords, leavesOf, offencesOf, outcomeMark } from './values.tsx';

const outcomes = {
  done: ['good', 'done'],
  refused: ['bad', 'refused'],
  unknown: ['warn', 'outcome unknown'],
  'not signed': ['bad', 'not signed'],
} as const;

/** Pill with the outcome of a stamp. */
export function outcomePill({ outcome }: Signing): VNode {
  const [tone, word] = outcomes[outcome];
  return pill(tone, word);
}

/** One of the signings, whole; payload and stamp only once the outcome is known. */
export function signedView(signing: Signing, signings: readonly Signing[], entry: number): VNode {
  const { report, stamp, outcome, assertion } = signing;
  const payload = report?.payloadToSign;
  const known = (show: () => VNode): VNode =>
    outcome === 'unknown' ? (
      <p class="withheld">Shown once the outcome is known: until then whoever has it can carry the action out.</p>
    ) : (
      show()
    );
  if (assertion !== null) return byPasskey(assertion, known, entry);
  return (
    <>
      <h4>The payload, as it came</h4>
      <p class="lead">
        {stamp === '' ? 'The kit refused it: nothing was signed.' : 'Exactly these characters were signed.'}
      </p>
      {known(() =>
        code(ofEntry('Payload', entry), payload ?? 'It came with something that this page’s tap has not seen.'),
      )}
      <h4>What was asked for, and what the kit read</h4>
      {comparison(signing, signings, entry)}
      {stamp === '' ? null : (
        <>
          <h4>The stamp, taken apart</h4>
          {known(() => (
            <Stamp stamp={stamp} payload={payload} entry={entry} />
          ))}
        </>
      )}
    </>
  );
}

function byPasskey(assertion: AssertionParts, known: (show: () => VNode) => VNode, entry: number): VNode {
  const { credentialId, clientData, read, authenticatorData, signature } = assertion;
  return (
    <>
      <h4>What the passkey signed</h4>
      <p class="lead">The passkey signed its own data, followed by the SHA-256 of exactly these characters.</p>
      {known(() => code(ofEntry('Client data', entry), clientData))}
      <h4>Read in it</h4>
      {known(() => definitions(rows(read)))}
      <h4>The passkey’s answer, taken apart</h4>
      {known(() =>
        definitions([
          ['passkey', <code>{credentialId}</code>],
          ['its own data', <code>{authenticatorData}</code>],
          ['signature', <code>{signature}</code>],
        ]),
      )}
      <p class="none">No stamp is part of it. The service verifies it: this page has no public key of a passkey.</p>
    </>
  );
}

function code(label: string, content: string): VNode {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      <code>{content}</code>
    </pre>
  );
}

function comparison(signing: Signing, signings: readonly Signing[], entry: number): VNode {
  const { intent = 'signed request', expectation = {}, compared = {}, reading = {} } = signing.report ?? {};
  const { tone, words } = checkWords(signing.report);
  const asked = Object.entries(expectation).flatMap(([name, value]) =>
    rows(value, name).map(
      ([path, shown]) =>
        [
          path,
          [shown, ' ', outcomeMark((compared as Readonly<Record<string, string>>)[name] ?? 'not in the payload')],
        ] as const,
    ),
  );
  const bad = offencesOf(signing, signings).map(({ path }) => path);
  return (
    <>
      <p class="verdict" data-tone={tone}>
        {words}
      </p>
      <div class="beside">
        <section aria-label={ofEntry('Asked for', entry)}>
          <h5>Asked for</h5>
          {definitions([['intent', <code>{intent}</code>], ...asked])}
        </section>
        <section aria-label={ofEntry('Read in the payload', entry)}>
          <h5>Read in the payload</h5>
          {definitions(
            leavesOf(reading).map(([path, text]) => [
              path,
              <code class={bad.includes(path) ? 'bad' : ''}>{text}</code>,
            ]),
          )}
        </section>
      </div>
    </>
  );
}

function rows(value: unknown, at = ''): readonly (readonly [string, VNode])[] {
  return leavesOf(value, at).map(([path, text]) => [path, <code>{text}</code>]);
}

interface StampProps {
  readonly stamp: string;
  readonly payload: string | undefined;
  readonly entry: number;
}

function Stamp({ stamp, payload, entry }: StampProps): VNode {
  const [said, say] = useState<{ readonly tone: Tone; readonly words: string } | null>(null);
  const parts = readStamp(stamp);
  const verify = async (signed: string, named: string): Promise<void> => {
    try {
      // The kit's own check, loaded when it is asked for.
      const { verifyStamp } = await import('countersign/crypto');
      const { compressedPublicKeyHex } = await verifyStamp(stamp, signed);
      say({ tone: 'good', words: `It verifies: the key ${short(compressedPublicKeyHex)} signed ${named}.` });
    } catch (error) {
      const { code = 'it could not be checked' } = error as { readonly code?: string };
      say({ tone: 'bad', words: `Refused (${code}): this stamp was not made for ${named}.` });
    }
  };
  return (
    <>
      {parts === null ? (
        <p class="verdict" data-tone="bad">
          It can’t be read.
        </p>
      ) : (
        definitions([
          ['public key', <code>{parts.publicKey}</code>],
          ['scheme', <code>{parts.scheme}</code>],
          ['signature, DER', <code>{parts.signature}</code>],
        ])
      )}
      <details>
        <summary>The whole stamp</summary>
        {code(ofEntry('Stamp', entry), stamp)}
      </details>
      {payload === undefined ? null : (
        <div class="actions">
          <button type="button" class="primary" onClick={() => void verify(payload, 'exactly this payload')}>
            Verify it in this page
          </button>
          <button type="button" onClick={() => void verify(changed(payload), 'a payload with another last byte')}>
            Verify it for a payload with one byte changed
          </button>
        </div>
      )}
      {verdict(said)}
    </>
  );
}

function changed(payload: string): string {
  return `${payload.slice(0, -1)}${payload.endsWith('A') ? 'B' : 'A'}`;
}
