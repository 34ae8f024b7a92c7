/** Arrivals: by a one-time ticket, or back from an identity provider. Both travel in the fragment, which servers never see. */
import { onceShown } from '../../kit/shown.ts';
import { requireCard } from '../../kit/wallet/flows/card-forms.ts';
import type { Card } from '../../kit/wire.ts';

/** The owner of this wallet, as the back-end says. */
export interface Visitor {
  /** The first is the wallet's. */
  readonly accountIds: readonly string[];
  readonly customerId: string;
  /** A public hash of the visit; none where a platform's own session lets people in. */
  readonly visit?: string;
}

/** An answer that takes longer has been lost, ms. */
const answerMs = 30_000;

/** Takes the fragment out of the address and of the history. */
export function takeFragment(): URLSearchParams {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  // A link to this very document loads nothing by itself.
  addEventListener('hashchange', () => location.reload());
  // Somebody else may have come meanwhile, and what this page waited for is gone.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  return fragment;
}

/** Waits until a person may see the page: one that is only fetched ahead uses up no ticket. */
export async function untilShown(): Promise<void> {
  await new Promise<void>((resolve) => void onceShown(resolve));
}

/** Exchanges a ticket for the cookie of this host; false where it is used, late or somebody else's. @throws what `describe` takes */
export async function enter(ticket: string): Promise<boolean> {
  const response = await ask('/enter', { ticket });
  if (response.status >= 500) throw await failure(response);
  return response.ok;
}

/** Ends the visit; false where a platform's own session lets people in, and there is none. @throws what `describe` takes */
export async function leave(): Promise<boolean> {
  const response = await ask('/leave', {});
  if (!response.ok && response.status !== 404) throw await failure(response);
  return response.ok;
}

/** Asks whose wallet this is; null where the back-end knows nobody. @throws what `describe` takes */
export async function findVisitor(): Promise<Visitor | null> {
  const response = await ask('/relay/me');
  if (response.status === 401) return null;
  if (!response.ok) throw await failure(response);
  return (await response.json()) as Visitor;
}

/** Reads a card: nobody is signed in yet, so that the wallet can't. @throws what `describe` takes */
export async function readCard(cardId: string): Promise<Card> {
  const response = await ask(`/relay/cards/${cardId}`);
  if (!response.ok) throw await failure(response);
  return requireCard((await response.json()) as Readonly<Record<string, unknown>>);
}

/** Has the relay keep that the person has confirmed a payee. @throws what `describe` takes */
export async function confirmPayee(accountId: string): Promise<void> {
  const response = await ask(`/relay/payees/${accountId}/confirm`, {});
  if (!response.ok) throw await failure(response);
}

async function ask(path: string, body?: object): Promise<Response> {
  const late = new AbortController();
  setTimeout(() => late.abort(), answerMs);
  const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await fetch(path, { ...(body && sent), cache: 'no-store', redirect: 'error', signal: late.signal });
  } catch {
    throw Object.assign(new Error('No answer came.'), { code: 'NETWORK_FAILED', nextStep: 'retry' });
  }
}

async function failure(response: Response): Promise<Error> {
  const { code } = (await response.json().catch(() => ({}))) as { readonly code?: unknown };
  return Object.assign(new Error('The back-end refused.'), { status: response.status, code });
}
