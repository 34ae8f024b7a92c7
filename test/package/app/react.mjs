/** An application of React, for its server and its page: the state of a wallet, and an error with what the person can do. */
import { createElement, StrictMode } from 'react';
import { PasskeyError } from 'countersign';
import { elementComponent } from 'countersign/elements/react';
import { useWalletState, WalletProvider } from 'countersign/react';
import { createFakeWallet } from 'countersign-sandbox/testing';

const { wallet } = createFakeWallet({ state: 'signed-in' });
const error = new PasskeyError('CANCELLED', 'cancelled', { nextStep: 'retry' });
const Problem = elementComponent('problem');
const Status = () => createElement('p', null, useWalletState().status);

/**
 * @param {(kind: string) => void} onAction @param
 * {import('react').RefObject<import('countersign/elements').ProblemElement | null>} [ref]
 */
export function application(onAction, ref) {
  const listener = (/** @type {CustomEvent<{ kind: string }>} */ { detail }) => onAction(detail.kind);
  const more = { className: 'mine', hidden: false, 'oncountersign-problem': /** @type {any} */ (false) };
  const problem = createElement(Problem, { error, ref, theme: 'dark', 'oncountersign-action': listener, ...more });
  return createElement(StrictMode, null, createElement(WalletProvider, { wallet }, createElement(Status), problem));
}
