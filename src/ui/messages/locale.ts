/** The texts of one language. */
import type { Screens, ScreenTexts } from './screens/screens.ts';

/** Actions of a person about an error; a page shows them as buttons, or leads there. */
export type ActionKind =
  | 'retry'
  | 'sign-in'
  | 'log-in'
  | 'start-over'
  | 'new-code'
  | 'new-quote'
  | 'correct'
  | 'other-way'
  | 'look'
  | 'reload'
  | 'support';

/** A heading without a full stop, and one to three sentences. */
export interface Message {
  /** A heading without a full stop. */
  readonly title: string;
  /** One to three sentences. */
  readonly text: string;
}

/** The errors as a person tells them apart; many codes of developers and operators share `set-up` and `service-failed`. */
export type MessageKey =
  | 'account-pending'
  | 'address-taken'
  | 'authenticator-failed'
  | 'back-end-untrusted'
  | 'busy'
  | 'cancelled'
  | 'card-changed'
  | 'card-closed'
  | 'card-limit'
  | 'card-not-ready'
  | 'code-exhausted'
  | 'code-expired'
  | 'code-malformed'
  | 'code-wrong'
  | 'confirm-first'
  | 'credential-exists'
  | 'credential-in-use'
  | 'credential-missing'
  | 'document-needed'
  | 'factor-unsupported'
  | 'identity-choice'
  | 'input-invalid'
  | 'insufficient-funds'
  | 'key-not-deleted'
  | 'limit-reached'
  | 'logged-out'
  | 'not-allowed'
  | 'not-approved'
  | 'offline'
  | 'outcome-unknown'
  | 'page-outdated'
  | 'passkey-busy'
  | 'passkey-choice'
  | 'passkey-exists'
  | 'passkey-not-here'
  | 'passkey-timed-out'
  | 'passkeys-missing'
  | 'payload-refused'
  | 'payment-failed'
  | 'quote-expired'
  | 'screen-lock-missing'
  | 'service-failed'
  | 'session-ended'
  | 'set-up'
  | 'sign-in-again'
  | 'sign-in-interrupted'
  | 'signed-out'
  | 'slow'
  | 'start-over'
  | 'storage-blocked'
  | 'too-late'
  | 'too-many'
  | 'unknown'
  | 'unsupported'
  | 'wallet-not-ready';

/** The texts of one language. `wait` is added where the service says when to come back; `{time}` is, for example, "in 30 seconds". */
export interface Locale {
  /** BCP 47, for example `de`. */
  readonly language: string;
  /** A heading and a text for each kind of error. */
  readonly messages: Readonly<Record<MessageKey, Message>>;
  /** Text of the button for each kind of action. */
  readonly actions: Readonly<Record<ActionKind, string>>;
  /** The sentence that says when to come back. */
  readonly wait: string;
  /** The texts of `countersign/elements`; what is missing is shown in English. */
  readonly screens?: ScreenTexts;
}

/** A language that lacks nothing: the compiler names each text that is missing. */
export interface CompleteLocale extends Locale {
  /** All texts of `countersign/elements`. */
  readonly screens: Screens;
}
