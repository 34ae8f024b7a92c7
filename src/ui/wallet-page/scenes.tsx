/** @jsxImportSource preact */
/** The pages that a person comes for: each reads by id, through this page's own relay, and says what came of it. */
import { h, type VNode } from 'preact';
import type { Quote, QuoteStatus, TransactionStatus } from '../../kit/wire.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import type { WalletReturnOutcome } from '../../wallet-link/index.ts';
import { defineElements, type ElementEvents, type ElementName } from '../elements/index.ts';
import type { Locale } from '../messages/index.ts';
import type { Visitor } from './arrival.ts';
import type { PageData, PageName } from './page-data.ts';
import type { PageTexts } from './texts/en.ts';

/** Parts of a page of this kind. */
export interface SceneParts {
  readonly data: PageData;
  readonly words: PageTexts;
  readonly locale: Locale | undefined;
  readonly visitor: Visitor;
  readonly wallet: Wallet;
  /** Notes what came of it; `isOver` where nothing more is signed. */
  end(outcome: WalletReturnOutcome, isOver?: boolean): void;
  draw(): void;
}

/** One page. */
export interface Scene {
  /** Whether it is shown to somebody who isn't signed in, since all is signed. */
  isOpen(): boolean;
  /** Notes that something is about to be signed. */
  signed?(): void;
  view(): VNode | null;
}

type Handlers = {
  readonly [Name in keyof ElementEvents as `on${Name}`]?: (event: CustomEvent<ElementEvents[Name]>) => void;
};

/** Draws an element of the kit. */
export function elementView(
  name: ElementName,
  { wallet, locale }: Pick<SceneParts, 'wallet' | 'locale'>,
  more: Handlers & Readonly<Record<string, unknown>> = {},
): VNode {
  return h(`countersign-${name}`, { key: name, wallet, locale, ...more } as object);
}

/** Creates a page, once its elements have loaded. */
export async function createScene(parts: SceneParts): Promise<Scene> {
  await loads[parts.data.page]();
  return makes[parts.data.page](parts);
}

const loads: Readonly<Record<PageName, () => Promise<void>>> = {
  home: () => defineElements('sign-in', 'session'),
  pay: () => defineElements('sign-in', 'review', 'payment', 'problem'),
  card: () => defineElements('sign-in', 'card'),
  'sign-in-methods': () => defineElements('sign-in', 'credentials'),
  sessions: () => defineElements('sign-in', 'sessions'),
  payee: async () => {
    await defineElements('sign-in');
    (await import('./payee-check.tsx')).definePayeeCheck();
  },
  export: async () => {
    await defineElements('sign-in');
    (await import('./export-phrase.tsx')).defineExportPhrase();
  },
};

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

const makes: Readonly<Record<PageName, (parts: SceneParts) => Scene>> = {
  home: simple((parts) => (
    <>
      <h2 tabIndex={-1}>{parts.words.home}</h2>
      {elementView('session', parts)}
      <nav aria-label={parts.words.home}>
        <a href={`/sign-in-methods${queryOf(parts)}`}>{parts.words.methods}</a>
        <a href={`/sessions${queryOf(parts)}`}>{parts.words.sessions}</a>
      </nav>
    </>
  )),
  pay: createPayScene,
  card: simple((parts) => {
    const { id, to } = parts.data;
    const text = { FROZEN: parts.words.cardFROZEN, ACTIVE: parts.words.cardACTIVE, CLOSED: parts.words.cardCLOSED };
    return (
      <>
        <p class="lead">{text[(to ?? '').toUpperCase() as keyof typeof text]}</p>
        {elementView('card', parts, {
          cardId: id,
          'oncountersign-card-changed': ({ detail }) => {
            if (detail.card.state === to?.toUpperCase()) parts.end('done', true);
          },
        })}
      </>
    );
  }),
  'sign-in-methods': simple((parts) =>
    elementView('credentials', parts, {
      customerId: parts.visitor.customerId,
      'oncountersign-credentials-changed': done(parts),
    }),
  ),
  sessions: simple((parts) => elementView('sessions', parts, { 'oncountersign-session-ended': done(parts) })),
  payee: simple((parts) => {
    const { wallet, locale, words, data } = parts;
    const props = { wallet, locale, words, accountId: data.id, 'oncountersign-done': done(parts) };
    return h('countersign-page-payee', props as object);
  }),
  export: simple((parts) => {
    const { wallet, locale, words, data } = parts;
    const { exportKeys: enclaveKeys, brand } = data;
    const props = { wallet, locale, words, enclaveKeys, brand: brand.name, 'oncountersign-done': done(parts) };
    return h('countersign-page-export', props as object);
  }),
};

/** Quotes of which nothing is left to be signed. */
const executed: readonly QuoteStatus[] = ['PROCESSING', 'COMPLETED', 'FAILED'];

const outcomes: Readonly<Partial<Record<TransactionStatus, WalletReturnOutcome>>> = {
  PENDING_AUTHORIZATION: 'pending',
  PROCESSING: 'paid',
  COMPLETED: 'paid',
  REJECTED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'failed',
};

function createPayScene(parts: SceneParts): Scene {
  const { data, wallet, words, end, draw } = parts;
  const id = data.id ?? '';
  let quote: Quote | undefined;
  let transactionId: string | undefined;
  let problem: unknown;
  let isSigned = false;
  let isStale = false;
  const read = async (): Promise<void> => {
    problem = undefined;
    try {
      quote = await wallet.quote.get(id);
      const unfinished: readonly string[] = await wallet.quote.unfinished().catch(() => []);
      if (executed.includes(quote.status)) ({ transactionId } = quote);
      else if (unfinished.includes(id)) {
        // Sent at an earlier visit: the slip looks what came of it.
        isSigned = true;
        end('pending');
      }
    } catch (error) {
      problem = error;
    }
    draw();
  };
  void read();
  const giveUp = (outcome: WalletReturnOutcome): void => {
    isStale = true;
    end(outcome, true);
  };
  return {
    isOpen: () => isSigned || transactionId !== undefined || problem !== undefined,
    signed() {
      isSigned = true;
      end('pending');
    },
    view() {
      if (problem !== undefined)
        return elementView('problem', parts, {
          error: problem,
          'oncountersign-action': ({ detail }) => {
            if (detail.kind === 'retry') void read();
          },
        });
      if (quote === undefined) return <p role="status">{words.opening}</p>;
      if (transactionId !== undefined)
        return elementView('payment', parts, {
          quote,
          transactionId,
          'oncountersign-payment-status': ({ detail }) => {
            const outcome = outcomes[detail.transaction.status];
            if (outcome !== undefined) end(outcome, outcome !== 'pending');
          },
        });
      return (
        <>
          {elementView('review', parts, {
            quote,
            'oncountersign-paid': ({ detail }) => {
              ({ transactionId } = detail);
              end('paid', true);
            },
            'oncountersign-refused': () => giveUp('failed'),
            'oncountersign-new-quote': () => giveUp('failed'),
            'oncountersign-action': ({ detail }) => {
              // Nothing was sent, or the person would not be asked.
              if (detail.kind === 'sign-in') isSigned = false;
            },
          })}
          {isStale ? <p class="lead">{words.startOver}</p> : null}
        </>
      );
    },
  };
}
