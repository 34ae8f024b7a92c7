/** Runs an attack: a recording service upstream of the target, and a page's request or raw bytes sent to it. */
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { RelayIdentity } from '../../../src/relay/index.ts';
import { createTestClock, type TestClock } from '../clock.ts';
import { ada, ask, bob, createFakeService, id, pageOrigin, type AskOptions, type FakeService } from '../service.ts';
import { listen } from '../../listen.ts';

/** An answer to a standard request or to raw bytes. */
export interface Answer {
  readonly status: number;
  /** Header lines and body, as one text to search. */
  readonly whole: string;
  readonly body: string;
}

/** Target of an attack: a handler of standard requests, and its listener in a Node server, or the port of a server that listens. */
export interface Target {
  readonly handle: (request: Request) => Promise<Response>;
  readonly listener: RequestListener | number;
  /** Header lines that say who sends a raw request. */
  readonly credentials?: readonly string[];
  end?(): Promise<void>;
}

/** Builds a target for one attack. */
export type TargetFactory = (
  service: FakeService,
  clock: TestClock,
  who: () => RelayIdentity,
) => Target | Promise<Target>;

/** Tools of an attack. */
export interface AttackContext {
  readonly service: FakeService;
  readonly clock: TestClock;
  /** Changes who is signed in; Ada at first. */
  readonly signIn: (identity: RelayIdentity) => void;
  readonly send: (request: Request) => Promise<Answer>;
  /** Sends the bytes of a whole HTTP/1.1 request to a Node server that mounts the target. */
  readonly raw: (head: readonly string[], body?: string) => Promise<Answer>;
}

/** One attack. */
export interface Attack {
  readonly title: string;
  /** Method and path, where one request is all. */
  readonly line?: string;
  readonly send: (context: AttackContext) => Promise<Answer>;
  /** All that the service may have been asked, in order; nothing by default. */
  readonly allowed?: readonly string[];
  /** Status and code of the answer. */
  readonly says: string;
  /** Texts that the answer must not hold. */
  readonly hides?: readonly string[];
}

/** An attack of one request, written as {@link ask} takes it. */
export const sent = (title: string, says: string, line: string, options: AskOptions = {}): Attack => ({
  title,
  line,
  send: ({ send }) => send(ask(line, options)),
  says,
});

/** An attack of one request whose lines, below the request line, are those of {@link head} and more. */
export const sentRaw = (title: string, says: string, requestLine: string, ...more: readonly string[]): Attack => ({
  title,
  send: ({ raw }) => raw(head(requestLine, ...more)),
  says,
});

/** A class of attacks. */
export interface AttackClass {
  readonly name: string;
  readonly attacks: readonly Attack[];
}

/** Outcome of an attack: breaches of the defence, none if it held, and the answers in words. */
export interface Outcome {
  readonly breaches: readonly string[];
  readonly says: string;
}

const headersUp = new Set([
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'request-id',
  'service-wallet-signature',
]);

/** Runs one attack against one target. */
export async function runAttack(attack: Attack, createTarget: TargetFactory): Promise<Outcome> {
  const service = createFakeService();
  // Only a target that keeps no challenges of its own asks the service for one.
  service.on('POST /passkey-challenge', { challenge: 'A'.repeat(43) });
  const clock = createTestClock();
  let identity = ada;
  const target = await createTarget(service, clock, () => identity);
  const context: AttackContext = {
    service,
    clock,
    signIn: (next) => void (identity = next),
    send: async (request) => toAnswer(await target.handle(request)),
    raw: (head, body = '') =>
      sendRaw(target.listener, `${[...head, ...(target.credentials ?? [])].join('\r\n')}\r\n\r\n${body}`),
  };
  let answer: Answer;
  try {
    answer = await attack.send(context);
  } finally {
    await target.end?.();
  }
  const breaches: string[] = [];
  const lines = service.lines().filter((line) => line !== 'POST /passkey-challenge');
  if (JSON.stringify(lines) !== JSON.stringify(attack.allowed ?? [])) breaches.push(`asked ${lines.join(', ')}`);
  for (const { headers } of service.calls) {
    for (const [name, value] of Object.entries(headers)) {
      if (!headersUp.has(name)) breaches.push(`sent ${name}`);
      if (name === 'authorization' && value !== `Basic ${btoa('client:very-secret-secret')}`)
        breaches.push('authorization');
    }
  }
  for (const text of attack.hides ?? []) if (answer.whole.includes(text)) breaches.push(`told ${text}`);
  return { breaches, says: says(answer) };
}

/** Status and code of an answer. */
export function says({ status, body }: Answer): string {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'string' ? `${status} ${code}` : String(status);
  } catch {
    return String(status);
  }
}

async function toAnswer(response: Response): Promise<Answer> {
  const body = await response.text();
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return { status: response.status, body, whole: [...lines, body].join('\n') };
}

async function sendRaw(listener: RequestListener | number, bytes: string): Promise<Answer> {
  if (typeof listener === 'number') return sendBytes(listener, bytes);
  const server = createServer(listener);
  const port = await listen(server);
  try {
    return await sendBytes(port, bytes);
  } finally {
    await new Promise((resolve) => void server.close(resolve));
  }
}

/** Sends the bytes of a request to a server of this machine, and reads all that it answers. */
export async function sendBytes(port: number, bytes: string): Promise<Answer> {
  const whole = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => void (text += String(chunk)));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(whole)?.[1]);
  return { status, whole, body: /\r\n\r\n([^]*)$/.exec(whole)?.[1] ?? '' };
}

/** Head of a raw request as a page of the platform sends it. */
export function head(requestLine: string, ...more: readonly string[]): readonly string[] {
  return [`${requestLine} HTTP/1.1`, 'Host: app.example.com', `Origin: ${pageOrigin}`, 'Connection: close', ...more];
}

/** Ada's and Bob's records, by the names that the attacks use. */
export const hers = {
  account: ada.accountIds[0] ?? '',
  quote: id('Quote', '1'),
  session: id('Session', '1'),
  delegatedKey: id('DelegatedKey', '1'),
  credential: id('AuthMethod', '1'),
  card: id('Card', '1'),
  externalAccount: id('ExternalAccount', '1'),
} as const;
export const his = {
  account: bob.accountIds[0] ?? '',
  quote: id('Quote', '8'),
  session: id('Session', '8'),
  delegatedKey: id('DelegatedKey', '8'),
  credential: id('AuthMethod', '8'),
  card: id('Card', '8'),
  transaction: id('Transaction', '8'),
  externalAccount: id('ExternalAccount', '8'),
} as const;
