/**
 * Every error code of the kit: its class, its next steps, its actor, its cause and its remedy.
 *
 * The classes take only types from here, so that none of these texts is loaded by a page that doesn't ask for them.
 */
import { cryptoErrors } from './crypto.ts';
import type { ErrorFacts, NextStep } from './facts.ts';
import { passkeyErrors } from './passkey.ts';
import { relayErrors } from './relay.ts';
import { sessionErrors } from './session.ts';
import { transportErrors } from './transport.ts';
import { walletErrors } from './wallet.ts';

export type { Actor, ErrorFacts } from './facts.ts';
export type { NextStep };

/** The codes by class. Codes are unique over all classes. */
export const errorCatalogue: Catalogue<{
  readonly CryptoError: typeof cryptoErrors;
  readonly PasskeyError: typeof passkeyErrors;
  readonly RelayError: typeof relayErrors;
  readonly SessionError: typeof sessionErrors;
  readonly TransportError: typeof transportErrors;
  readonly WalletError: typeof walletErrors;
}> = {
  CryptoError: cryptoErrors,
  PasskeyError: passkeyErrors,
  RelayError: relayErrors,
  SessionError: sessionErrors,
  TransportError: transportErrors,
  WalletError: walletErrors,
};

type Catalogue<Tables extends Readonly<Record<string, Readonly<Record<string, ErrorFacts>>>>> = Tables;

/** Names of the error classes. */
export type ErrorClassName = keyof typeof errorCatalogue;

/** The codes of one class. */
export type CodeOf<ClassName extends ErrorClassName> = keyof (typeof errorCatalogue)[ClassName] & string;

/** Every code of every class. */
export type KitErrorCode = { [ClassName in ErrorClassName]: CodeOf<ClassName> }[ErrorClassName];

/** The next steps that an error with this code can name. */
export type NextStepOf<Code extends KitErrorCode> = Code extends KitErrorCode
  ? Extract<
      (typeof errorCatalogue)[ErrorClassName],
      Readonly<Record<Code, { readonly nextSteps: readonly NextStep[] }>>
    >[Code]['nextSteps'][number]
  : never;
