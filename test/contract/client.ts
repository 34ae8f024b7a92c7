/** A platform in front of a sandbox that keeps every request and every answer for the check. */
import {
  encryptOtp,
  generateClientKeyPair,
  openSessionSigningKey,
  stamp,
  type ClientKeyPair,
  type SessionSigningKey,
} from 'countersign/crypto';
import { createSandbox, type CreateSandboxOptions, type Sandbox } from 'countersign-sandbox';

/** An answer, read. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Flows read what the facts promise; a wrong guess shows as a difference.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** One call with what was sent. */
export interface RecordedCall extends ClientAnswer {
  readonly method: string;
  /** Without the version segment, and without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly sent: unknown;
}

/** A client for flows. */
export interface ContractClient {
  readonly sandbox: Sandbox;
  readonly signatureHeader: string;
  readonly calls: readonly RecordedCall[];
  /** Sends a body as JSON, and a text as it is. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ClientAnswer>;
  control(method: string, path: string, body?: unknown): Promise<ClientAnswer>;
  advance(ms: number): Promise<void>;
  /** Empties the record of calls. */
  forget(): void;
  /** All legs of a signed retry; the first answer where it asks for none. */
  signed(key: SessionSigningKey, method: string, path: string, body?: unknown): Promise<ClientAnswer>;
  /** The headers of a stamped leg. */
  stampHeaders(payload: string, key: SessionSigningKey, requestId?: string): Promise<Record<string, string>>;
}

/** Hears each answer of the API and of the control plane. */
export type OnAnswer = (plane: 'api' | 'control', call: RecordedCall) => void;

/** Opens a client in front of a fresh sandbox whose clock stands still. */
export function openClient(options: CreateSandboxOptions, onAnswer?: OnAnswer): ContractClient {
  const sandbox = createSandbox({
    clock: { now: () => Date.UTC(2026, 0, 15, 12) },
    onError(error) {
      throw error;
    },
    ...options,
  });
  const calls: RecordedCall[] = [];
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  const signatureHeader = sandbox.profile === 'grid' ? 'Grid-Wallet-Signature' : 'Service-Wallet-Signature';
  const send = async (path: string, method: string, body: unknown, headers: object): Promise<ClientAnswer> => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, headers: { ...json, ...headers }, ...(body === undefined ? {} : { body: content }) };
    const response = await sandbox.fetch(new Request(`http://127.0.0.1${path}`, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const client: ContractClient = {
    sandbox,
    signatureHeader,
    calls,
    async call(method, path, body, headers = {}) {
      const answer = await send(`/2025-10-13${path}`, method, body, { Authorization: authorization, ...headers });
      const recorded = record(method, path, body, answer);
      calls.push(recorded);
      onAnswer?.('api', recorded);
      return answer;
    },
    async control(method, path, body) {
      const answer = await send(`/_sandbox${path}`, method, body, {});
      onAnswer?.('control', record(method, path, body, answer));
      return answer;
    },
    forget() {
      calls.length = 0;
    },
    async advance(advanceMs) {
      const { status } = await client.control('POST', '/clock', { advanceMs });
      if (status !== 200) throw new RangeError(`the clock does not move by ${String(advanceMs)}`);
    },
    async signed(key, method, path, body) {
      let answer = await client.call(method, path, body);
      for (;;) {
        const { payloadToSign, requestId } = (answer.body ?? {}) as { payloadToSign?: string; requestId: string };
        if (answer.status !== 202 || payloadToSign === undefined) return answer;
        answer = await client.call(method, path, body, await client.stampHeaders(payloadToSign, key, requestId));
      }
    },
    stampHeaders: async (payload, key, requestId) => ({
      [signatureHeader]: await stamp(payload, key),
      ...(requestId === undefined ? {} : { 'Request-Id': requestId }),
    }),
  };
  return client;
}

/** A text as JSON, which a call would send as it is. */
export const asJson = (body: unknown): unknown => (typeof body === 'string' ? JSON.stringify(body) : body);

function record(method: string, path: string, sent: unknown, answer: ClientAnswer): RecordedCall {
  const [plain = '', search = ''] = path.split('?');
  return { ...answer, method, path: plain, query: Object.fromEntries(new URLSearchParams(search)), sent };
}

/** A session and the key that signs for it. */
export interface OpenedSession {
  readonly id: string;
  readonly key: SessionSigningKey;
}

/** The body of a verification by the code that a challenge asks for, and the key in it. */
export async function sealCode(
  { sandbox }: Pick<ContractClient, 'sandbox'>,
  { type, otpEncryptionTargetBundle }: ClientAnswer['body'],
  { otpCode = '000000', keyPair }: { otpCode?: string; keyPair?: ClientKeyPair } = {},
): Promise<{ body: { type: string; encryptedOtpBundle: string }; keyPair: ClientKeyPair }> {
  const client = keyPair ?? (await generateClientKeyPair());
  const { publicKeyHex } = client;
  const enclaveKeys = [sandbox.enclavePublicKeyHex];
  const encryptedOtpBundle = await encryptOtp(otpEncryptionTargetBundle, { otpCode, publicKeyHex, enclaveKeys });
  return { body: { type, encryptedOtpBundle }, keyPair: client };
}

/** Signs in with a one-time code. */
export async function signIn(client: ContractClient, credentialId: string): Promise<OpenedSession> {
  const path = `/auth/credentials/${credentialId}`;
  const challenge = await client.call('POST', `${path}/challenge`);
  const { body, keyPair } = await sealCode(client, challenge.body);
  const { status, body: session } = await client.signed(keyPair, 'POST', `${path}/verify`, body);
  if (status !== 200) throw new RangeError(`the sign-in is answered with ${String(status)}`);
  const sealed = session.encryptedSessionSigningKey as string | undefined;
  return { id: session.id, key: sealed === undefined ? keyPair : await openSessionSigningKey(sealed, keyPair) };
}
