/** @jsxImportSource preact */
/** Beside a wallet page: links in the place of the elements that sign. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { readAnswer } from '../page/requests.ts';
import { pageSettings } from '../page/settings.ts';

type Button = readonly [label: string, to?: string];

/** Each element's page there, with buttons, and the state that each asks for. */
const pages: Readonly<Record<string, readonly [page: string, ...buttons: readonly Button[]]>> = {
  review: ['pay', ['Continue to your wallet page']],
  card: ['card', ['Freeze card', 'frozen'], ['Unfreeze card', 'active'], ['Close card', 'closed']],
  credentials: ['sign-in-methods', ['Change how you sign in']],
  sessions: ['sessions', ['See active sign-ins']],
};

/** Whether an element is a link here. */
export const isOnWalletPage = (name: string): boolean => pageSettings().walletPage && Object.hasOwn(pages, name);

/** Options of {@link WalletPageLinks}. */
interface WalletPageLinksProps {
  /** The element in whose place they are. */
  readonly name: string;
  /** The record that it is about. */
  readonly id: string | undefined;
}

/** The links of an element; nothing while it has nothing to be about. */
export function WalletPageLinks({ name, id }: WalletPageLinksProps): VNode | null {
  const [failed, setFailed] = useState(false);
  const [page, ...buttons] = pages[name] ?? [''];
  if (!id && (page === 'pay' || page === 'card')) return null;
  const run = (work: () => Promise<void>) => (): void => {
    setFailed(false);
    work().catch(() => setFailed(true));
  };
  const follow = async (to?: string): Promise<void> => {
    const body = JSON.stringify({ page, id, to });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    // Each press has a ticket of its own.
    location.assign((await readAnswer<{ href: string }>(await fetch('/api/wallet-link', init))).href);
  };
  const leave = async (): Promise<void> => {
    // The wallet's session ends there, and the page leads back.
    location.assign((await readAnswer<{ next: string }>(await fetch('/api/session', { method: 'DELETE' }))).next);
  };
  return (
    <>
      <p class="lead">You confirm this on your wallet page, which no script of this app reaches.</p>
      {pageSettings().sandbox && (
        <p class="sandbox">
          This is the sandbox: no message is sent, and the code there is <code>000000</code>.
        </p>
      )}
      <div class="actions">
        {buttons.map(([label, to], index) => (
          <button type="button" class={index === 0 ? 'primary' : 'quiet'} onClick={run(() => follow(to))}>
            {label}
          </button>
        ))}
        {page === 'sessions' && (
          <button type="button" class="quiet" onClick={run(leave)}>
            Leave this app
          </button>
        )}
      </div>
      {failed && <p role="alert">No answer came. Check your connection, then try again.</p>}
    </>
  );
}
