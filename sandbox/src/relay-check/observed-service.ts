/** The sandbox, with a record of a relay's calls, and with other answers for a while. */
import type { Sandbox } from '../service/index.ts';

/** One call as it reached the service. */
export interface ServiceCall {
  /** Method and target, such as `GET /quotes/Quote:...`; below the service's base URL where it is there. */
  readonly line: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Answers in place of the sandbox: null leaves a call to it, `drop` closes the connection. */
export type StandIn = (call: ServiceCall) => Response | 'drop' | null;

/** The service. */
export interface ObservedService {
  /** Listens in place of the sandbox. */
  readonly sandbox: Sandbox;
  /** The calls since this was asked the last time. */
  takeCalls(): readonly ServiceCall[];
  /** Has calls answered in another way while some work is done. */
  during<Result>(standIn: StandIn, work: () => Promise<Result>): Promise<Result>;
}

/** Puts the record before a sandbox. */
export function observeService(sandbox: Sandbox, basePath: string): ObservedService {
  let calls: ServiceCall[] = [];
  let answer: StandIn = () => null;
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    const call = {
      line: `${request.method} ${below}${search}`,
      headers: request.headers,
      body: await request.clone().text(),
    };
    calls.push(call);
    const given = answer(call);
    if (given === 'drop') throw new TypeError('The answer is lost.');
    return given ?? sandbox.fetch(request);
  };
  return Object.freeze({
    sandbox: { ...sandbox, fetch },
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async during<Result>(standIn: StandIn, work: () => Promise<Result>) {
      answer = standIn;
      try {
        return await work();
      } finally {
        answer = () => null;
      }
    },
  });
}
