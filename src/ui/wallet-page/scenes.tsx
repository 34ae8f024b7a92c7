/** @jsxImportSource preact */
/** The pages that a person comes for: each reads by id, through this page's own relay, and says what came of it. */
import { h, type VNode } from 'preact';
import type { Card, Quote, QuoteStatus } from '../../kit/wire.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import type { WalletReturnOutcome } from '../../wallet-link/index.ts';
import { defineElements, type ElementEvents, type ElementName } from '../elements/index.ts';
import { fill, paymentRuns, stateOf, type PaymentRun, type PaymentState } from '../elements/parts.ts';
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
  readonly locale: Locale | undefined;
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
  /** Whether it is shown to somebody who isn't signed in, since all is signed. */
  isOpen(): boolean;
  view(): VNode | null;
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
  home: ['session'],
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

const simple =
  (view: (parts: SceneParts) => VNode | null) =>
  (parts: SceneParts): Scene => ({ isOpen: () => false, view: () => view(parts) });

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

const makes: Readonly<Record<SceneName, (parts: SceneParts) => Scene | Promise<Scene>>> = {
  home: simple((parts) => (
    <>
      <h2 tabIndex={-1}>{parts.words.home}</h2>
      <nav aria-label={parts.words.home}>
        <a href={`/sign-in-methods${queryOf(parts)}`}>{parts.words.methods}</a>
        <a href={`/sessions${queryOf(parts)}`}>{parts.words.sessions}</a>
      </nav>
    </>
  )),
  pay: createPayScene,
  card: (parts) => {
    const { id, to } = parts.data;
    const wanted = to?.toUpperCase();
    let state = parts.card?.state;
    const note = (): void => parts.end(state === wanted ? 'done' : 'cancelled');
    note();
    const text = { FROZEN: parts.words.cardFROZEN, ACTIVE: parts.words.cardACTIVE, CLOSED: parts.words.cardCLOSED };
    const view = (): VNode => (
      <>
        {state !== wanted && (state === 'ACTIVE' || state === 'FROZEN') ? (
          <p class="lead">{text[wanted as keyof typeof text]}</p>
        ) : null}
        {elementView('card', parts, {
          cardId: id,
          'oncountersign-card-changed': ({ detail }) => {
            ({ state } = detail.card);
            note();
          },
        })}
      </>
    );
    return { isOpen: () => false, view };
  },
  'sign-in-methods': simple((parts) =>
    elementView('credentials', parts, {
      customerId: parts.visitor.customerId,
      'oncountersign-credentials-changed': done(parts),
    }),
  ),
  sessions: simple((parts) => elementView('sessions', parts, { 'oncountersign-session-ended': done(parts) })),
  payee: simple((parts) =>
    elementView('page-payee', parts, {
      words: parts.words,
      accountId: parts.data.id,
      'oncountersign-done': done(parts),
    }),
  ),
  export: simple((parts) =>
    elementView('page-export', parts, {
      words: parts.words,
      enclaveKeys: parts.data.exportKeys,
      brand: parts.data.brand.name,
      'oncountersign-done': done(parts),
    }),
  ),
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
  const { data, wallet, words, quote, end, draw } = parts;
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
  return {
    isOpen: () => isStale || (status !== undefined && outcomes[status] !== undefined),
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
          {isStale || status === 'refused' ? (
            <p class="lead">{fill(words.startOver, { brand: data.brand.name })}</p>
          ) : null}
        </>
      );
    },
  };
}
