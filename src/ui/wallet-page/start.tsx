/** @jsxImportSource preact */
/** The wallet page: who comes, in which language, and what they came for. */
import { h, render, type ComponentChildren, type VNode } from 'preact';
import type { Store } from '../../kit/session/index.ts';
import { createWallet, type Wallet } from '../../kit/wallet/index.ts';
import type { WalletReturnOutcome } from '../../wallet-link/index.ts';
import { returnAddress } from './return-address.ts';
import { defineElements } from '../elements/index.ts';
import { fill } from '../elements/parts.ts';
import { english } from '../messages/in-english.ts';
import type { Locale } from '../messages/index.ts';
import { enter, findVisitor, leave, readCard, takeFragment, untilShown, type Visitor } from './arrival.ts';
import { readPageData, type PageData } from './page-data.ts';
import { maskedAddress } from './owner.ts';
import { takeAnswer, type ProviderAnswer } from './providers.ts';
import { createScene, type Scene, type SceneName } from './scenes.tsx';
import { createPageStore, deleteOtherSessions } from './session-store.ts';
import { createPageSignIn, type PageSignIn } from './sign-in-view.tsx';
import { pageEn, type PageTexts } from './texts/en.ts';

/** A session for one payment outlives its signature by this while the outcome isn't known, ms. */
const afterSignatureMs = 30_000;

/** Leaving the page waits so long for the service to hear that the session has ended; its key is gone with the page, ms. */
const leavingMs = 2_000;

interface Language {
  readonly tag: string;
  readonly words: PageTexts;
  readonly locale: Locale;
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
  return loaded === undefined ? { tag: 'en', words: pageEn, locale: english } : { tag, ...loaded };
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
  readonly nextStep?: unknown;
  readonly cause?: { readonly nextStep?: unknown };
}

/** A sign-out, as far as it has come. */
type Departure = 'asked' | 'leaving' | 'left';

/** Why nothing can be shown: nobody is known, or no answer came. */
type Refusal = 'unknown' | { readonly error: unknown; readonly again: () => void };

function createPage(data: PageData, { words, locale }: Language) {
  const root = document.querySelector('#page') as HTMLElement;
  const { app } = data;
  const brand = data.brand.name;
  let store: Store | undefined;
  let owner: string | undefined;
  /** True once the person has pressed something that needs a session. */
  let wantsSignIn = false;
  let refusal: Refusal | undefined;
  let departure: Departure | undefined;
  let wallet: Wallet | undefined;
  let scene: Scene | undefined;
  let signIn: PageSignIn | undefined;
  // A payment's outcome isn't known before its quote was read.
  let outcome: WalletReturnOutcome | undefined = data.page === 'pay' ? undefined : 'cancelled';
  let drawn: unknown;
  let revoking: ReturnType<typeof setTimeout> | undefined;

  const revoke = async (): Promise<void> => void (await wallet?.session.revoke().catch(() => undefined));
  const isSignedIn = (): boolean => wallet?.state().status === 'signed-in';
  const end = (next: WalletReturnOutcome): void => {
    outcome = next;
    const isPaymentOver = next === 'paid' || next === 'failed';
    if (isPaymentOver && data.session === 'payment' && isSignedIn()) void revoke();
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
        openStore(visitor);
        if (visitor === null) refusal = 'unknown';
        else await show(visitor, answer, data.page);
      }
    } catch (error) {
      refusal = { error, again: () => void open(ticket, answer) };
    }
    draw();
  };

  /** Opens the store of this document; a session of another visit is deleted, whoever comes. */
  const openStore = (visitor: Visitor | null): Store => {
    const visit = data.session === 'visit' ? visitor?.visit : undefined;
    void deleteOtherSessions(visit).catch(() => undefined);
    return (store ??= createPageStore(visit));
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
      store: store ?? openStore(null),
      ...(data.session === 'payment' && { refreshBefore: false }),
      approve: ({ intent }) => {
        if (intent !== 'quote.execute' || data.session !== 'payment' || !isSignedIn()) return true;
        clearTimeout(revoking);
        revoking = setTimeout(() => void revoke(), afterSignatureMs);
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
      const visitor = await findVisitor();
      openStore(visitor);
      const { accountIds = [] } = visitor ?? {};
      await Promise.all(accountIds.map((accountId) => endSession(openWallet(accountId))));
      await leave();
      departure = 'left';
      outcome = 'done';
      if (data.page === 'sign-out' && data.returnTo !== null)
        location.replace(returnAddress(data.returnTo, outcome, null));
    } catch (error) {
      refusal = { error, again: () => void signOut() };
    }
    draw();
  };

  /** After an element of this page has ended the session. */
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
    let wasIn = false;
    opened.subscribe(() => {
      const isIn = opened.state().status === 'signed-in';
      if (isIn && !wasIn) wantsSignIn = false;
      wasIn = isIn;
      draw();
    });
    wantsSignIn = answer !== undefined;
    const { providers } = data.signIn;
    signIn = createPageSignIn(
      { wallet: opened, locale, words, draw },
      { providers, purpose: () => scene?.purpose?.() },
    );
    const nameOwner = async (): Promise<void> => {
      owner = await maskedAddress(opened);
      draw();
    };
    void nameOwner();
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

  /** Returns the content in view, with a name that changes with it and the title of the step. */
  const content = (): readonly [name: string, title: string, view: ComponentChildren] => {
    if (refusal === 'unknown') {
      const title = fill(words.againTitle, { app });
      return [
        'refusal',
        title,
        <section key="again" role="alert">
          <h2>{title}</h2>
          <p>{words.again}</p>
        </section>,
      ];
    }
    if (refusal !== undefined) {
      const { error, again } = refusal;
      return ['problem', '', h('countersign-problem', { error, locale, 'oncountersign-action': again } as object)];
    }
    if (departure === 'asked') {
      const title = fill(words.signOutTitle, { brand });
      return [
        'sign-out',
        title,
        <section key="sign-out">
          <h2 tabIndex={-1}>{title}</h2>
          {signOutButton()}
        </section>,
      ];
    }
    if (departure === 'leaving') return ['leaving', words.signingOut, <p role="status">{words.signingOut}</p>];
    if (departure === 'left')
      return [
        'left',
        words.signedOut,
        <section key="left">
          <h2 tabIndex={-1}>{words.signedOut}</h2>
        </section>,
      ];
    const status = wallet?.state().status ?? 'loading';
    if (scene === undefined || signIn === undefined || status === 'loading')
      return ['opening', '', <p role="status">{words.opening}</p>];
    return status === 'signed-in' || (scene.isOpen() && !wantsSignIn)
      ? [sceneName(scene), scene.title(), scene.view()]
      : ['sign-in', signIn.title(), signIn.view()];
  };

  const sceneName = (shown: Scene): string => `scene${shown.step?.() ?? ''}`;

  const signOutButton = (): VNode => (
    <button type="button" onClick={() => void signOut()}>
      {words.signOut}
    </button>
  );

  /** Leads back to the app; a session whose key is in this page's memory ends with it. */
  const goBack = (event: Event): void => {
    if (data.session !== 'payment' || outcome === 'pending' || !isSignedIn()) return;
    event.preventDefault();
    const { href } = event.currentTarget as HTMLAnchorElement;
    const late = new Promise((resolve) => void setTimeout(resolve, leavingMs));
    void Promise.race([revoke(), late]).then(() => location.assign(href));
  };

  /** The way back, in the app's name: the one thing left to do once what the person came for is done. */
  const backView = (returnTo: string): VNode => {
    const isDone = outcome === 'paid' || outcome === 'done';
    const back = fill(words.back, { app });
    return (
      <a class={isDone ? 'back done' : 'back'} href={returnAddress(returnTo, outcome, data.id)} onClick={goBack}>
        {isDone ? (
          <>
            <span>{words.done}</span> <small>{back}</small>
          </>
        ) : (
          back
        )}
      </a>
    );
  };

  function draw(): void {
    const [name, title, view] = content();
    document.title = title === '' ? brand : `${title} – ${brand}`;
    // A page that opens leaves the focus where it is.
    const isNext = drawn !== undefined && drawn !== 'opening' && drawn !== name;
    drawn = name;
    const { name: heading, logo } = data.brand;
    const isHere = scene !== undefined && refusal === undefined && departure === undefined;
    render(
      <>
        <header>
          {logo === undefined ? null : <img src={logo} alt="" />}
          <h1>{heading}</h1>
          {isHere && owner !== undefined ? (
            <p class="owner" translate={false}>
              <bdi>{owner}</bdi>
            </p>
          ) : null}
        </header>
        {name === 'sign-in' && scene?.isOpen() === true && scene.hasField?.() === true ? (
          <div class="content" key={sceneName(scene)} hidden>
            {scene.view()}
          </div>
        ) : null}
        <div class="content" key={name}>
          {view}
        </div>
        {isHere && data.page === 'home' ? signOutButton() : null}
        {data.returnTo === null ? null : backView(data.returnTo)}
      </>,
      root,
    );
    const { activeElement } = document;
    // A browser takes the focus from what is hidden, but later.
    if (isNext && (activeElement === document.body || activeElement?.closest('[hidden]')))
      requestAnimationFrame(() => root.querySelector<HTMLElement>('.content:not([hidden]) > *')?.focus());
  }

  // Looking again finds nothing where the visit has ended: the next one does.
  root.addEventListener('countersign-problem', (({ detail: { error } }: CustomEvent<{ readonly error?: KitError }>) => {
    if (error?.cause?.nextStep === 'log-in') refusal = 'unknown';
    // A press that needs a session leads to the sign-in, and is pressed again after it.
    if (error?.nextStep === 'reauthenticate' && !isSignedIn()) wantsSignIn = true;
    draw();
  }) as EventListener);
  root.addEventListener('countersign-action', ((event: CustomEvent<{ readonly kind: string }>) => {
    if (event.detail.kind === 'log-in') refusal = 'unknown';
    if (event.detail.kind === 'sign-in') wantsSignIn = true;
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
