/** @jsxImportSource preact */
/** The pages that a person comes for: each reads by id, through this page's own relay, and says what came of it. */
import { h, type VNode } from 'preact';
import { copyOwn } from '../../kit/own-members.ts';
import type { Card, Quote, QuoteStatus } from '../../kit/wire.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import type { WalletReturnOutcome } from '../../wallet-link/index.ts';
import { defineElements, type ElementEvents, type ElementName } from '../elements/index.ts';
import {
  fill,
  formatAmount,
  paymentRuns,
  payeeName,
  stateOf,
  type PaymentRun,
  type PaymentState,
} from '../elements/parts.ts';
import type { Locale } from '../messages/index.ts';
import type { Visitor } from './arrival.ts';
import type { PageData, PageName } from './page-data.ts';
import type { PageTexts } from './texts/en.ts';

/** Pages that show something of the wallet. */
export type SceneName = Exclude<PageName, 'sign-out'>;

/** Parts of a page of this kind. */
export interface SceneParts {
  readonly data: PageData & { readonly page: SceneName };
  readonly words: PageTexts;
  readonly locale: Locale;
  readonly visitor: Visitor;
  readonly wallet: Wallet;
  /** The quote that the link names, as the back-end has it. */
  readonly quote: Quote | undefined;
  /** The card that the link names, likewise. */
  readonly card: Card | undefined;
  /** Notes what came of it. */
  end(outcome: WalletReturnOutcome): void;
  draw(): void;
}

/** One page. */
export interface Scene {
  /** Whether it is shown to somebody who isn't signed in. */
  isOpen(): boolean;
  view(): VNode | null;
  /** Whether it stays behind a sign-in, with the text of a field that is open. */
  hasField?(): boolean;
  /** The heading of the step. */
  title(): string;
  /** Names the step, which takes the focus when it is another. */
  step?(): string;
  /** The reason for a sign-in, once it is known. */
  purpose?(): string | undefined;
}

type Handlers = {
  readonly [Name in keyof ElementEvents as `on${Name}`]?: (event: CustomEvent<ElementEvents[Name]>) => void;
};

/** Draws an element of the kit, or of this page. */
export function elementView(
  name: ElementName | 'page-export' | 'page-payee',
  { wallet, locale }: Pick<SceneParts, 'wallet' | 'locale'>,
  more: Handlers & Readonly<Record<string, unknown>> = {},
): VNode {
  return h(`countersign-${name}`, { key: name, wallet, locale, ...more } as object);
}

/** The kit's elements on each page, beside that for signing in. */
const elementsOf: Readonly<Record<SceneName, readonly ElementName[]>> = {
  home: [],
  pay: ['review', 'payment'],
  card: ['card'],
  'sign-in-methods': ['credentials'],
  sessions: ['sessions'],
  payee: [],
  export: [],
};

/** Creates a page, once its elements have loaded. */
export async function createScene(parts: SceneParts): Promise<Scene> {
  const { page } = parts.data;
  await defineElements('sign-in', ...elementsOf[page]);
  if (page === 'payee') (await import('./payee-check.tsx')).definePayeeCheck();
  if (page === 'export') (await import('./export-phrase.tsx')).defineExportPhrase();
  return makes[page](parts);
}

/** A list that needs no session, until one has ended here. */
const isListOpen =
  ({ wallet }: SceneParts) =>
  (): boolean =>
    wallet.state().ended === undefined;

const list =
  (title: 'methods' | 'sessions' | 'payee', view: (parts: SceneParts) => VNode) =>
  (parts: SceneParts): Scene => ({
    isOpen: isListOpen(parts),
    hasField: () => title === 'methods',
    title: () => parts.words[title],
    view: () => view(parts),
  });

/** Goes along to another page. */
function queryOf({ data: { returnTo, locale } }: SceneParts): string {
  const query = new URLSearchParams();
  if (returnTo !== null) query.set('return', returnTo);
  if (locale !== null) query.set('locale', locale);
  return `?${String(query)}`;
}

const done =
  ({ end }: SceneParts) =>
  (): void =>
    end('done');

const signInMethods = list('methods', (parts) =>
  elementView('credentials', parts, {
    isOpen: true,
    customerId: parts.visitor.customerId,
    'oncountersign-credentials-changed': done(parts),
  }),
);

const sessions = list('sessions', (parts) =>
  elementView('sessions', parts, { isOpen: true, 'oncountersign-session-ended': done(parts) }),
);

/** The pages that the first one leads to, which are views of its document: each has the session of the others. */
const views = {
  '/sign-in-methods': ['credentials', signInMethods],
  '/sessions': ['sessions', sessions],
} as const;

function createHomeScene(parts: SceneParts): Scene {
  const { words, draw } = parts;
  let path = '/';
  let shown: Scene | undefined;
  const viewOf = (wanted: string) => (Object.hasOwn(views, wanted) ? views[wanted as keyof typeof views] : undefined);
  const show = async (): Promise<void> => {
    const wanted = location.pathname;
    const next = viewOf(wanted);
    if (next !== undefined) await defineElements(next[0]);
    // The person may have gone on meanwhile.
    if (location.pathname !== wanted) return;
    path = wanted;
    shown = next?.[1](parts);
    draw();
  };
  addEventListener('popstate', () => void show());
  const link = (to: string, text: string): VNode => {
    const href = to + queryOf(parts);
    const follow = (event: Event): void => {
      event.preventDefault();
      history.pushState(null, '', href);
      void show();
    };
    return (
      <a href={href} onClick={follow}>
        {text}
      </a>
    );
  };
  return {
    isOpen: () => shown?.isOpen() ?? true,
    hasField: () => shown?.hasField?.() ?? false,
    title: () => shown?.title() ?? words.home,
    step: () => path,
    view: () =>
      shown === undefined ? (
        <>
          <h2 tabIndex={-1}>{words.home}</h2>
          <nav aria-label={words.home}>
            {link('/sign-in-methods', words.methods)}
            {link('/sessions', words.sessions)}
          </nav>
        </>
      ) : (
        <>
          {shown.view()}
          <nav aria-label={words.home}>{link('/', words.home)}</nav>
        </>
      ),
  };
}

const makes: Readonly<Record<SceneName, (parts: SceneParts) => Scene | Promise<Scene>>> = {
  home: createHomeScene,
  pay: createPayScene,
  card: (parts) => {
    const { id, to } = parts.data;
    const wanted = to?.toUpperCase();
    const first = parts.card?.state;
    let state = first;
    const isDone = (): boolean => (wanted === undefined ? state !== first : state === wanted);
    const note = (): void => parts.end(isDone() ? 'done' : 'cancelled');
    note();
    const text = { FROZEN: parts.words.cardFROZEN, ACTIVE: parts.words.cardACTIVE, CLOSED: parts.words.cardCLOSED };
    const view = (): VNode => (
      <>
        {wanted !== undefined && state !== wanted && (state === 'ACTIVE' || state === 'FROZEN') ? (
          <p class="lead">{text[wanted as keyof typeof text]}</p>
        ) : null}
        {elementView('card', parts, {
          isOpen: true,
          cardId: id,
          brand: parts.data.brand.name,
          'oncountersign-card-changed': ({ detail }) => {
            ({ state } = detail.card);
            note();
          },
        })}
      </>
    );
    return { isOpen: isListOpen(parts), title: () => parts.words.card, view };
  },
  'sign-in-methods': signInMethods,
  sessions,
  payee: list('payee', (parts) =>
    elementView('page-payee', parts, {
      words: parts.words,
      accountId: parts.data.id,
      'oncountersign-done': done(parts),
    }),
  ),
  export: (parts) => ({
    isOpen: () => false,
    title: () => parts.words.phrase,
    view: () =>
      elementView('page-export', parts, {
        words: parts.words,
        enclaveKeys: parts.data.exportKeys,
        brand: parts.data.brand.name,
        'oncountersign-done': done(parts),
      }),
  }),
};

/** Quotes of which nothing is left to be signed. */
const executed: readonly QuoteStatus[] = ['PROCESSING', 'COMPLETED', 'FAILED'];

type PaymentStatus = PaymentRun['status'] | QuoteStatus | PaymentState;

/** Outcomes, by what is known of a payment; none where nothing was sent. */
const outcomes: Readonly<Partial<Record<PaymentStatus, WalletReturnOutcome>>> = {
  signing: 'pending',
  looking: 'pending',
  unknown: 'pending',
  waiting: 'pending',
  confirming: 'pending',
  PENDING_AUTHORIZATION: 'pending',
  authorization: 'pending',
  paid: 'paid',
  PROCESSING: 'paid',
  COMPLETED: 'paid',
  processing: 'paid',
  completed: 'paid',
  refused: 'failed',
  FAILED: 'failed',
  failed: 'failed',
  returning: 'failed',
  refunded: 'failed',
  stuck: 'failed',
};

async function createPayScene(parts: SceneParts): Promise<Scene> {
  const { data, wallet, words, locale, quote, end, draw } = parts;
  const runs = paymentRuns(wallet);
  let transactionId: string | undefined;
  let isStale = false;
  let status: PaymentStatus | undefined;
  const note = (next: PaymentStatus | undefined): void => {
    status = next;
    end((next && outcomes[next]) ?? 'cancelled');
  };
  if (quote !== undefined && executed.includes(quote.status)) ({ transactionId } = quote);
  const unfinished: readonly string[] = await wallet.quote.unfinished().catch(() => []);
  // Sent at an earlier visit: the slip looks what came of it.
  note(transactionId === undefined && unfinished.includes(data.id ?? '') ? 'unknown' : quote?.status);
  runs.subscribe(() => note(runs.of(data.id ?? '')?.status));
  let payee: string | undefined;
  const namePayee = async (): Promise<void> => {
    payee = await readPayee(parts);
    draw();
  };
  void namePayee();
  return {
    // The slip comes first: its press leads to the sign-in, after which it is read and pressed again.
    isOpen: () => true,
    title: () => (transactionId === undefined ? words.review : words.payment),
    purpose() {
      if (quote === undefined) return undefined;
      const amount = formatAmount(quote.totalSendingAmount, quote.sendingCurrency, locale.language);
      return fill(payee === undefined ? words.signInForAmount : words.signInFor, { amount, payee: payee ?? '' });
    },
    view() {
      if (transactionId !== undefined)
        return elementView('payment', parts, {
          quote,
          transactionId,
          'oncountersign-payment-status': ({ detail }) => {
            const next = stateOf(detail.transaction);
            if (next !== undefined && outcomes[next] !== undefined) note(next);
          },
        });
      return (
        <>
          {elementView('review', parts, {
            quote,
            'oncountersign-paid': ({ detail }) => {
              ({ transactionId } = detail);
              draw();
            },
            'oncountersign-new-quote': () => {
              isStale = true;
              end('failed');
            },
          })}
          {isStale || status === 'refused' ? <p class="lead">{fill(words.startOver, { app: data.app })}</p> : null}
        </>
      );
    },
  };
}

/** Reads the name of a quote's payee for one line, in which it can move nothing else; undefined where none can be read. */
async function readPayee({ wallet, quote }: SceneParts): Promise<string | undefined> {
  const { accountId, umaAddress } = copyOwn<{ accountId?: string; umaAddress?: string }>(quote?.destination ?? {});
  const read = async (id: string): Promise<string | undefined> => payeeName((await wallet.payee.get(id)).account);
  const name = accountId?.startsWith('ExternalAccount:') ? await read(accountId).catch(() => undefined) : umaAddress;
  return name === undefined ? undefined : `\u2068${name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')}\u2069`;
}
