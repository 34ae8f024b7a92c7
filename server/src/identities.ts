/** Identities from the platform's endpoint: compared with its earlier answers, and cached for seconds. */
import { createHash } from 'node:crypto';
import type { RelayIdentity } from 'countersign/relay';
import type { AskEndpoint } from './identify-endpoint.ts';

/** Options of {@link createIdentities}. */
export interface CreateIdentitiesOptions {
  readonly ask: AskEndpoint;
  readonly clock: { now(): number };
}

const cacheMs = 5000;
const mostRemembered = 10_000;
const fields = ['accountIds', 'customerId', 'userId'];

/** Finds who sends a request; `isFresh` asks the endpoint also within the seconds for which its last answer would do. */
export type FindIdentity = (
  request: Request,
  options?: { readonly isFresh?: boolean },
) => Promise<RelayIdentity | null>;

/** Creates the relay's `identify`. It throws if the endpoint contradicts itself; the relay refuses an invalid identity. */
export function createIdentities({ ask, clock }: CreateIdentitiesOptions): FindIdentity {
  const answers = new Map<string, { readonly identity: RelayIdentity; readonly until: number }>();
  const users = new Map<string, RelayIdentity>();
  const customers = new Map<string, string>();

  const checkContradiction = (identity: RelayIdentity): void => {
    const { userId, customerId, accountIds } = identity;
    const before = users.get(userId);
    if (before !== undefined && before.customerId !== customerId) {
      throw new Error('identify contradicts itself: this user was another customer before');
    }
    if (accountIds.some((id) => (customers.get(id) ?? customerId) !== customerId)) {
      throw new Error("identify contradicts itself: an account was another customer's before");
    }
    const known = before?.accountIds ?? [];
    if (known.length > 0 && accountIds.length > 0 && !accountIds.some((id) => known.includes(id))) {
      throw new Error('identify contradicts itself: this user had other accounts before, and has none of them now');
    }
    if (accountIds.length > 0 || before === undefined) remember(users, userId, identity);
    for (const id of accountIds) remember(customers, id, customerId);
  };

  return async ({ headers }, { isFresh = false } = {}) => {
    const credentials = { cookie: headers.get('Cookie'), authorization: headers.get('Authorization') };
    if (credentials.cookie === null && credentials.authorization === null) return null;
    const key = createHash('sha256').update(JSON.stringify(credentials)).digest('hex');
    const known = answers.get(key);
    if (!isFresh && known !== undefined && known.until > clock.now()) return known.identity;
    const asked = clock.now();
    const said = await ask(credentials);
    if (said === null) return null;
    if (Object.keys(said).some((name) => !fields.includes(name))) {
      throw new Error(`identify answered more than ${fields.join(', ')}`);
    }
    // The relay names what is wrong with another shape.
    if (!isIdentity(said)) return said as RelayIdentity;
    const identity = said;
    checkContradiction(identity);
    remember(answers, key, { identity, until: asked + cacheMs });
    return identity;
  };
}

/** The oldest goes first: a Map keeps the order of insertion. */
function remember<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  const [oldest] = entries.keys();
  if (entries.size >= mostRemembered && oldest !== undefined) entries.delete(oldest);
  entries.set(key, value);
}

function isIdentity(said: object): said is RelayIdentity {
  const { userId, customerId, accountIds } = said as Partial<Record<keyof RelayIdentity, unknown>>;
  const ids = Array.isArray(accountIds) ? (accountIds as readonly unknown[]) : [null];
  return typeof userId === 'string' && isId(customerId, 'Customer') && ids.every((id) => isId(id, 'InternalAccount'));
}

function isId(id: unknown, type: string): boolean {
  return typeof id === 'string' && id.startsWith(`${type}:`) && /^[A-Za-z]+:[0-9a-f-]{36}$/.test(id);
}
