/** @jsxImportSource preact */
/** The wallet page: who comes, in which language, and what they came for. */
import { h, render, type ComponentChildren } from 'preact';
import { createWallet, type Wallet } from '../../kit/wallet/index.ts';
import type { WalletReturnOutcome } from '../../wallet-link/index.ts';
import { returnAddress } from './return-address.ts';
import { defineElements } from '../elements/index.ts';
import { fill } from '../elements/parts.ts';
import type { Locale } from '../messages/index.ts';
import { enter, findVisitor, leave, readCard, takeFragment, untilShown, type Visitor } from './arrival.ts';
import { readPageData, type PageData } from './page-data.ts';
import { createPaymentStore } from './payment-store.ts';
import { takeAnswer, type ProviderAnswer } from './providers.ts';
import { createScene, elementView, type Scene, type SceneName } from './scenes.tsx';
import { createPageSignIn, type PageSignIn } from './sign-in-view.tsx';
import { pageEn, type PageTexts } from './texts/en.ts';

/** A session for one payment outlives its signature by this while the outcome isn't known, ms. */
const afterSignatureMs = 30_000;

interface Language {
  readonly tag: string;
  readonly words: PageTexts;
  readonly locale: Locale | undefined;
}

const languages: Readonly<Record<string, () => Promise<Omit<Language, 'tag'>>>> = {
  de: async () => import('./texts/de.ts').then(({ pageDe: words, elementsDe: locale }) => ({ words, locale })),
  es: async () => import('./texts/es.ts').then(({ pageEs: words, elementsEs: locale }) => ({ words, locale })),
  fr: async () => import('./texts/fr.ts').then(({ pageFr: words, elementsFr: locale }) => ({ words, locale })),
  pt: async () => import('./texts/pt.ts').then(({ pagePt: words, elementsPt: locale }) => ({ words, locale })),
};

/** The language that the link names, or else the first of the person's that there is. */
async function loadLanguage({ locale }: PageData): Promise<Language> {
  const wanted = [locale ?? '', ...navigator.languages].map((one) => one.slice(0, 2).toLowerCase());
  const tag = wanted.find((one) => one === 'en' || Object.hasOwn(languages, one)) ?? 'en';
  const loaded = await languages[tag]?.().catch(() => undefined);
  return loaded === undefined ? { tag: 'en', words: pageEn, locale: undefined } : { tag, ...loaded };
}

/** Draws the page of this document, until it is left. */
export async function startWalletPage(): Promise<void> {
  const fragment = takeFragment();
  await untilShown();
  const answer = takeAnswer(fragment);
  if (answer === 'leaves') return;
  const data = readPageData();
  const language = await loadLanguage(data);
  document.documentElement.lang = language.tag;
  const page = createPage(data, language);
  page.draw();
  await page.open(fragment.get('ticket'), answer);
}

interface KitError {
  readonly cause?: { readonly nextStep?: unknown };
}

/** A sign-out, as far as it has come. */
type Departure = 'asked' | 'leaving' | 'left';

/** Why nothing can be shown: nobody is known, or no answer came. */
type Refusal = 'unknown' | { readonly error: unknown; readonly again: () => void };

function createPage(data: PageData, { words, locale }: Language) {
  const root = document.querySelector('#page') as HTMLElement;
  const brand = data.brand.name;
  let refusal: Refusal | undefined;
  let departure: Departure | undefined;
  let wallet: Wallet | undefined;
  let scene: Scene | undefined;
  let signIn: PageSignIn | undefined;
  // A payment's outcome isn't known before its quote was read.
  let outcome: WalletReturnOutcome | undefined = data.page === 'pay' ? undefined : 'cancelled';
  let drawn: unknown;
  let wasIn = false;
  let revoking: ReturnType<typeof setTimeout> | undefined;

  const revoke = (): void => void wallet?.session.revoke().catch(() => undefined);
  const end = (next: WalletReturnOutcome): void => {
    outcome = next;
    const isPaymentOver = next === 'paid' || next === 'failed';
    if (isPaymentOver && data.session === 'payment' && wallet?.state().status === 'signed-in') revoke();
    draw();
  };

  const open = async (ticket: string | null, answer: ProviderAnswer | undefined): Promise<void> => {
    refusal = undefined;
    try {
      await defineElements('problem');
      const cameByTicket = ticket !== null && (await enter(ticket));
      const isIn = cameByTicket || ticket === null;
      // It is used now.
      ticket = null;
      if (data.page === 'sign-out') {
        // The app's back-end alone makes tickets. Any site can link here, so that without one a person is asked.
        if (cameByTicket) return await signOut();
        departure = 'asked';
      } else {
        const visitor = isIn ? await findVisitor() : null;
        if (visitor === null) refusal = 'unknown';
        else await show(visitor, answer, data.page);
      }
    } catch (error) {
      refusal = { error, again: () => void open(ticket, answer) };
    }
    draw();
  };

  const openWallet = (accountId: string): Wallet => {
    const { environment, profile, enclaveKeys, cardKeyPolicies, signIn } = data;
    const { relyingPartyId } = signIn;
    wallet?.close();
    wallet = createWallet({
      relay: '/relay',
      accountId,
      environment,
      profile,
      enclaveKeys,
      ...(cardKeyPolicies !== undefined && { cardKeyPolicies }),
      ...(relyingPartyId !== null && { relyingPartyId }),
      ...(data.session === 'payment' && { store: createPaymentStore() }),
      approve: ({ intent }) => {
        if (intent !== 'quote.execute' || data.session !== 'payment') return true;
        clearTimeout(revoking);
        revoking = setTimeout(revoke, afterSignatureMs);
        return true;
      },
    });
    return wallet;
  };

  /** Ends the session of this browser, whichever of the person's accounts it is of, and the visit. */
  const signOut = async (): Promise<void> => {
    refusal = undefined;
    departure = 'leaving';
    draw();
    try {
      const { accountIds = [] } = (await findVisitor()) ?? {};
      await Promise.all(accountIds.map((accountId) => endSession(openWallet(accountId))));
      await leave();
      departure = 'left';
      outcome = 'done';
      if (data.returnTo !== null) location.replace(returnAddress(data.returnTo, outcome, null));
    } catch (error) {
      refusal = { error, again: () => void signOut() };
    }
    draw();
  };

  /** After a sign-out by an element of this page. */
  const endVisit = async (): Promise<void> => {
    refusal = undefined;
    try {
      if (await leave()) departure = 'left';
    } catch (error) {
      refusal = { error, again: () => void endVisit() };
    }
    draw();
  };

  const show = async (visitor: Visitor, answer: ProviderAnswer | undefined, page: SceneName): Promise<void> => {
    // The relay answers for this person's accounts alone.
    let opened = openWallet((page === 'export' ? data.id : null) ?? visitor.accountIds[0] ?? '');
    const quote = page === 'pay' ? await opened.quote.get(data.id ?? '') : undefined;
    const card = page === 'card' ? await readCard(data.id ?? '') : undefined;
    // A closed card has no account that pays it.
    const payers = card?.fundingSources ?? [quote?.source.accountId];
    const [payer] = payers;
    if (payer !== undefined && !payers.includes(opened.accountId)) opened = openWallet(payer);
    opened.subscribe(draw);
    signIn = createPageSignIn({ wallet: opened, locale, words, draw }, data.signIn.providers);
    scene = await createScene({
      data: { ...data, page },
      words,
      locale,
      visitor,
      wallet: opened,
      quote,
      card,
      end,
      draw,
    });
    if (answer !== undefined) await signIn.resume(answer);
  };

  /** Returns the content in view, with a name that changes with it. */
  const content = (): readonly [name: string, view: ComponentChildren] => {
    if (refusal === 'unknown')
      return [
        'refusal',
        <section key="again" role="alert">
          <h2>{fill(words.againTitle, { brand })}</h2>
          <p>{words.again}</p>
        </section>,
      ];
    if (refusal !== undefined) {
      const { error, again } = refusal;
      return ['problem', h('countersign-problem', { error, locale, 'oncountersign-action': again } as object)];
    }
    if (departure === 'asked')
      return [
        'sign-out',
        <section key="sign-out">
          <h2 tabIndex={-1}>{fill(words.signOutTitle, { brand })}</h2>
          <button type="button" onClick={() => void signOut()}>
            {words.signOut}
          </button>
        </section>,
      ];
    if (departure === 'leaving') return ['leaving', <p role="status">{words.signingOut}</p>];
    if (departure === 'left')
      return [
        'left',
        <section key="left">
          <h2 tabIndex={-1}>{words.signedOut}</h2>
        </section>,
      ];
    const status = wallet?.state().status ?? 'loading';
    if (wallet === undefined || scene === undefined || status === 'loading')
      return ['opening', <p role="status">{words.opening}</p>];
    if (status === 'signed-in' || scene.isOpen()) return ['scene', scene.view()];
    return ['sign-in', signIn?.view()];
  };

  function draw(): void {
    const [name, view] = content();
    // A page that opens leaves the focus where it is.
    const isNext = drawn !== undefined && drawn !== 'opening' && drawn !== name;
    drawn = name;
    wasIn ||= scene !== undefined && wallet?.state().status === 'signed-in';
    const { name: title, logo } = data.brand;
    render(
      <>
        <header>
          {logo === undefined ? null : <img src={logo} alt="" />}
          <h1>{title}</h1>
        </header>
        {/* It stays after a sign-out, whose outcome it says. */}
        {wallet !== undefined && wasIn && data.page === 'home' && refusal === undefined
          ? elementView('session', { wallet, locale })
          : null}
        <div class="content" key={name}>
          {view}
        </div>
        {data.returnTo === null ? null : (
          <a class="back" href={returnAddress(data.returnTo, outcome, data.id)}>
            {fill(words.back, { brand })}
          </a>
        )}
      </>,
      root,
    );
    if (isNext && document.activeElement === document.body)
      requestAnimationFrame(() => root.querySelector<HTMLElement>('.content > *')?.focus());
  }

  // Looking again finds nothing where the visit has ended: the next one does.
  root.addEventListener('countersign-problem', (({ detail: { error } }: CustomEvent<{ readonly error?: KitError }>) => {
    if (error?.cause?.nextStep === 'log-in') refusal = 'unknown';
    draw();
  }) as EventListener);
  root.addEventListener('countersign-action', ((event: CustomEvent<{ readonly kind: string }>) => {
    if (event.detail.kind === 'log-in') refusal = 'unknown';
    draw();
  }) as EventListener);

  root.addEventListener('countersign-signed-out', () => void endVisit());

  return { open, draw };
}

/** Signs out where somebody is signed in, and waits until the service has heard of it, if it does. */
async function endSession(wallet: Wallet): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (wallet.state().status !== 'loading') resolve();
    };
    wallet.subscribe(look);
    look();
  });
  if (wallet.state().status === 'signed-in') await wallet.session.revoke();
}
