/** Every element in the states that a person can meet. */

import { TransportError, WalletError } from 'countersign';
import type { ElementsByTag } from 'countersign/elements';
import {
  card,
  cancelled,
  credential,
  largestQuote,
  longest,
  pretendWallet,
  quote,
  transaction,
  type Pretence,
} from './pretended-wallet.ts';

/** One picture: an element with what it is given, and the part that is pressed in it. */
export interface ShownState {
  readonly tag: keyof ElementsByTag;
  readonly name: string;
  readonly pretence?: Pretence;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly press?: string;
  /** Comes into the element by that press, or by the code. */
  readonly shows?: string;
  /** Typed into its field. */
  readonly code?: string;
  /** What the page sets once that is drawn. */
  readonly later?: Readonly<Record<string, unknown>>;
}

const email = credential('EMAIL_OTP', 'sample.customer@example.com');
const phone = credential('SMS_OTP', '+15555550100');
const passkey = credential('PASSKEY', 'Sample laptop');
const sampleId = { name: 'Sample ID', idToken: () => new Promise<string>(() => undefined) };
/** An ID token as the element reads it, before anybody verifies it. */
const idToken = `.${btoa(JSON.stringify({ iss: 'https://id.example.com', email: 'sample.customer@example.com', email_verified: true }))}.`;
const customerId = 'Customer:00000000-0000-4000-8000-000000000007';
const payee = 'Sample Bank, account ending in 6789';
const signedIn = { signedIn: true };
const lost = new TransportError('NETWORK_FAILED', 'No answer came.', { nextStep: 'retry' });
const unknown = new TransportError('OUTCOME_UNKNOWN', 'The outcome is not known.', { nextStep: 'retry' });
const wrongCode = new WalletError('CODE_WRONG', 'The code is wrong.', { nextStep: 'fix-input' });
const mismatch = new WalletError('PAYLOAD_MISMATCH', 'The payload is for something else.', { nextStep: 'restart' });

/** The pictures, in the order in which a person meets the elements. */
export const shownStates: readonly ShownState[] = [
  { tag: 'countersign-sign-in', name: 'being read', pretence: { loading: true }, properties: { brand: 'Sample' } },
  { tag: 'countersign-sign-in', name: 'a code by e-mail', pretence: { credentials: [email] } },
  {
    tag: 'countersign-sign-in',
    name: 'every method',
    pretence: { credentials: [passkey, email, phone, credential('OAUTH', 'Sample ID')] },
    properties: { providers: [sampleId], brand: 'Sample' },
  },
  {
    tag: 'countersign-sign-in',
    name: 'the way of last time',
    pretence: { credentials: [passkey, email], lastWay: 'EMAIL_OTP' },
    properties: { brand: 'Sample' },
  },
  {
    tag: 'countersign-sign-in',
    name: 'the longest address',
    pretence: { credentials: [credential('EMAIL_OTP', longest.email)] },
  },
  {
    tag: 'countersign-sign-in',
    name: 'right to left',
    pretence: { credentials: [passkey, email, phone] },
    properties: { dir: 'rtl' },
  },
  { tag: 'countersign-code-entry', name: 'sending', pretence: { loading: true } },
  { tag: 'countersign-code-entry', name: 'waiting for the code' },
  {
    tag: 'countersign-code-entry',
    name: 'wrong code',
    pretence: { error: wrongCode },
    code: '482913',
    shows: '.wrong',
  },
  { tag: 'countersign-review', name: 'to be signed', pretence: signedIn, properties: { quote: quote(), payee } },
  {
    tag: 'countersign-review',
    name: 'reading the payee',
    pretence: { ...signedIn, loading: true },
    properties: { quote: quote() },
  },
  {
    tag: 'countersign-review',
    name: 'changed, to a new payee',
    pretence: { ...signedIn, newPayee: true },
    properties: { quote: quote() },
    later: { quote: { ...quote(), totalSendingAmount: 41_200_000 } },
  },
  { tag: 'countersign-review', name: 'expired', pretence: signedIn, properties: { quote: quote(-1), payee } },
  {
    tag: 'countersign-review',
    name: 'being signed',
    pretence: signedIn,
    properties: { quote: quote(), payee },
    press: '.primary',
    shows: '[data-busy]',
  },
  {
    tag: 'countersign-review',
    name: 'refused',
    pretence: { ...signedIn, error: mismatch },
    properties: { quote: quote(), payee },
    press: '.primary',
    shows: '.problem',
  },
  {
    tag: 'countersign-review',
    name: 'outcome unknown',
    pretence: { ...signedIn, error: unknown },
    properties: { quote: quote(), payee },
    press: '.primary',
    shows: '.note[role=alert]',
  },
  {
    tag: 'countersign-review',
    name: 'waiting for a code',
    pretence: signedIn,
    properties: { quote: { ...quote(), status: 'PENDING_AUTHORIZATION' }, payee },
  },
  {
    tag: 'countersign-review',
    name: 'the longest values',
    pretence: { ...signedIn, longest: true, newPayee: true },
    properties: { quote: largestQuote() },
  },
  {
    tag: 'countersign-review',
    name: 'right to left',
    pretence: signedIn,
    properties: { quote: quote(), dir: 'rtl' },
  },
  ...(['PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUNDED'] as const).map((status) => ({
    tag: 'countersign-payment' as const,
    name: status.toLowerCase().replace('_', ' '),
    pretence: { ...signedIn, transaction: transaction(status) },
    properties: { transactionId: transaction(status).id, quote: quote(), payee },
  })),
  {
    tag: 'countersign-payment',
    name: 'being read',
    pretence: { ...signedIn, loading: true },
    properties: { transactionId: transaction('PROCESSING').id },
  },
  {
    tag: 'countersign-payment',
    name: 'the longest values',
    pretence: { ...signedIn, longest: true, transaction: transaction('PROCESSING') },
    properties: { transactionId: transaction('PROCESSING').id, quote: largestQuote() },
  },
  {
    tag: 'countersign-payment',
    name: 'right to left',
    pretence: { ...signedIn, transaction: transaction('PROCESSING') },
    properties: { transactionId: transaction('PROCESSING').id, quote: quote(), dir: 'rtl' },
  },
  { tag: 'countersign-session', name: 'silent', pretence: signedIn },
  { tag: 'countersign-session', name: 'about to end', pretence: { ...signedIn, minutesLeft: 0.7 } },
  {
    tag: 'countersign-credentials',
    name: 'three ways in',
    pretence: { ...signedIn, credentials: [email, phone, passkey] },
    properties: { providers: [sampleId], customerId },
  },
  {
    tag: 'countersign-credentials',
    name: 'the longest address',
    pretence: {
      ...signedIn,
      credentials: [credential('EMAIL_OTP', longest.email), credential('PASSKEY', longest.name)],
    },
  },
  {
    tag: 'countersign-credentials',
    name: 'right to left',
    pretence: { ...signedIn, credentials: [email, phone, passkey] },
    properties: { customerId, dir: 'rtl' },
  },
  {
    tag: 'countersign-credentials',
    name: 'one way in, and a field',
    pretence: { ...signedIn, credentials: [email] },
    press: '[data-about="phone"]',
    shows: '[name=phone]',
  },
  {
    tag: 'countersign-credentials',
    name: 'asking before an account is added',
    pretence: { ...signedIn, credentials: [email] },
    properties: { providers: [{ ...sampleId, idToken: () => Promise.resolve(idToken) }] },
    press: '[data-about="account"]',
    shows: '.question',
  },
  { tag: 'countersign-sessions', name: 'two sessions', pretence: signedIn },
  { tag: 'countersign-sessions', name: 'right to left', pretence: signedIn, properties: { dir: 'rtl' } },
  ...(['ACTIVE', 'FROZEN', 'CLOSED', 'PROCESSING'] as const).map((state) => ({
    tag: 'countersign-card' as const,
    name: state.toLowerCase(),
    pretence: { ...signedIn, cards: [card(state)] },
    properties: { cardId: card(state).id, brand: 'Sample' },
  })),
  {
    tag: 'countersign-card',
    name: 'declined until a delegated key is created',
    pretence: { ...signedIn, cards: [card('ACTIVE')], keys: [] },
  },
  {
    tag: 'countersign-card',
    name: 'asking before purchases are turned on',
    pretence: { ...signedIn, cards: [card('ACTIVE')], keys: [] },
    press: '.primary',
    shows: '.question',
  },
  {
    tag: 'countersign-card',
    name: 'right to left',
    pretence: { ...signedIn, cards: [card('ACTIVE')] },
    properties: { dir: 'rtl' },
  },
  {
    tag: 'countersign-card',
    name: 'with a delegated key',
    pretence: {
      ...signedIn,
      cards: [card('ACTIVE')],
      keys: [{ id: 'key', cardId: card('ACTIVE').id, status: 'ACTIVE' }],
    },
  },
  {
    tag: 'countersign-card',
    name: 'asking before it is closed',
    pretence: { ...signedIn, cards: [card('ACTIVE')] },
    press: '.close',
    shows: '.question',
  },
  { tag: 'countersign-card', name: 'being read', pretence: { ...signedIn, loading: true } },
  { tag: 'countersign-card', name: 'no card', pretence: signedIn },
  { tag: 'countersign-activity', name: 'payments', pretence: signedIn, properties: { customerId } },
  {
    tag: 'countersign-activity',
    name: 'no payments',
    pretence: { ...signedIn, transactions: [] },
    properties: { customerId },
  },
  {
    tag: 'countersign-activity',
    name: 'the longest values',
    pretence: { ...signedIn, longest: true },
    properties: { customerId },
  },
  { tag: 'countersign-activity', name: 'right to left', pretence: signedIn, properties: { customerId, dir: 'rtl' } },
  {
    tag: 'countersign-balance',
    name: 'receiving',
    pretence: signedIn,
    properties: { customerId },
    press: '[aria-expanded]',
    shows: '.receive',
  },
  {
    tag: 'countersign-balance',
    name: 'the longest values',
    pretence: { ...signedIn, longest: true },
    properties: { customerId },
    press: '[aria-expanded]',
    shows: '.receive',
  },
  {
    tag: 'countersign-balance',
    name: 'right to left',
    pretence: signedIn,
    properties: { customerId, dir: 'rtl' },
    press: '[aria-expanded]',
    shows: '.receive',
  },
  { tag: 'countersign-balance', name: 'with money on hold', pretence: signedIn, properties: { customerId } },
  { tag: 'countersign-problem', name: 'cancelled', properties: { error: cancelled() } },
  { tag: 'countersign-problem', name: 'no connection', properties: { error: lost } },
];

/** Makes the element of a picture. */
export function elementOf({ tag, pretence = {}, properties = {} }: ShownState): HTMLElement {
  return Object.assign(document.createElement(tag), { wallet: pretendWallet(pretence), ...properties });
}
