/** Service, relay and platform in one function from a request to its response, for a runtime that may end at any time. */

import type { WireProfileName } from 'countersign';
import { createRelay } from 'countersign/relay';
import { createSandbox, type Sandbox } from 'countersign-sandbox';
import type { CookieSessions } from '../server/cookie.ts';
import { createPeople } from '../server/people.ts';
import { createPlatform } from '../server/platform.ts';
import { callSandboxAt } from '../server/sandbox-routes.ts';
import { sandboxSettings } from '../server/sandbox-settings.ts';
import { createSandboxVerifier } from '../server/sandbox-verifier.ts';
import { createPlatformService } from '../server/service.ts';
import { createUpdates } from '../server/updates.ts';
import { createWhoAsks } from '../server/who-asks.ts';
import { createKeptRelayStore } from './kept-relay-store.ts';
import { readState, writeState, type KeptFault, type KeptState, type StateStorage } from './kept-state.ts';
import { asServerRequest } from './server-request.ts';

/** The back-end. */
export interface BackEnd {
  /** Answers a request once everything that it changed is saved. */
  fetch(request: Request): Promise<Response>;
  /** Whether a state was saved that this version can't read: then everything begins anew. */
  readonly hasLostState: boolean;
  /** Runs what is due at the service, tells the page of it, and saves. Whoever asks later finds the same without it. */
  tick(): Promise<void>;
  /** Saves nothing any more; resolves once the last saving has ended. */
  end(): Promise<void>;
}

/** Options of {@link openBackEnd}. */
export interface BackEndOptions {
  /** Of the page, as the worker knows it. */
  readonly origin: string;
  readonly profile: WireProfileName;
  readonly storage: StateStorage;
  readonly clock?: { now(): number };
}

// Nobody listens there: every call to it is handed to the sandbox, and the sandbox's to the platform.
const sandboxOrigin = 'http://localhost';

/** Opens the back-end with the state that was saved, or begins anew where there is none that can be read. */
export async function openBackEnd({ origin, profile, storage, clock = Date }: BackEndOptions): Promise<BackEnd> {
  const { hostname } = new URL(origin);
  const sandbox = createSandbox({
    ...sandboxSettings,
    profile,
    clock,
    relyingParties: [hostname],
    fetch: (request) => platform(request),
  });
  let written = await storage.read();
  const kept = written === null ? null : await restore(sandbox, written);
  const hasLostState = written !== null && kept === null;
  if (kept === null) await moveOn(sandbox);
  let userId = kept?.userId ?? null;
  const userHandleSecret = kept?.userHandleSecret ?? `${crypto.randomUUID()}${crypto.randomUUID()}`;
  const store = createKeptRelayStore(kept?.relay ?? [], () => clock.now());

  const { clientId, clientSecret } = sandbox;
  const access = { baseUrl: `${sandboxOrigin}/2025-10-13`, clientId, clientSecret };
  const send = (url: string, init: RequestInit): Promise<Response> => sandbox.fetch(new Request(url, init));
  const service = createPlatformService(access, profile, send);
  const people = createPeople(service, kept?.people ?? []);
  // A worker's answers set no cookies and its requests bring none: it remembers by itself who is signed in here.
  const cookies: CookieSessions = {
    issue(entered) {
      userId = entered;
      return Promise.resolve('');
    },
    read: () => Promise.resolve(userId),
    clear() {
      userId = null;
      return '';
    },
  };
  const whoAsks = createWhoAsks(people, cookies, true);
  const relay = createRelay({
    ...access,
    profile,
    clock,
    store,
    userHandleSecret,
    mountPath: '/wallet',
    origins: [origin],
    groups: ['wallet', 'addresses', 'payments', 'authorizations'],
    fetch: (request) => sandbox.fetch(request),
    identify: async (request) => {
      const person = await whoAsks(request.headers);
      return person && { userId: person.userId, customerId: person.customerId, accountIds: [person.accountId] };
    },
  });
  const callSandbox = callSandboxAt(sandboxOrigin, send);
  const platform = createPlatform({
    hostname,
    people,
    cookies,
    whoAsks,
    service,
    relay,
    callSandbox,
    updates: createUpdates(clock.now()),
    webhooks: createSandboxVerifier(sandbox, profile),
    advanceClock: async (advanceMs) =>
      ((await callSandbox('POST', '/clock', { advanceMs })).body as { now: string }).now,
  });
  if (kept === null) await callSandbox('POST', '/webhooks', { url: `${sandboxOrigin}/webhooks` });
  for (const { remaining, ...rule } of kept?.faults ?? []) {
    await callSandbox('POST', '/faults', { ...rule, count: remaining });
  }

  let hasEnded = false;
  let saving: Promise<void> = Promise.resolve();
  const saveOnce = async (): Promise<void> => {
    const snapshot = await sandbox.snapshot();
    const { data: faults } = (await callSandbox('GET', '/faults')).body as { readonly data: readonly KeptFault[] };
    const text = writeState({
      sandbox: snapshot,
      people: people.all(),
      userId,
      relay: store.entries(),
      userHandleSecret,
      faults,
    });
    if (text === written || hasEnded) return;
    await storage.write(text);
    written = text;
  };
  const save = (): Promise<void> => {
    saving = saving.catch(() => undefined).then(saveOnce);
    return saving;
  };

  return Object.freeze({
    hasLostState,
    async fetch(request: Request): Promise<Response> {
      const response = await platform(await asServerRequest(request));
      await save();
      return response;
    },
    async tick(): Promise<void> {
      await sandbox.tick();
      await save();
    },
    end() {
      hasEnded = true;
      return saving.catch(() => undefined);
    },
  });
}

/**
 * Has a new state begin at a place of its own in the sandbox's sequence of ids. The kit keeps sessions by account, for all pages of an
 * origin: neither another copy of the demo there nor an earlier state of this one may have the same accounts.
 */
async function moveOn(sandbox: Sandbox): Promise<void> {
  const snapshot = JSON.parse(await sandbox.snapshot()) as { readonly state: { draws: number } };
  const [place = 0] = crypto.getRandomValues(new Uint32Array(1));
  snapshot.state.draws = place;
  await sandbox.restore(JSON.stringify(snapshot));
}

/** Puts the saved state back; null for one of another form. */
async function restore(sandbox: Sandbox, text: string): Promise<KeptState | null> {
  const kept = readState(text);
  if (kept === null) return null;
  return sandbox.restore(kept.sandbox).then(
    () => kept,
    () => null,
  );
}
