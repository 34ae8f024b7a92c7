/** @jsxImportSource preact */
/** The payee of a quote: read from the service by the quote's destination; taken from the page only if the relay can't tell. */
import { Fragment, type VNode } from 'preact';
import { copyOwn } from '../../../kit/own-members.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';
import { recordIdPattern, type ExternalAccount, type Quote } from '../../../kit/wire.ts';
import type { Screens } from '../../messages/index.ts';
import { namedView } from './act-view.tsx';
import { fill, fillParts } from './fill.ts';
import { withHiddenMarked } from './hidden-characters.tsx';
import { icon } from './icon.tsx';

type Texts = Screens['payee'];

/** The payee on a slip. */
export interface ShownPayee {
  /** `known` once nothing more is to come; `unnamed` can't be paid. */
  readonly status: 'reading' | 'failed' | 'unnamed' | 'known';
  readonly text: string;
  /** All that is shown, to be compared. */
  readonly facts: readonly string[];
  /** On the button, where the payee is known. */
  readonly short?: VNode;
  /** The name, where the service says it. */
  readonly name?: VNode;
  readonly view: VNode;
}

/** Reads the payee of the quote that an element shows. */
export interface PayeeReader {
  /** Returns the payee of this quote, and begins to read it. `fromPage` is the page's own text. */
  of(wallet: Wallet, quote: Quote, fromPage: string | undefined, texts: Texts): ShownPayee;
  /** Reads again after a failure. */
  again(): void;
}

interface Reading {
  readonly wallet: Wallet;
  readonly id: string;
  /** Null where the relay has no such route. */
  account?: ExternalAccount | null;
  isNew?: boolean;
  /** As the back-end names who can't be read; null where it names nobody. */
  name?: string | null;
  hasFailed?: boolean;
}

/** Creates the reader of one element. */
export function createPayeeReader(redraw: () => void, fail: (error: unknown) => void): PayeeReader {
  let reading: Reading | undefined;
  const read = async (next: Reading, quoteId: string): Promise<void> => {
    const { wallet, id } = next;
    try {
      Object.assign(next, isExternal(id) ? await readAccount(wallet, id) : { account: null });
      if (next.account === null) next.name = (await wallet.payee.name(quoteId)) ?? null;
    } catch (error) {
      next.hasFailed = true;
      if (reading === next) fail(error);
    }
    if (reading === next) redraw();
  };
  return {
    of(wallet, { id: quoteId, destination }, fromPage, texts) {
      const { accountId = '', umaAddress } = copyOwn<{ accountId?: string; umaAddress?: unknown }>(destination);
      if (typeof umaAddress === 'string') return known({ digits: umaAddress });
      if (accountId === wallet.accountId) return known({ name: texts.own, digits: `··${accountId.slice(-4)}` });
      const named = (name: string): ShownPayee => known({ name, frame: texts.pageSays });
      if (fromPage !== undefined && !isExternal(accountId)) return named(fromPage);
      if (!recordIdPattern.test(accountId)) return unnamed(texts);
      if (reading?.wallet !== wallet || reading.id !== accountId) {
        reading = { wallet, id: accountId };
        void read(reading, quoteId);
      }
      const { account, isNew = false, hasFailed, name } = reading;
      if (account === null && fromPage !== undefined) return named(fromPage);
      if (name !== undefined) return name === null ? unnamed(texts) : named(name);
      if (account) return known(shownOf(account, texts), isNew ? texts.isNew : undefined);
      const [status, text] = hasFailed ? (['failed', texts.failed] as const) : (['reading', texts.reading] as const);
      return { status, text, facts: [], view: hasFailed ? <span class="muted">{text}</span> : unreadView(text) };
    },
    again() {
      if (reading?.hasFailed !== true) return;
      reading = undefined;
      redraw();
    },
  };
}

const isExternal = (accountId: string): boolean => recordIdPattern.exec(accountId)?.[1] === 'ExternalAccount';

/** Reads an account; null where the relay has no such route. */
async function readAccount(wallet: Wallet, id: string): Promise<Pick<Reading, 'account' | 'isNew'>> {
  try {
    return await wallet.payee.get(id);
  } catch (error) {
    const { status, platformCode } = error as { readonly status?: unknown; readonly platformCode?: unknown };
    // Another person's record doesn't count as a missing route: the page could name anybody for it.
    if (status === 404 && platformCode !== 'RELAY_NOT_FOUND') return { account: null };
    throw error;
  }
}

/** Says why nothing can be sent without a payee. */
export function unpaidText(status: ShownPayee['status'] | undefined, texts: Texts): string {
  return status === 'failed' ? texts.failedText : status === 'unnamed' ? texts.unnamedText : '';
}

/** In place of a payee who is being read, of the final size. */
function unreadView(text: string): VNode {
  return (
    <div class="who">
      <span class="avatar" aria-hidden="true" />
      <span>
        <span class="spoken">{text}</span>
        <span class="skeleton short" />
        <span class="skeleton" />
      </span>
    </div>
  );
}

/** In place of a payee whom nobody names. */
function unnamed({ unnamed: text }: Texts): ShownPayee {
  return { status: 'unnamed', text, facts: [], view: <span class="muted">{text}</span> };
}

/** The facts of a known payee. */
interface Facts {
  readonly name?: string | undefined;
  /** The name's surroundings, where it is only what the page says. */
  readonly frame?: string;
  readonly bank?: string | undefined;
  /** The end of the number in words. */
  readonly ending?: string;
  /** The same in digits, or an address. */
  readonly digits?: string;
  /** All that leads the money there, each with its term. */
  readonly routing?: readonly (readonly [term: string, value: string])[];
  readonly isNamed?: boolean;
}

/** Each part stands for itself, so that a name in another direction moves no digits. */
function known(facts: Facts, mark?: string): ShownPayee {
  const { name = '', frame = '{payee}', bank, digits = '', ending = digits, routing = [], isNamed = false } = facts;
  const initials = isNamed ? initialsOf(name) : '';
  const [first = '', ...details] = [name && fill(frame, { payee: name }), bank, ending].filter(
    (part): part is string => part !== undefined && part !== '',
  );
  const view = (
    <div class="who">
      <span class="avatar" aria-hidden="true" key={initials}>
        {initials === '' ? icon('person') : initials}
      </span>
      <span>
        <b>{nameOf(first)}</b>
        {details.length === 0 ? null : (
          <small>
            {/* For who hears both as one. */}
            <span class="spoken">, </span>
            {details.map((part, index) => (
              <Fragment key={part}>
                {index === 0 ? '' : ', '}
                <bdi>{withHiddenMarked(part)}</bdi>
              </Fragment>
            ))}
          </small>
        )}
        {routing.map(([term, value]) => (
          <small key={term} part="routing">
            {term} <bdi>{withHiddenMarked(value)}</bdi>
          </small>
        ))}
      </span>
      {mark === undefined ? null : (
        <strong class="tag" part="new-payee">
          {mark}
        </strong>
      )}
    </div>
  );
  const text = [first, ...details, ...(mark === undefined ? [] : [mark])].join(', ');
  const short = fillParts(frame, { payee: namedView(name, digits || undefined) });
  return {
    status: 'known',
    text,
    facts: [text, ...routing.flat()],
    view,
    short: <>{short}</>,
    ...(isNamed && { name: nameOf(name) }),
  };
}

/** A name in the service's words. */
export function nameOf(name: string): VNode {
  return (
    <bdi key={name} translate={false}>
      {withHiddenMarked(name)}
    </bdi>
  );
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/u).flatMap((word) => /\p{L}/u.exec(word) ?? []);
  return [...new Set([letters[0], letters.at(-1)])].join('').toUpperCase();
}

const numbers = ['accountNumber', 'iban', 'clabeNumber', 'phoneNumber', 'pixKey', 'vpa'];
const chains = ['address', 'invoice', 'bolt12'];

/** Terms that are the same in every language. */
const terms: Readonly<Record<string, string>> = {
  iban: 'IBAN',
  swiftCode: 'BIC',
  bic: 'BIC',
  clabeNumber: 'CLABE',
  pixKey: 'Pix',
  vpa: 'UPI',
  ifsc: 'IFSC',
};

/** Fields of an account that lead no money anywhere. */
const others = /^(?:accountType|bankName|provider|platformAccountId|taxId|.*Type|paymentRails?)$/;

/** The holder of an account, or else its network; undefined where it names neither. */
export function payeeName(account: ExternalAccount): string | undefined {
  const { name, bank } = accountFacts(account);
  return name ?? bank;
}

/** Names an account's owner in the service's own words; `number` is whole. */
export function accountFacts({ accountInfo }: ExternalAccount): {
  readonly name?: string | undefined;
  readonly bank?: string | undefined;
  readonly number?: string | undefined;
  /** Whether it is on a chain, whose network is its name. */
  readonly isChain: boolean;
} {
  const texts = (fields: unknown, ...names: readonly string[]): string | undefined =>
    names
      .map((name) => ownOf(fields)[name])
      .find((value): value is string => typeof value === 'string' && value !== '');
  const beneficiary = ownOf(accountInfo)['beneficiary'];
  const address = texts(accountInfo, 'lightningAddress') ?? texts(accountInfo, ...chains);
  if (address !== undefined) {
    const network = accountInfo.accountType.replace(/_(WALLET|L1)$/, '').toLowerCase();
    return { name: network.charAt(0).toUpperCase() + network.slice(1), number: address, isChain: true };
  }
  return {
    name: texts(beneficiary, 'fullName', 'legalName') ?? texts(ownOf(beneficiary)['businessInfo'], 'legalName'),
    bank: texts(accountInfo, 'bankName', 'provider'),
    number: texts(accountInfo, ...numbers),
    isChain: false,
  };
}

/** Every field that leads the money to an account, with its term. */
export function routingOf(
  { accountInfo }: ExternalAccount,
  texts: Texts,
): readonly (readonly [term: string, value: string])[] {
  return Object.entries(ownOf(accountInfo)).flatMap(([name, value]) => {
    if (typeof value !== 'string' || value === '' || others.test(name)) return [];
    const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return [[terms[name] ?? copyOwn<Record<string, string>>(texts)[name] ?? spaced, value] as const];
  });
}

/** Names an account for a person: by a chain's network, by a bank's holder. */
function shownOf(account: ExternalAccount, texts: Texts): Facts {
  const { name, bank, number = '', isChain } = accountFacts(account);
  const last4 = number.slice(-4);
  // An address of mail or UPI is told by its beginning.
  const isWhole = number.includes('@') || (isChain && number.length <= 12);
  const digits = isWhole ? number : isChain ? `${number.slice(0, 6)}…${number.slice(-6)}` : last4 && `··${last4}`;
  return {
    name: name ?? bank,
    bank: name === undefined ? undefined : bank,
    digits,
    ending: isWhole || isChain || number === '' ? digits : fill(texts.ending, { last4 }),
    routing: routingOf(account, texts),
    isNamed: true,
  };
}

function ownOf(value: unknown): Readonly<Record<string, unknown>> {
  return copyOwn(Object(value) as Record<string, unknown>);
}
