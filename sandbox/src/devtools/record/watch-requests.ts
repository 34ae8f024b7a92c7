/** Watches the requests, payloads and events of a wallet, and writes them into a record. */
import type { Clock, CreateWalletOptions, Wallet, WalletEvent, WalletState, WireProfile } from 'countersign';
import { parseDateTime } from '../../../../src/kit/date-time.ts';
import { wireProfiles } from '../../../../src/kit/wire.ts';
import type { NewEntry, Receiver } from './entry.ts';
import { assertionOf } from './assertion-parts.ts';
import { createCalls } from './calls.ts';
import { createKeyLife } from './key-life.ts';
import type { Report, TraceRecord } from './record.ts';
import { shownFieldsOf, headerFields, unseenHeaders } from './shown-fields.ts';
import { readStamp, stampOf } from './stamp-parts.ts';
import { lastOf } from './last-of.ts';
import { lieIn } from './lies.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A check's report, and the entry that holds it. */
interface Checked {
  readonly report: Report;
  readonly entryId: number;
}

/** Fields that are read from records in answers. */
type Listed = Readonly<Record<'id' | 'expiresAt' | 'type' | 'nickname', string>>;

/** Wraps what a wallet calls. */
export interface Watcher {
  wrap(options: CreateWalletOptions): CreateWalletOptions;
  /** A request of the page itself. */
  page(url: string, init: RequestInit): Promise<Response>;
  /** Writes the wallet's states into the record until the returned function is called. */
  follow(wallet: Wallet): () => void;
}

/** Creates the watcher of one record. */
export function createWatcher(record: TraceRecord, clock: Clock): Watcher {
  const calls = createCalls(record);
  const keys = createKeyLife((entry) => record.add(entry));
  /** Reports of the checks of payloads, by path, until their stamps are sent. */
  const checked = new Map<string, Checked>();
  let relay = '/';
  let signatureHeader: string = wireProfiles.spec.signatureHeader;

  async function watched(
    [url, init]: readonly [string, RequestInit],
    { send, to, isPages }: { readonly send: Fetch; readonly to: Receiver; readonly isPages: boolean },
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    const signed = stampOf(headers, signatureHeader);
    const body = typeof init.body === 'string' ? init.body : '';
    const method = (init.method ?? 'GET').toUpperCase();
    const path = pathOf(url);
    const group = isPages ? record.newGroup() : calls.groupOf({ path, isSigned: signed !== null });
    const started = clock.monotonic();
    const begun: NewEntry & { kind: 'exchange' } = {
      kind: 'exchange',
      group,
      method,
      path,
      to,
      leg: signed === null ? null : 2,
      status: null,
      isLost: false,
      durationMs: null,
      code: null,
      signedBy: signed === null ? null : (readStamp(signed.stamp)?.publicKey ?? null),
      relayRequestId: null,
      sent: shownFieldsOf(body),
      sentHeaders: [...headerFields(headers, signed?.header ?? signatureHeader), ...unseenHeaders],
      received: [],
      receivedHeaders: [],
    };
    if (to === 'relay') keys.sent(body, group, begun.leg);
    const id = record.add(begun);
    const assertion = to === 'relay' ? assertionOf(body) : null;
    const stamp = signed?.stamp ?? assertion?.signature;
    if (stamp !== undefined) {
      const report = signed === null ? null : takeReport(path);
      record.sign({ entryIds: [id], report, stamp, assertion, outcome: 'unknown' });
    }
    const took = (): number => Math.round(clock.monotonic() - started);
    let response: Response;
    try {
      response = await send(url, init);
    } catch (error) {
      record.change(id, { isLost: true, durationMs: took() });
      throw error;
    }
    response = await changed(response);
    const { status } = response;
    const relayRequestId = response.headers.get('X-Request-Id');
    const receivedHeaders = headerFields(response.headers, signatureHeader);
    const leg = begun.leg ?? (status === 202 ? 1 : null);
    record.change(id, { status, leg, durationMs: took(), relayRequestId, receivedHeaders });
    record.learnDate(to === 'relay' ? response.headers.get('Date') : null);
    // The page reads the answer; this reads a copy, and may fail without harm.
    void read(response.clone()).catch(() => undefined);
    return response;

    async function read(copy: Response): Promise<void> {
      const text = await copy.text();
      if (to === 'relay' && status < 300) {
        keys.received(text, group);
        learnRecords(method, path, text);
      }
      record.change(id, { received: shownFieldsOf(text), code: status >= 400 ? codeOf(text) : null });
    }
  }

  /** The answer, with the lie in it that was armed for the next one that can hold it. */
  async function changed(response: Response): Promise<Response> {
    const { lie } = record.snapshot();
    if (lie === null || !response.ok) return response;
    const text = await response.clone().text();
    const altered = lieIn(text, lie);
    if (altered === text) {
      if (text.includes('"payloadToSign":')) record.know({ isLieUnused: true });
      return response;
    }
    record.know({ lie: null });
    return new Response(altered, response);
  }

  function learnRecords(method: string, path: string, text: string): void {
    const answer = JSON.parse(text) as Partial<Listed> & { readonly data?: readonly Partial<Listed>[] };
    const list = Array.isArray(answer.data) ? answer.data : [answer];
    const ends = list.flatMap(({ id = '', expiresAt = '' }) =>
      id.startsWith('Session:') ? [[id, parseDateTime(expiresAt)] as const] : [],
    );
    if (ends.length > 0) record.know({ ends: { ...record.snapshot().ends, ...Object.fromEntries(ends) } });
    if (method !== 'GET' || !/\/auth\/credentials(?:\?|$)/.test(path)) return;
    record.know({ credentials: list.map(({ type = '', nickname = '' }) => ({ type, nickname })) });
  }

  /** Takes the report on the payload that the stamp for this path signed. */
  function takeReport(path: string): Report | null {
    const report = [...checked.values()].find((one) => path.endsWith(one.report.request.path))?.report;
    checked.delete(report?.request.path ?? '');
    return report ?? null;
  }

  /** Lists the payloads of a group that the kit has refused: they were never signed, so that they carry nothing out. */
  function listRefused(): void {
    for (const [path, { report, entryId }] of checked) {
      if (report.verdict !== 'contradicts' && report.verdict !== 'unknown-names') continue;
      checked.delete(path);
      record.sign({ entryIds: [entryId], report, stamp: '', assertion: null, outcome: 'not signed' });
    }
  }

  function noteState(before: WalletState | null, after: WalletState): void {
    keys.changed(before, after);
    const { status, storage, ended, session } = after;
    const publicKeyHex = session?.compressedPublicKeyHex ?? null;
    const state = { kind: 'state', group: 0, status, storage, ended: ended?.reason ?? null, publicKeyHex } as const;
    const last = lastOf(record.snapshot().entries, (entry) => entry.kind === 'state' && entry.isEarlier !== true);
    const isSame =
      last?.kind === 'state' &&
      (['status', 'storage', 'ended', 'publicKeyHex'] as const).every((name) => last[name] === state[name]);
    if (!isSame) record.add(state);
  }

  return {
    follow(wallet) {
      let before: WalletState | null = null;
      const look = (): void => {
        const after = wallet.state();
        noteState(before, after);
        before = after;
      };
      look();
      return wallet.subscribe(look);
    },
    page: (url, init) =>
      watched([url, init], { send: pageFetch, to: isBelow(relay, url) ? 'relay' : 'back-end', isPages: true }),
    wrap(options) {
      relay = pathOrRoot(options.relay);
      const profile: Partial<WireProfile> | null | undefined =
        typeof options.profile === 'string' ? wireProfiles[options.profile] : options.profile;
      signatureHeader = profile?.signatureHeader ?? wireProfiles.spec.signatureHeader;
      const send = options.fetch ?? pageFetch;
      const { onPayload, onEvent } = options;
      return {
        ...options,
        fetch: (url: string, init: RequestInit) => watched([url, init], { send, to: 'relay', isPages: false }),
        onPayload(report: Report) {
          const group = calls.groupOfCheck(report.request);
          const { intent, verdict, reason = null, reading, compared } = report;
          const read = reading.kind === 'activity' ? reading.activityType : reading.kind;
          const entryId = record.add({ kind: 'check', group, intent, verdict, reason, reading: read, compared });
          checked.set(report.request.path, { report, entryId });
          onPayload?.(report);
        },
        onEvent(event: WalletEvent) {
          // State events are skipped: the session is followed on the wallet itself.
          if (event.step !== 'state') calls.hear(event);
          if (event.step === 'end' && event.code === 'PAYLOAD_MISMATCH') listRefused();
          return onEvent?.(event);
        },
      };
    },
  };
}

const base = 'http://page.invalid';

const pageFetch: Fetch = (url, init) => globalThis.fetch(url, init);

function codeOf(text: string): string | null {
  const { code } = JSON.parse(text) as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : null;
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, base);
  return `${pathname}${search}`;
}

/** `createWallet` says what is wrong with an address that is none. `URL.canParse` is younger than the oldest browser. */
function pathOrRoot(url: string): string {
  try {
    return pathOf(url);
  } catch {
    return '/';
  }
}

function isBelow(base: string, url: string): boolean {
  return pathOf(url).startsWith(`${base.replace(/\/$/, '')}/`);
}
