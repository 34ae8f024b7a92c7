/** Runs the doctor against a sandbox in this process. */
import { createSandbox, type CreateSandboxOptions, type Sandbox } from 'countersign-sandbox';
import { runDoctor } from '../../src/doctor/node.ts';

type Fetch = (request: Request) => Promise<Response>;

/** Options of {@link examine}. */
export interface ExamineOptions extends CreateSandboxOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Answers to questions, by their first word; nobody is there for others. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Webhook endpoint that the platform has before. */
  readonly endpoint?: string;
  /** Stands between the doctor and the service. */
  readonly between?: (request: Request, send: Fetch) => Promise<Response>;
}

/** Outcome of an examination. */
export interface Examination {
  readonly code: 0 | 1;
  readonly lines: readonly string[];
  readonly text: string;
  /** The questions that were asked. */
  readonly questions: readonly string[];
  /** Requests that reached the service, as method and path. */
  readonly requests: readonly string[];
  readonly sandbox: Sandbox;
}

/** The service's address. */
export const baseUrl = 'http://127.0.0.1:4600/2025-10-13';

/** Runs the doctor with `--spend`, unless `args` say otherwise. */
export async function examine(options: ExamineOptions = {}): Promise<Examination> {
  const {
    args = ['--spend'],
    env = {},
    answers = {},
    endpoint,
    between = (request, send) => send(request),
    ...more
  } = options;
  const sandbox = createSandbox({ profile: 'grid', ...more });
  const lines: string[] = [];
  const questions: string[] = [];
  const requests: string[] = [];
  const control = async (path: string, body: object): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    await sandbox.fetch(new Request(`http://127.0.0.1:4600/_sandbox${path}`, init));
  };
  if (endpoint !== undefined) await control('/webhooks', { url: endpoint });
  const code = await runDoctor({
    args,
    env: {
      PLATFORM_BASE_URL: baseUrl,
      PLATFORM_CLIENT_ID: sandbox.clientId,
      PLATFORM_CLIENT_SECRET: sandbox.clientSecret,
      PLATFORM_ENCLAVE_KEYS: sandbox.enclavePublicKeyHex,
      PLATFORM_PROFILE: sandbox.profile,
      ...env,
    },
    print: (line) => void lines.push(line),
    ask({ text }) {
      questions.push(text);
      return Promise.resolve(answers[text.split(/[ :]/)[0] ?? ''] ?? null);
    },
    fetch(request) {
      requests.push(`${request.method} ${new URL(request.url).pathname.slice('/2025-10-13'.length)}`);
      return between(request, (passed) => sandbox.fetch(passed));
    },
    wait: (milliseconds) => control('/clock', { advanceMs: milliseconds }),
  });
  return { code, lines, text: lines.join('\n'), questions, requests, sandbox };
}
