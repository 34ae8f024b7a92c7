/** Two customers of one platform behind one relay, over a sandbox that listens. */
import { createRelay, type RelayLimits } from 'countersign/relay';
import { toNodeListener, type NodeListener } from 'countersign/relay/node';

/** Options of {@link createTwoUsers}. */
export interface TwoUsersOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without them, the relay's own. */
  readonly limits?: RelayLimits;
}

/** The platform. The cookie `user=first` or `user=second` says who sends a request. */
export interface TwoUsers {
  readonly listener: NodeListener;
  readonly accountIds: Readonly<Record<'first' | 'second', string>>;
  /** How many calls have reached the service. */
  calls(): number;
}

/** Makes both customers and the relay. */
export async function createTwoUsers({ limits, ...access }: TwoUsersOptions): Promise<TwoUsers> {
  const authorization = `Basic ${btoa(`${access.clientId}:${access.clientSecret}`)}`;
  const call = async (path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(access.baseUrl + path, init);
    if (!response.ok) throw new Error(`${path}: ${String(response.status)}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const join = async (name: string) => {
    const customer = {
      customerType: 'INDIVIDUAL',
      platformCustomerId: `${name} ${crypto.randomUUID()}`,
      region: 'US',
      email: `${crypto.randomUUID()}@example.com`,
      fullName: 'Sample Customer',
      birthDate: '1990-01-15',
      nationality: 'US',
    };
    const customerId = String((await call('/customers', customer))['id']);
    const accounts = await call(`/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
    const accountId = (accounts['data'] as readonly { id: string }[])[0]?.id ?? '';
    return { userId: name, customerId, accountIds: [accountId] };
  };
  const users = { first: await join('first'), second: await join('second') };
  let calls = 0;
  const relay = createRelay({
    ...access,
    mountPath: '/wallet',
    ...(limits === undefined ? {} : { limits }),
    userHandleSecret: 'user handles of the benchmark, no secret',
    fetch: (request) => {
      calls += 1;
      return fetch(request);
    },
    identify: (request) => (request.headers.get('Cookie') === 'user=first' ? users.first : users.second),
  });
  const [first = '', second = ''] = [...users.first.accountIds, ...users.second.accountIds];
  return { listener: toNodeListener(relay), accountIds: { first, second }, calls: () => calls };
}
