/** @jsxImportSource preact */
/** The payee of a quote: read from the service by the quote's destination; taken from the page only if the relay can't tell. */
import { Fragment, type VNode } from 'preact';
import { copyOwn } from '../../kit/own-members.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import { recordIdPattern, type ExternalAccount, type Quote } from '../../kit/wire.ts';
import type { Screens } from '../messages/index.ts';
import { fill } from './fill.ts';
import { withHiddenMarked } from './hidden-characters.tsx';
import { icon } from './icon.tsx';

type Texts = Screens['payee'];

/** The payee on a slip. */
export interface ShownPayee {
  /** `known` once nothing more is to come. */
  readonly status: 'reading' | 'failed' | 'known';
  readonly text: string;
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
  /** Empty where the relay has no such route. */
  parts?: readonly ((texts: Texts) => string)[];
  isNew?: boolean;
  hasFailed?: boolean;
}

/** Creates the reader of one element. */
export function createPayeeReader(redraw: () => void, fail: (error: unknown) => void): PayeeReader {
  let reading: Reading | undefined;
  const read = async (next: Reading): Promise<void> => {
    try {
      const { account, isNew } = await next.wallet.payee.get(next.id);
      Object.assign(next, { parts: partsOf(account), isNew });
    } catch (error) {
      const { status, platformCode } = error as { readonly status?: unknown; readonly platformCode?: unknown };
      // Another person's record doesn't count as a missing route: the page could name anybody for it.
      if (status === 404 && platformCode !== 'RELAY_NOT_FOUND') next.parts = [];
      else {
        next.hasFailed = true;
        if (reading === next) fail(error);
      }
    }
    if (reading === next) redraw();
  };
  return {
    of(wallet, { destination }, fromPage, texts) {
      const { accountId = '', umaAddress } = copyOwn<{ accountId?: string; umaAddress?: unknown }>(destination);
      if (typeof umaAddress === 'string') return known([umaAddress]);
      if (accountId === wallet.accountId) return known([texts.own]);
      const unread = [fromPage === undefined ? texts.unnamed : fill(texts.pageSays, { payee: fromPage })];
      if (recordIdPattern.exec(accountId)?.[1] !== 'ExternalAccount') return known(unread);
      if (reading?.wallet !== wallet || reading.id !== accountId) {
        reading = { wallet, id: accountId };
        void read(reading);
      }
      const { parts, isNew = false, hasFailed } = reading;
      if (parts !== undefined) {
        if (parts.length === 0) return known(unread);
        return known(
          parts.map((part) => part(texts)),
          isNew ? texts.isNew : undefined,
          true,
        );
      }
      const [status, text] = hasFailed ? (['failed', texts.failed] as const) : (['reading', texts.reading] as const);
      return { status, text, view: hasFailed ? <span class="muted">{text}</span> : unreadView(text) };
    },
    again() {
      if (reading?.hasFailed !== true) return;
      reading = undefined;
      redraw();
    },
  };
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

/** Each part stands for itself, so that a name in another direction moves no digits. */
function known(parts: readonly string[], mark?: string, isNamed = false): ShownPayee {
  const [name = '', ...details] = parts;
  const initials = isNamed ? initialsOf(name) : '';
  const view = (
    <div class="who">
      <span class="avatar" aria-hidden="true" key={initials}>
        {initials === '' ? icon('person') : initials}
      </span>
      <span>
        <b>{nameOf(name)}</b>
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
      </span>
      {mark === undefined ? null : (
        <strong class="tag" part="new-payee">
          {mark}
        </strong>
      )}
    </div>
  );
  const text = [...parts, ...(mark === undefined ? [] : [mark])].join(', ');
  return { status: 'known', text, view, ...(isNamed && { name: nameOf(name) }) };
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

/** The holder of an account, or else its network; undefined where it names neither. */
export function payeeName(account: ExternalAccount): string | undefined {
  return partsOf(account)[0]?.({ ending: '' } as Texts) || undefined;
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

/** Reads whose an account is, for a person: a chain's network, a bank's holder. */
function partsOf(account: ExternalAccount): NonNullable<Reading['parts']> {
  const { name, bank, number = '', isChain } = accountFacts(account);
  const isWhole = number.includes('@') || (isChain && number.length <= 12);
  if (isChain) {
    const address = isWhole ? number : `${number.slice(0, 6)}…${number.slice(-6)}`;
    return [name ?? '', address].map((text) => () => text);
  }
  return [
    ...[name, bank].flatMap((text) => (text === undefined ? [] : [() => text])),
    // An address of mail or UPI is told by its beginning.
    ...(number === '' ? [] : [(all: Texts) => (isWhole ? number : fill(all.ending, { last4: number.slice(-4) }))]),
  ];
}

function ownOf(value: unknown): Readonly<Record<string, unknown>> {
  return copyOwn(Object(value) as Record<string, unknown>);
}
