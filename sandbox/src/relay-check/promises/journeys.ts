/** Promises about a person's use of a wallet behind the relay. */
import type { RelayPromise, Trial } from '../trial.ts';

const small = 1_000_000;

/** @throws Error where something isn't as a journey needs it. */
function need(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

async function pay({ subjects, wallet }: Trial): Promise<void> {
  const quote = await subjects.quote(small);
  const { status } = await wallet.quote.execute(quote);
  need(status === 'PROCESSING' || status === 'COMPLETED', `the payment is ${status}`);
}

/** The journeys, in their order: the first signs in. */
export const journeys: readonly RelayPromise[] = [
  {
    says: 'a person signs in by a code, and finds the session in the list',
    async check({ wallet }) {
      await (await wallet.emailOtp.begin()).verify('000000');
      const listed = await wallet.session.list();
      need(
        listed.some(({ current }) => current),
        "the list of sessions lacks this browser's",
      );
      need((await wallet.credentials.list()).length > 0, 'the list of credentials is empty');
    },
  },
  { says: 'a signed payment is executed', check: pay },
  {
    says: 'a payment whose answer was lost is paid once, and found out',
    async check(trial) {
      const { subjects, service } = trial;
      await subjects.loseAnswer('/quotes/*/execute');
      service.takeCalls();
      await pay(trial);
      const executed = service.takeCalls().filter(({ line }) => /^POST \/quotes\/[^/]+\/execute$/.test(line));
      need(executed.length > 0, 'the payment never reached the service');
    },
  },
  {
    says: 'a card is frozen and unfrozen',
    async check({ wallet, subjects: { user } }) {
      await wallet.card.freeze(user.cardId);
      const { state } = await wallet.card.unfreeze(user.cardId);
      need(state === 'ACTIVE', `the card is ${state}`);
    },
  },
  {
    says: 'a session is refreshed',
    async check({ wallet }) {
      const before = wallet.state().session?.sessionId;
      await wallet.session.refresh();
      const after = wallet.state().session?.sessionId;
      need(after !== undefined && after !== before, 'the session is the one from before');
    },
  },
  {
    says: "each record of a person's own is read",
    async check(trial) {
      const { accountId, customerId, quoteId, transactionId, cardId, bankAccountId } = trial.subjects.user;
      const own = [
        `/auth/credentials?accountId=${accountId}`,
        `/auth/sessions?accountId=${accountId}`,
        `/quotes/${quoteId}`,
        `/transactions/${transactionId}`,
        `/cards/${cardId}`,
        `/cards?cardholderId=${customerId}`,
        ...(trial.hasPayments
          ? [
              `/customers/external-accounts/${bankAccountId}`,
              `/customers/external-accounts?customerId=${customerId}`,
              `/transactions?customerId=${customerId}`,
            ]
          : []),
      ];
      for (const target of own) {
        const exchange = await trial.send({ line: `GET ${target}` });
        trial.holds(exchange.answer.status === 200, exchange, `it was answered ${String(exchange.answer.status)}`);
      }
    },
  },
];

/** The last journey: a sign-out. */
export const leaving: RelayPromise = {
  says: 'a session is revoked',
  async check({ wallet }) {
    await wallet.session.revoke();
    need(wallet.state().status === 'signed-out', 'the wallet is still signed in');
  },
};
