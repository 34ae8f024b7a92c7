/**
 * The sample platform's back-end: its own login and the two things that only it may do (create a customer, fund a
 * wallet), with the relay mounted beside them. Everything else the page does goes through the relay.
 */

import type { WebhookVerifier } from 'countersign/relay';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { answer, largestBody, readBody, refuse, signedOut } from './answers.ts';
import { addCardRoutes } from './card-routes.ts';
import type { CookieSessions } from './cookie.ts';
import type { People, Person } from './people.ts';
import { addSandboxRoutes, type CallSandbox } from './sandbox-routes.ts';
import { addUpdateRoutes } from './update-routes.ts';
import type { Updates } from './updates.ts';
import { addWebhookRoutes } from './webhook-routes.ts';
import type { WhoAsks } from './who-asks.ts';
import { ServiceRefusal, type PlatformService } from './service.ts';

/** What the back-end is made of. */
export interface PlatformOptions {
  /** The one name that the back-end answers to; `localhost` by default. */
  readonly hostname?: string;
  readonly people: People;
  readonly cookies: CookieSessions;
  readonly whoAsks: WhoAsks;
  readonly service: PlatformService;
  /** The relay, mounted at `/wallet`. */
  readonly relay: (request: Request) => Promise<Response>;
  readonly updates: Updates;
  /** Checks the service's webhooks; absent where their key isn't known. */
  readonly webhooks?: WebhookVerifier;
  /** Adds the page's own files; absent where something else serves them. */
  readonly addPages?: (app: Hono) => void;
  /** Moves the sandbox's clock forward and resolves with its time, an ISO date-time; absent with a real service. */
  readonly advanceClock?: (milliseconds: number) => Promise<string>;
  /** Reaches the sandbox's control plane, for the page's inspector; absent with a real service. */
  readonly callSandbox?: CallSandbox;
  /** Adds what only an app beside a wallet page has. */
  readonly addWalletRoutes?: (app: Hono) => void;
  /** Ends a person's visits to the wallet page. */
  readonly leaveWalletPage?: (person: Person) => Promise<void>;
}

const largestFunding = 100_000_000_000;
const longestAdvanceMs = 5 * 60_000;

/** Makes the back-end as one function from a request to its response. */
export function createPlatform(options: PlatformOptions): (request: Request) => Promise<Response> {
  const { people, cookies, service } = options;
  const app = new Hono();
  const personOf = (context: Context): Promise<Person | null> => options.whoAsks(context.req.raw.headers);

  // Before everything else: the service calls by whichever name of this machine it was given.
  if (options.webhooks !== undefined) addWebhookRoutes(app, options.webhooks, options.updates);

  app.use('*', async (context, next) => {
    const { hostname, host, protocol } = new URL(context.req.url);
    const { hostname: own = 'localhost' } = options;
    // Another name for this machine would be another origin to the browser, and to WebAuthn no origin at all.
    if (hostname !== own && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
      return context.redirect(`http://${own}:${new URL(context.req.url).port}/`);
    }
    if (hostname !== own) return refuse(context, 421, 'UNKNOWN_HOST', `This demo answers on ${own} only.`);
    const origin = context.req.header('origin');
    const safe = context.req.method === 'GET' || context.req.method === 'HEAD';
    if (!safe && origin !== `${protocol}//${host}`) {
      return refuse(context, 403, 'FOREIGN_ORIGIN', 'Only the page itself may do this.');
    }
    await next();
    return undefined;
  });

  const tooLarge = (context: Context): Response => refuse(context, 413, 'BODY_TOO_LARGE', 'The body is too large.');
  app.use('/api/*', bodyLimit({ maxSize: largestBody, onError: tooLarge }));

  options.addWalletRoutes?.(app);
  app.all('/wallet/*', (context) => options.relay(context.req.raw));

  app.get('/api/session', async (context) => {
    const person = await personOf(context);
    return answer(context, { person: person === null ? null : describe(person) });
  });

  app.post('/api/session', async (context) => {
    const email = (await readBody(context))?.['email'];
    if (typeof email !== 'string' || email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
      const errors = [{ field: 'email', message: 'Enter an e-mail address, like name@example.com.' }];
      return refuse(context, 400, 'INVALID_INPUT', 'The e-mail address is not valid.', { errors });
    }
    const person = await people.enter(email.toLowerCase());
    context.header('Set-Cookie', await cookies.issue(person.userId));
    return answer(context, { person: describe(person) });
  });

  app.delete('/api/session', async (context) => {
    const person = await personOf(context);
    if (person !== null) await options.leaveWalletPage?.(person);
    context.header('Set-Cookie', cookies.clear());
    return answer(context, { person: null });
  });

  app.post('/api/fund', async (context) => {
    const person = await personOf(context);
    if (person === null) return signedOut(context);
    const amount = (await readBody(context))?.['amount'];
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1 || amount > largestFunding) {
      const errors = [{ field: 'amount', message: 'Enter an amount above zero, up to 100,000.' }];
      return refuse(context, 400, 'INVALID_INPUT', 'The amount is not valid.', { errors });
    }
    await service.fund(person.accountId, amount);
    return answer(context, { funded: true });
  });

  // The sandbox is one for everybody: what one person presses there, the others are told.
  for (const path of ['/api/clock', '/api/sandbox/clock', '/api/sandbox/faults']) {
    app.use(path, async (context, next) => {
      await next();
      const person = context.req.method === 'GET' || !context.res.ok ? null : await personOf(context);
      const about = path.endsWith('faults') ? 'faults' : 'clock';
      if (person !== null) options.updates.tellOthers(person.customerId, { kind: 'sandbox', about });
    });
  }

  app.post('/api/clock', async (context) => {
    if (options.advanceClock === undefined) return refuse(context, 404, 'NOT_A_SANDBOX', 'Time passes by itself here.');
    if ((await personOf(context)) === null) return signedOut(context);
    const advanceMs = (await readBody(context))?.['advanceMs'];
    if (typeof advanceMs !== 'number' || !(advanceMs > 0 && advanceMs <= longestAdvanceMs)) {
      return refuse(context, 400, 'INVALID_INPUT', 'Time moves forward by at most five minutes at once.');
    }
    return answer(context, { advancedMs: advanceMs, now: await options.advanceClock(advanceMs) });
  });

  addCardRoutes(app, service, personOf);
  if (options.callSandbox !== undefined) addSandboxRoutes(app, options.callSandbox, personOf);

  addUpdateRoutes(app, options.updates, personOf);
  options.addPages?.(app);
  app.notFound((context) => refuse(context, 404, 'NOT_FOUND', 'There is nothing here.'));

  app.onError((error, context) => {
    if (!(error instanceof ServiceRefusal)) return refuse(context, 500, 'INTERNAL_ERROR', 'The back-end failed.');
    const { status, code, message, details } = error.body;
    // The service refusing the platform's own credentials is not the person being signed out.
    return refuse(context, status === 401 ? 502 : status, code, message, details);
  });

  return async (request) => app.fetch(request);
}

function describe({ email, fullName, customerId, accountId }: Person): Omit<Person, 'userId'> {
  return { email, fullName, customerId, accountId };
}
