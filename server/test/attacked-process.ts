/** The relay as a process, as a target of the attacks. */
import type { TargetFactory } from '../../test/relay/attacks/run-attack.ts';
import { identifyAs, runProcess, sendOverHttp } from './process.ts';

const bodyTimeoutMs = 10_000;

/** Puts a server in front of a process: returns the port to attack in place of its own. */
export type PutInFront = (port: number) => Promise<{ readonly port: number; end(): Promise<void> }>;

/** Creates the target. Whoever is signed in has a cookie of their own. */
export const attackedProcess =
  (putInFront?: PutInFront): TargetFactory =>
  async (service, clock, who) => {
    const waiting: (() => void)[] = [];
    const running = await runProcess({
      service,
      identify: identifyAs(who),
      clock: {
        now: () => clock.now(),
        schedule(delayMs, run) {
          // The relay waits for a body: its time runs.
          if (delayMs === bodyTimeoutMs) for (const goOn of waiting.splice(0)) goOn();
          return clock.schedule(delayMs, run);
        },
      },
    });
    const own = Number(new URL(running.url).port);
    const front = await putInFront?.(own);
    const port = front?.port ?? own;
    return {
      listener: port,
      credentials: ['Cookie: session=raw'],
      async end() {
        await front?.end();
        await running.end();
      },
      async handle(request) {
        // A proxy may wait for the whole body before it asks the relay.
        const bodyWanted = new Promise<void>((resolve) => (front === undefined ? waiting.push(resolve) : resolve()));
        return sendOverHttp(request, { port, bodyWanted, cookie: `session=${who().userId}` });
      },
    };
  };
