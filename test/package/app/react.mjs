/** An application of React, for its server and its page: the state of a wallet, and an error with what the person can do. */
import { createElement, StrictMode } from 'react';
import { PasskeyError } from 'countersign';
import { elementComponent } from 'countersign/elements/react';
import { useWalletState, WalletProvider } from 'countersign/react';
import { createFakeWallet } from 'countersign/testing';

const { wallet } = createFakeWallet({ state: 'signed-in' });
const error = new PasskeyError('CANCELLED', 'cancelled', { nextStep: 'retry' });
const Problem = elementComponent('problem');
const Status = () => createElement('p', null, useWalletState().status);

/** @param {(kind: string) => void} onAction */
export function application(onAction) {
  const listener = (/** @type {CustomEvent<{ kind: string }>} */ { detail }) => onAction(detail.kind);
  const problem = createElement(Problem, { error, theme: 'dark', 'oncountersign-action': listener });
  return createElement(StrictMode, null, createElement(WalletProvider, { wallet }, createElement(Status), problem));
}
