/** Signing in with an identity provider by redirect: the attempt's key waits in this browser, and the answer comes back in the fragment. */
import type { OAuthAttempt, Wallet } from '../../kit/wallet/index.ts';
import { pendingProviderKey } from '../../kit/stored.ts';
import type { OfferedProvider } from '../elements/index.ts';
import type { PageProvider } from './page-data.ts';

/** A person who is at a provider. */
interface Pending {
  /** Comes back with the answer: nobody else's answer goes on here. */
  readonly state: string;
  readonly attemptId: string;
  readonly clientId: string;
  /** The page that they came for. */
  readonly path: string;
}

/** Returns the providers as the elements take them: a press leaves the page. */
export function offerProviders(wallet: Wallet, providers: readonly PageProvider[]): readonly OfferedProvider[] {
  return providers.map(({ name, authorizeUrl, clientId }) => ({
    name,
    idToken: async () => {
      const attempt = await wallet.oauth.begin();
      const { attemptId } = await attempt.keep();
      const path = location.pathname + location.search;
      const pending: Pending = { state: crypto.randomUUID(), attemptId, clientId, path };
      sessionStorage.setItem(pendingProviderKey, JSON.stringify(pending));
      const url = new URL(authorizeUrl);
      for (const [key, value] of Object.entries({
        response_type: 'id_token',
        response_mode: 'fragment',
        scope: 'openid email',
        client_id: clientId,
        redirect_uri: `${location.origin}/`,
        nonce: attempt.nonce,
        state: pending.state,
      }))
        url.searchParams.set(key, value);
      location.assign(url);
      // The page is being left.
      return new Promise(() => undefined);
    },
  }));
}

/** A provider's answer, for the page that is open. */
export interface ProviderAnswer {
  readonly idToken: string;
  resume(wallet: Wallet): Promise<OAuthAttempt>;
}

/**
 * Reads a provider's answer. Providers know one address alone: from there it `leaves` for the page that the person
 * came for.
 */
export function takeAnswer(fragment: URLSearchParams): ProviderAnswer | 'leaves' | undefined {
  const state = fragment.get('state');
  const pending = readPending();
  if (state === null || pending?.state !== state) return undefined;
  if (location.pathname + location.search !== pending.path) {
    location.replace(`${location.origin}${pending.path}#${String(fragment)}`);
    return 'leaves';
  }
  sessionStorage.removeItem(pendingProviderKey);
  const idToken = fragment.get('id_token');
  if (idToken === null) return undefined;
  const { attemptId = '', clientId: audience = '' } = pending;
  return { idToken, resume: (wallet) => wallet.oauth.begin({ continue: { attemptId }, audience }) };
}

function readPending(): Partial<Pending> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(pendingProviderKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
