/** @jsxImportSource preact */
/** The frame around the steps: the header, the step that is on, and what happens underneath. */

import { render, type VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AccountBar } from './account-bar.tsx';
import { CodeBox } from './code-box.tsx';
import { Demo } from './demo.ts';
import { Button, SkeletonRows } from './fields.tsx';
import { Sheet, useDraw, type StepProps } from './step.tsx';
import type * as signedIn from './steps/signed-in.tsx';
import { WelcomeStep } from './steps/welcome-step.tsx';
import { Stage } from './underneath/stage.tsx';
import { isEarlyView, placeOf, type View } from './views.ts';
import mark from './mark.svg';
import { currentLanguage, languages, speakOwn, translate, type Language, type Text } from './language.ts';

/** The steps of a signed-in person come in a file of their own, while the person looks for the code. */
type LaterSteps = typeof signedIn;

function App({ demo }: StepProps): VNode {
  const draw = useDraw();
  const [isStarted, setStarted] = useState(false);
  /** Why the page did not open, in words: the element for that may be what did not load. */
  const [failure, fail] = useState<Text | null>(null);
  const later = useRef<LaterSteps | null>(null);
  const shown = useRef<View>('loading');
  const { view, notice } = demo.state;

  const start = async (): Promise<void> => {
    fail(null);
    try {
      await demo.start();
      setStarted(true);
    } catch {
      fail('No answer came. Check your connection, then try again.');
    }
  };
  const loadLater = async (): Promise<void> => {
    try {
      later.current = await import('./steps/signed-in.tsx');
      fail(null);
      draw();
    } catch {
      if (isEarlyView(demo.state.view)) return;
      fail('A part of this page did not load. Check your connection, then try again.');
    }
  };
  useLayoutEffect(() => {
    demo.subscribe((update) => {
      draw();
      if (update !== undefined) readElements(demo);
      // Nobody waits for these steps while there is a code to look for.
      if (later.current === null && demo.state.person !== null) void loadLater();
    });
    void start();
  }, []);
  useLayoutEffect(() => {
    if (!isStarted || view === shown.current || (later.current === null && !isEarlyView(view))) return;
    const isFirst = shown.current === 'loading';
    shown.current = view;
    if (isFirst) return;
    scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });

  const renderStep = (): VNode | undefined => {
    if (!isStarted || view === 'loading') return undefined;
    return view === 'welcome' ? <WelcomeStep demo={demo} /> : later.current?.renderStep(view, demo);
  };
  const renderMain = (step = renderStep()): VNode => {
    if (failure !== null) {
      return (
        <Sheet title={translate('The wallet did not open')}>
          <p role="alert">{translate(failure)}</p>
          <div class="actions">
            <Button label={translate('Try again')} class="primary" run={isStarted ? loadLater : start} />
          </div>
        </Sheet>
      );
    }
    if (step === undefined) {
      return (
        <div class="sheet" data-testid="opening">
          <SkeletonRows count={4} said={translate('Opening your wallet…')} />
        </div>
      );
    }
    return (
      <>
        {!navigator.onLine && (
          <p class="caution" role="status">
            {translate('This device is offline. What is shown may be old.')}
          </p>
        )}
        {demo.walletState?.storage === 'memory' && (
          <p class="caution">
            {translate('This browser keeps nothing for this page: your session ends when you close the tab.')}
          </p>
        )}
        {notice !== null && <p class="notice">{notice}</p>}
        {step}
        <CodeBox view={view} />
      </>
    );
  };
  const skip = (event: Event): void => {
    event.preventDefault();
    document.querySelector('main')?.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {translate('Skip to the wallet')}
      </a>
      <Header demo={demo} />
      <div class="columns">
        <main id="main" tabIndex={-1}>
          {renderMain()}
        </main>
        {isStarted && <Stage demo={demo} />}
      </div>
      <p class="visually-hidden" role="status" data-testid="announcer">
        <span key={demo.said}>{demo.said.text}</span>
      </p>
    </>
  );
}

/** Elements that are given their id again read at once. */
function readElements({ state: { person } }: Demo): void {
  if (person === null) return;
  const { customerId } = person;
  for (const shown of document.querySelectorAll('countersign-activity, countersign-balance'))
    Object.assign(shown, { customerId });
  const card = document.querySelector('countersign-card');
  if (card !== null) Object.assign(card, { cardId: card.cardId });
  const payment = document.querySelector('countersign-payment');
  if (payment !== null) Object.assign(payment, { transactionId: payment.transactionId });
}

function Header({ demo }: StepProps): VNode {
  const { view: shown } = demo.state;
  const link = (view: View, label: string): VNode => (
    <button
      type="button"
      aria-current={shown === view ? 'page' : placeOf(shown) === view}
      onClick={() => demo.go(view)}
    >
      {label}
    </button>
  );
  return (
    <header class="top">
      <p class="brand">
        <img src={mark} alt="" width="28" height="28" /> <span>Sample wallet</span> <small>with Countersign</small>
      </p>
      <AccountBar demo={demo} />
      <Menu demo={demo} />
      {demo.walletState?.status === 'signed-in' && (
        <nav aria-label={translate('Wallet')}>
          {link('wallet', translate('Wallet'))}
          {link('history', translate('Payments'))}
          {link('card', translate('Card'))}
          {link('sign-in', translate('Security'))}
          {link('sessions', translate('Devices'))}
        </nav>
      )}
    </header>
  );
}

/** The language, and the way to the documents where the page's head says that they stand beside it. */
function Menu({ demo }: StepProps): VNode {
  const documents = document.querySelector<HTMLMetaElement>('meta[name="documents"]')?.content;
  const language = currentLanguage();
  return (
    <div class="menu">
      {documents !== undefined && <a href={documents}>{translate('Documents')}</a>}
      <label class="language">
        <span aria-hidden="true">{language.toUpperCase()}</span>
        <select
          aria-label={translate('Language')}
          onChange={({ currentTarget: { value } }) => void demo.speak(value as Language)}
        >
          {Object.entries(languages).map(([tag, name]) => (
            <option value={tag} lang={tag} selected={tag === language}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

const root = document.querySelector('#app');
await speakOwn();
root?.replaceChildren();
if (root !== null) render(<App demo={new Demo()} />, root);
