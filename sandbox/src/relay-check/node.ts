/** `countersign-sandbox relay-check`: tests any relay's promises, against a sandbox of its own. */
import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { encodeBase64 } from '../../../src/kit/encoding/base64.ts';
import { encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { argumentMistake } from '../argument-mistake.ts';
import { createSandbox } from '../service/index.ts';
import { listen } from '../service/node.ts';
import { wireProfiles } from '../../../src/kit/wire.ts';
import { observeService } from './observed-service.ts';
import { relayPromises } from './relay-promises.ts';
import { createSubjects, type Subject } from './subjects.ts';
import {
  runTrials,
  said,
  type CreateTrialOptions,
  type RelayAnswer,
  type RelayPromise,
  type RelayRequest,
} from './trial.ts';

/** Options of {@link runRelayCheck}. */
export interface RunRelayCheckOptions {
  /** The arguments that follow `relay-check`. */
  readonly args: readonly string[];
  readonly print: (line: string) => void;
  /** The promises to check; all by default. */
  readonly promises?: readonly RelayPromise[];
}

const flags = {
  port: {
    type: 'string',
    default: '4600',
    value: 'number',
    help: 'port of the sandbox, which the relay is set to; 4600',
  },
  user: {
    type: 'string',
    value: 'header',
    help: 'session of one person of your platform, such as "Cookie: session=a"',
  },
  other: { type: 'string', value: 'header', help: 'session of another person' },
  origin: { type: 'string', value: 'origin', help: "origin of your pages; the relay's own" },
  profile: { type: 'string', default: 'spec', value: 'spec|grid', help: 'names and shapes on the wire; spec' },
  wait: { type: 'string', default: '120', value: 'seconds', help: 'how long to wait for a relay that is set so; 120' },
  json: { type: 'boolean', default: false, value: '', help: 'lines of JSON' },
  help: { type: 'boolean', short: 'h', default: false, value: '', help: 'this text' },
} as const satisfies Record<string, NonNullable<ParseArgsConfig['options']>[string] & { value: string; help: string }>;

const usage = [
  'Usage: countersign-sandbox relay-check <url> --user <header> --other <header> [options]',
  '',
  'Drives a relay through what it promises. Exit code 1 says that a promise was broken, 2 that nothing could be checked.',
  '',
  ...Object.entries(flags).map(([name, { value, help }]) => `  ${`--${name} ${value}`.padEnd(24)}${help}`),
].join('\n');

// A check from outside can't cause these.
const unseen = [
  'Not seen, so look yourself:',
  '  whether your identify believes a session that was forged, has ended or is of another environment',
  '  whether the session cookie is HttpOnly, Secure and SameSite, and whether TLS ends where you think',
  '  what your logs hold, and whether several instances share their counters',
];
const basePath = '/2025-10-13';
const answerMs = 30_000;
const pollMs = 500;

/**
 * Checks a relay; resolves with the exit code of the command.
 *
 * @throws TypeError or RangeError for arguments that it doesn't know, SandboxError when the sandbox can't listen.
 */
export async function runRelayCheck({
  args,
  print,
  promises = relayPromises,
}: RunRelayCheckOptions): Promise<0 | 1 | 2> {
  const settings = readArguments(args);
  if (settings === null) {
    print(usage);
    return 0;
  }
  const { relay, profile, waitSeconds, isJson, port } = settings;
  // The same ids in every run, so that a relay's set-up stays right.
  const sandbox = createSandbox({ profile, seed: 'relay-check', codesPerMinute: 0, walletFunding: 'spendable' });
  const { clientId, clientSecret, enclavePublicKeyHex } = sandbox;
  const service = observeService(sandbox, basePath);
  const basic = encodeBase64(encodeUtf8(`${clientId}:${clientSecret}`));
  const listening = await listen(service.sandbox, { port });
  try {
    const baseUrl = listening.url + basePath;
    const subjects = await createSubjects(sandbox, { baseUrl, basic });
    const ofPerson = (name: string, { customerId, accountId }: Subject) => ({
      userId: `relay-check-${name}`,
      customerId,
      accountIds: [accountId],
    });
    const facts = { baseUrl, clientId, clientSecret, profile, origins: [settings.origin] };
    const people = { user: ofPerson('user', subjects.user), other: ofPerson('other', subjects.other) };
    if (isJson) print(JSON.stringify({ ...facts, ...people }));
    else {
      print('Set the relay to this sandbox:');
      for (const [name, value] of Object.entries(facts)) print(`  ${name.padEnd(14)}${String(value)}`);
      for (const name of ['user', 'other'] as const) {
        print(`and its identify, for a request with the header of --${name}, to`);
        print(`  ${JSON.stringify(people[name])}`);
      }
    }
    const sendOnce = (request: RelayRequest): Promise<RelayAnswer> => send(request, settings);
    const note = (line: string): void => (isJson ? undefined : print(line));
    const isReady = await waitUntilReady({ subjects: [subjects.user, subjects.other], sendOnce, note, waitSeconds });
    if (!isReady) return 2;
    const owned = `GET /customers/external-accounts?customerId=${subjects.user.customerId}`;
    const hasPayments = (await sendOnce({ line: owned })).status === 200;
    if (!hasPayments) note("The group payments is off: that a person's own bank accounts can be read isn't checked.");
    const options: CreateTrialOptions = {
      subjects,
      service,
      path: new URL(relay).pathname.replace(/\/$/, ''),
      origin: settings.origin,
      signatureHeader: wireProfiles[profile].signatureHeader,
      userId: people.user.userId,
      basic,
      clientSecret,
      hasPayments,
      sendOnce,
      relay,
      enclaveKeys: [enclavePublicKeyHex],
      profile,
      pageHeaders: { Origin: settings.origin, [settings.user.name]: settings.user.value },
      async waitFor(seconds) {
        note(`A limit of the relay is reached: waiting ${String(seconds)} s.`);
        await delay(seconds * 1000);
      },
    };
    let broken = 0;
    let kept = 0;
    for await (const finding of runTrials(promises, options)) {
      const { promise, breaches } = finding;
      if (breaches.length === 0) kept += 1;
      else broken += 1;
      if (isJson) print(JSON.stringify(finding));
      else print(`${breaches.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}`);
      for (const { request, why } of breaches) note(`          ${request}\n            ${why}`);
    }
    for (const line of unseen) note(line);
    print(isJson ? JSON.stringify({ kept, broken }) : `${String(kept)} promises kept, ${String(broken)} broken`);
    return broken === 0 ? 0 : 1;
  } finally {
    await listening.close();
  }
}

interface Header {
  readonly name: string;
  readonly value: string;
}

interface Settings {
  readonly relay: string;
  readonly origin: string;
  readonly user: Header;
  readonly other: Header;
  readonly profile: 'spec' | 'grid';
  readonly port: number;
  readonly waitSeconds: number;
  readonly isJson: boolean;
}

function readArguments(args: readonly string[]): Settings | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [relay = '', more] = positionals;
  if (!/^https?:/.test(relay) || !URL.canParse(relay) || more !== undefined) {
    throw mistake('Name the one address of the relay, such as http://127.0.0.1:3000/wallet.');
  }
  const { port, wait, profile } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw mistake('--port must be 0 to 65535.');
  if (!/^\d{1,5}$/.test(wait)) throw mistake('--wait must be a number of seconds.');
  if (profile !== 'spec' && profile !== 'grid') throw mistake('--profile must be spec or grid.');
  const [user, other] = (['user', 'other'] as const).map((name) => readHeader(name, values[name]));
  if (user === undefined || other === undefined || (user.name === other.name && user.value === other.value)) {
    throw mistake('--user and --other must be the sessions of two people.');
  }
  const origin = values.origin ?? new URL(relay).origin;
  return {
    relay: relay.replace(/\/+$/, ''),
    origin,
    user,
    other,
    profile,
    port: Number(port),
    waitSeconds: Number(wait),
    isJson: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: flags });
  } catch (error) {
    throw mistake(argumentMistake(error));
  }
}

/** A value is somebody's session: no message repeats it. */
function readHeader(name: string, given: string | undefined): Header {
  const [, header, value] = /^([A-Za-z0-9-]+): *([\x20-\x7e]+)$/.exec(given ?? '') ?? [];
  if (header !== undefined && value !== undefined) return { name: header, value };
  throw mistake(`--${name} must be a header, such as "Cookie: session=a".`);
}

function mistake(says: string): TypeError {
  return new TypeError([says, '', usage].join('\n'));
}

interface WaitOptions {
  readonly subjects: readonly [Subject, Subject];
  readonly sendOnce: (request: RelayRequest) => Promise<RelayAnswer>;
  readonly note: (line: string) => void;
  readonly waitSeconds: number;
}

/** Waits until each person finds their own credentials through the relay, and reports changes of what is missing. */
async function waitUntilReady({ subjects, sendOnce, note, waitSeconds }: WaitOptions): Promise<boolean> {
  const until = performance.now() + waitSeconds * 1000;
  let reported = '';
  for (;;) {
    const missing: string[] = [];
    for (const [index, by] of (['user', 'other'] as const).entries()) {
      const { accountId, credentialId } = subjects[index === 0 ? 0 : 1];
      const line = `GET /auth/credentials?accountId=${accountId}`;
      const answer = await sendOnce({ line, by }).catch(() => null);
      if (answer?.status === 200 && answer.body.includes(credentialId)) continue;
      const how = answer === null || answer.status === null ? 'nothing answers' : `it answers ${said(answer)}`;
      missing.push(`${line} with the header of --${by}: ${how}`);
    }
    if (missing.length === 0) return true;
    const waiting = `Waiting for the relay. ${missing.join('; ')}`;
    if (waiting !== reported) note(waiting);
    reported = waiting;
    if (performance.now() > until) {
      note(`The relay wasn't ready within ${String(waitSeconds)} s.`);
      return false;
    }
    await delay(pollMs);
  }
}

/** Sends a request as it is: neither its target nor its headers are normalized. */
function send(
  { line, target, by = 'user', headers = {}, body }: RelayRequest,
  settings: Settings,
): Promise<RelayAnswer> {
  const { relay, origin } = settings;
  const url = new URL(relay);
  const [method = '', below = ''] = line.split(' ');
  const bytes = body === undefined ? undefined : bytesOf(body);
  const session = by === 'nobody' ? {} : { [settings[by].name]: settings[by].value };
  const given: Record<string, string | readonly string[] | null> = {
    Host: url.host,
    Connection: 'close',
    ...(method === 'GET' ? {} : { Origin: origin }),
    ...(bytes === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) }),
    ...session,
    ...headers,
  };
  const outgoing = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null),
  ) as OutgoingHttpHeaders;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const closed = (): void => resolve({ status: null, headers: new Headers(), body: '' });
    const sending = request(
      {
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port,
        method,
        path: target ?? url.pathname.replace(/\/$/, '') + below,
        headers: outgoing,
        agent: false,
        timeout: answerMs,
      },
      (incoming) => void read(incoming).then(resolve, closed),
    );
    sending.on('timeout', () => sending.destroy());
    sending.on('error', closed);
    sending.end(bytes);
  });
}

async function read(incoming: IncomingMessage): Promise<RelayAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  return { status: incoming.statusCode ?? null, headers, body: Buffer.concat(chunks).toString('utf8') };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return encodeUtf8(typeof body === 'string' ? body : JSON.stringify(body));
}
