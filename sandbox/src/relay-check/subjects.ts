/** The two people of a check, with a record of each kind. */
import type { Sandbox } from '../service/index.ts';
import { recordRules, type RecordType } from '../../../src/relay/ownership/records.ts';
import { createSandboxControl } from '../testing/index.ts';
import { createMemoryStore, createWallet, type Quote } from 'countersign';

/** One person's records: by name, and the same by type. */
export interface Subject extends Readonly<Record<RecordType, string>> {
  readonly customerId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly bankAccountId: string;
  readonly cardId: string;
  readonly quoteId: string;
  readonly transactionId: string;
  readonly sessionId: string;
}

/** The signed-in person, another person, and the platform's own records. */
export interface Subjects {
  readonly user: Subject;
  readonly other: Subject;
  /** An account that neither of them has. */
  readonly platformAccountId: string;
  /** Calls the service as the platform's back-end does. @throws Error with the service's answer. */
  platform<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A quote by the platform, which the user's wallet pays. */
  quote(amount: number): Promise<Quote>;
  /** Loses the answer to the next stamped request of this kind, after it took effect. */
  loseAnswer(path: string): Promise<void>;
}

/** Options of {@link createSubjects}. */
export interface CreateSubjectsOptions {
  readonly baseUrl: string;
  readonly basic: string;
}

/** Makes the people: the same ids from the same sandbox. */
export async function createSubjects(sandbox: Sandbox, options: CreateSubjectsOptions): Promise<Subjects> {
  const { baseUrl, basic } = options;
  const call = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Basic ${basic}`);
    const answer = await sandbox.fetch(new Request(baseUrl + path, { ...init, headers }));
    answer.headers.set('Date', new Date().toUTCString());
    return answer;
  };
  const platform = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await call(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
  const control = createSandboxControl(baseUrl, { fetch: (url, init) => sandbox.fetch(new Request(url, init)) });
  const quoteOf = (accountId: string, destination: string, amount: number): Promise<Quote> =>
    platform('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: destination },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
    });
  /** Signs in without the relay, so that its limits aren't used up. */
  const signIn = async (accountId: string): Promise<string> => {
    const wallet = createWallet({
      relay: baseUrl,
      accountId,
      enclaveKeys: [sandbox.enclavePublicKeyHex],
      environment: 'sandbox',
      profile: sandbox.profile === 'grid' ? 'grid' : 'spec',
      store: createMemoryStore(),
      refreshBefore: false,
      fetch: (url, init) => call(url.slice(baseUrl.length), init),
    });
    await (await wallet.emailOtp.begin()).verify('000000');
    const { session } = wallet.state();
    wallet.close();
    return session?.sessionId ?? '';
  };
  /** The first record of each list of an account; an unknown id if the service has none. */
  const listed = async (accountId: string): Promise<object> => {
    const ids = Object.entries(recordRules).map(async ([type, { list }]) => {
      if (list === undefined) return [];
      const path = `${list}?accountId=${accountId}`;
      const first = await platform<{ data: readonly { id: string }[] }>('GET', path).then(
        ({ data }) => data[0]?.id,
        () => undefined,
      );
      return [[type, first ?? accountId.replace('InternalAccount', type)]];
    });
    return Object.fromEntries((await Promise.all(ids)).flat()) as object;
  };
  const createSubject = async (): Promise<Subject> => {
    const person = await control.seedPerson({ card: 'active' });
    const { customerId, accountId, credentialId, bankAccountId = '', cardId = '' } = person;
    const { id: quoteId, transactionId } = await quoteOf(accountId, bankAccountId, 1_000_000);
    const sessionId = await signIn(accountId);
    const named = { customerId, accountId, credentialId, bankAccountId, cardId, quoteId, transactionId, sessionId };
    const byType = {
      ...(await listed(accountId)),
      Card: cardId,
      Customer: customerId,
      ExternalAccount: bankAccountId,
      InternalAccount: accountId,
      Quote: quoteId,
      Transaction: transactionId,
    };
    return { ...named, ...(byType as Readonly<Record<RecordType, string>>) };
  };
  const user = await createSubject();
  const other = await createSubject();
  const { data } = await platform<{ data: readonly { id: string }[] }>('GET', '/platform/internal-accounts');
  return Object.freeze({
    user,
    other,
    platformAccountId: data[0]?.id ?? '',
    platform,
    quote: (amount: number) => quoteOf(user.accountId, user.bankAccountId, amount),
    loseAnswer: (path: string) => control.fail({ method: 'POST', path, leg: 2, drop: 'after' }),
  });
}
