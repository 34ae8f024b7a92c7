/** @jsxImportSource preact */
/** Beside a wallet page: links in the place of the elements that sign. */

import type { VNode } from 'preact';
import { walletLinks, type WalletLinkOptions } from 'countersign/wallet-link';
import { currentLanguage, translate, type Text } from '../page/language.ts';
import { pageSettings } from '../page/settings.ts';

/** Each element's page there, and the words that lead to it. */
const pages: Readonly<Record<string, readonly [page: string, label: Text]>> = {
  review: ['pay', 'Continue to your wallet page'],
  card: ['card', 'Manage card'],
  credentials: ['sign-in-methods', 'Change how you sign in'],
  sessions: ['sessions', 'See your devices'],
};

/** Whether an element is a link here. */
export const isOnWalletPage = (name: string): boolean => pageSettings().walletPage && Object.hasOwn(pages, name);

/** The link to a page there, through the back-end's entrance, with the step that it leads back to. */
function linkTo(page: string, id: string): string {
  const links = walletLinks('/to-wallet');
  const back = (view: string): WalletLinkOptions => ({
    returnTo: `${location.origin}/#${view}`,
    locale: currentLanguage(),
  });
  if (page === 'pay') return links.pay(id, back('review'));
  if (page === 'card') return links.card(id, undefined, back('card'));
  return page === 'sessions' ? links.sessions(back('sessions')) : links.signInMethods(back('sign-in'));
}

/** Ends the app's own session, with which the back-end ends the visits to the wallet page. The page that loads shows whether it did. */
function leave(): void {
  void fetch('/api/session', { method: 'DELETE' })
    .catch(() => undefined)
    .then(() => location.assign('/'));
}

/** Options of {@link WalletPageLinks}. */
interface WalletPageLinksProps {
  /** The element in whose place they are. */
  readonly name: string;
  /** The record that it is about. */
  readonly id: string | undefined;
}

/** The links of an element; nothing while it has nothing to be about. */
export function WalletPageLinks({ name, id }: WalletPageLinksProps): VNode | null {
  const [page, label] = pages[name] ?? [];
  if (page === undefined || label === undefined) return null;
  if (!id && (page === 'pay' || page === 'card')) return null;
  return (
    <>
      <p class="lead">{translate('Next: confirm it on your secure wallet page.')}</p>
      {pageSettings().sandbox && <p class="caution">{translate('In this sandbox the code is always 000000.')}</p>}
      <div class="actions">
        <button type="button" class="primary" onClick={() => location.assign(linkTo(page, id ?? ''))}>
          {translate(label)}
        </button>
        {page === 'sessions' && (
          <button type="button" class="quiet" onClick={leave}>
            {translate('Leave this app')}
          </button>
        )}
      </div>
    </>
  );
}
