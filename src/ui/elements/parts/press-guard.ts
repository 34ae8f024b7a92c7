/** The rule of a press, for every button that signs: docs/security.md says it. */

/** The content stands unchanged for this; presses closer than this are one series, ms. */
const stoodMs = 800;

/** The button stands wholly in view for this, ms. */
const inViewMs = 300;

/** Scrolling calls back near the whole button, and often enough to see both ends of one that is higher than the window. */
const thresholds = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 1];

/** Why a press doesn't count: too early, or on a button that had to be scrolled to. */
export type PressRefusal = 'wait' | 'outOfView';

/** The element of a guard. */
export interface GuardedElement {
  /** Returns what is shown and signed, to be compared; undefined while there is nothing to sign. */
  signs(): string | undefined;
  /** Called when something else is shown than before. */
  changed(): void;
  isBusy(): boolean;
  redraw(): void;
}

/** The attributes of a button that signs. */
export interface GuardedButton {
  readonly ref: (button: Element | null) => void;
  readonly 'aria-disabled': boolean;
  readonly onClick: (event: Event) => void;
}

/** Guards the buttons of one element. */
export interface PressGuard {
  /** Why the last press didn't count; undefined once one did, or once what is shown has stood anew. */
  readonly refusal: PressRefusal | undefined;
  /** Compares what would be signed with what stood there, before each drawing. */
  look(): void;
  /** The attributes of a button whose press does this; that of a form submits it. */
  button(act?: () => void): GuardedButton;
  /** Listens in this window; what stood in another place has to stand anew. */
  begin(view: Window): void;
  end(): void;
}

/** A press: where it began, and when. */
interface Press {
  readonly path: readonly EventTarget[];
  readonly time: number;
  readonly series: number;
}

/** The presses in one window. */
interface Hand {
  /** The series of the last press. */
  readonly series: () => number;
  /** The press that the click now ends. */
  readonly press: () => Press | undefined;
  /** Called when the person comes back to this window. */
  readonly returns: Set<() => void>;
}

/** A button's place in view. */
interface InView {
  isWhole?: boolean;
  /** The ends that were seen of a button higher than the window. */
  top?: boolean;
  bottom?: boolean;
  /** When the button had been in view for long enough. */
  since: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** The clock of events. */
const eventTime = (): number => new Event('now').timeStamp;

const hands = new WeakMap<Window, Hand>();

/** Follows the presses in a window, since they can begin before an element is there. */
export function followPresses(view: Window): Hand {
  const known = hands.get(view) ?? createHand(view);
  hands.set(view, known);
  return known;
}

function createHand(view: Window): Hand {
  const returns = new Set<() => void>();
  const { document } = view;
  // A press may have been the reason to load this.
  let series = 1;
  let ending: ReturnType<typeof setTimeout> | undefined;
  let pointer: Press | undefined;
  let key: Press | undefined;
  let press: Press | undefined;
  let beginsSeries = false;
  let lastTime = eventTime();
  const endSeries = (): void => {
    clearTimeout(ending);
    ending = undefined;
  };
  const keepSeries = (): void => {
    clearTimeout(ending);
    ending = setTimeout(endSeries, stoodMs);
  };
  const begin = (event: Event): Press => {
    beginsSeries = ending === undefined || event.timeStamp - lastTime >= stoodMs;
    lastTime = event.timeStamp;
    if (beginsSeries) series += 1;
    keepSeries();
    return { path: event.composedPath(), time: event.timeStamp, series };
  };
  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ): void => view.addEventListener(type, listener, { capture: true, passive: true });
  keepSeries();
  listen('pointerdown', (event) => (pointer = begin(event)));
  // It was a scroll.
  listen('pointercancel', () => {
    pointer = undefined;
    if (beginsSeries) endSeries();
  });
  listen('keydown', (event) => {
    if (!event.repeat && (event.key === 'Enter' || event.key === ' ')) key = begin(event);
  });
  // The space bar clicks when it comes up.
  listen('keyup', () => setTimeout(() => (key = undefined)));
  listen('click', (event) => {
    press = (event.detail === 0 ? key : pointer) ?? begin(event);
    pointer = undefined;
  });

  // A frame of this page takes the focus from its window, but not from its document.
  let isKept = false;
  let asking: ReturnType<typeof setInterval> | undefined;
  listen('blur', ({ target }) => {
    if (target !== view) return;
    key = undefined;
    isKept = false;
    clearInterval(asking);
    let isFirst = true;
    asking = setInterval(() => {
      isKept = (isFirst || isKept) && document.hasFocus();
      isFirst = false;
      if (!isKept) clearInterval(asking);
    }, 50);
  });
  const come = (): void => {
    for (const call of returns) call();
  };
  listen('focus', ({ target }) => {
    if (target !== view) return;
    clearInterval(asking);
    if (!isKept) come();
    isKept = false;
  });
  document.addEventListener('visibilitychange', come);
  return { series: () => series, press: () => press, returns };
}

/** Creates the guard of one element. */
export function createPressGuard({ signs, changed, isBusy, redraw }: GuardedElement): PressGuard {
  let seen: string | undefined;
  /** The last that was there, to name a change. */
  let last: string | undefined;
  let refusal: PressRefusal | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When and in which series it had stood for long enough; undefined before. */
  let stood: Pick<Press, 'time' | 'series'> | undefined;
  let view: Window | undefined;
  let hand: Hand | undefined;
  let observer: IntersectionObserver | undefined;
  const buttons = new Map<Element, InView>();

  const restart = (): void => {
    clearTimeout(timer);
    stood = undefined;
    // A hidden page isn't read; its return begins anew.
    if (seen === undefined || hand === undefined || view?.document.visibilityState !== 'visible') return;
    const { series } = hand;
    timer = setTimeout(() => {
      stood = { time: eventTime(), series: series() };
      refusal = undefined;
      redraw();
    }, stoodMs);
  };
  const comeBack = (): void => {
    restart();
    redraw();
  };
  const look = (): void => {
    const now = signs();
    if (now === seen) return;
    seen = now;
    const isChange = now !== undefined && last !== undefined && now !== last;
    last = now ?? last;
    refusal = undefined;
    restart();
    if (isChange) changed();
  };

  const showIn = (entry: IntersectionObserverEntry): void => {
    const shown = buttons.get(entry.target);
    if (shown === undefined) return;
    const { boundingClientRect: box, intersectionRect: part, rootBounds } = entry;
    const isTall = box.height > (rootBounds?.height ?? view?.innerHeight ?? 0);
    // Less than a pixel can be lost to rounding.
    const isSeen = entry.isIntersecting && part.width > box.width - 1;
    shown.top = isTall && ((isSeen && part.top < box.top + 1) || shown.top === true);
    shown.bottom = isTall && ((isSeen && part.bottom > box.bottom - 1) || shown.bottom === true);
    const isWhole = isSeen && (part.height > box.height - 1 || (shown.top && shown.bottom));
    if (isWhole === shown.isWhole) return;
    shown.isWhole = isWhole;
    shown.since = Infinity;
    clearTimeout(shown.timer);
    if (isWhole) shown.timer = setTimeout(() => (shown.since = eventTime()), inViewMs);
  };
  const observe = (button: Element): void => {
    const shown = buttons.get(button);
    clearTimeout(shown?.timer);
    // Without an observer, as in jsdom, every button counts as in view.
    buttons.set(button, { since: observer === undefined ? 0 : Infinity });
    observer?.observe(button);
  };
  const watch = (button: Element | null): void => {
    if (button === null || buttons.has(button)) return;
    for (const before of buttons.keys()) {
      if (before.isConnected) continue;
      observer?.unobserve(before);
      buttons.delete(before);
    }
    observe(button);
  };

  /** Scrolls to a button, to the end that wasn't seen yet of a high one, and has its place told anew. */
  const scrollTo = (button: Element): void => {
    const { top = false, bottom = false } = buttons.get(button) ?? {};
    button.scrollIntoView({ block: top ? 'end' : bottom ? 'start' : 'center', behavior: 'instant' });
    observer?.unobserve(button);
    observer?.observe(button);
  };

  const judge = (button: HTMLButtonElement, press: Press | undefined): PressRefusal | undefined => {
    const shown = buttons.get(button);
    if (stood === undefined || press === undefined || shown === undefined) return 'wait';
    // Enter in a field presses the button of its form.
    const isHere = press.path.some((node) => node === button || (button.form !== null && node === button.form));
    if (!isHere || press.time < stood.time || press.series <= stood.series) return 'wait';
    if (press.time >= shown.since) return undefined;
    return shown.isWhole === false ? 'outOfView' : 'wait';
  };

  return {
    get refusal() {
      return refusal;
    },
    look,
    button: (act) => ({
      ref: watch,
      'aria-disabled': isBusy() || stood === undefined,
      onClick(event) {
        const button = event.currentTarget as HTMLButtonElement;
        // The page may have set something else since the last drawing.
        look();
        refusal = isBusy() ? undefined : judge(button, hand?.press());
        if (refusal === undefined && !isBusy()) return act?.();
        // That of a form would submit it.
        event.preventDefault();
        if (refusal === 'outOfView') scrollTo(button);
        redraw();
      },
    }),
    begin(now) {
      view = now;
      hand = followPresses(now);
      hand.returns.add(comeBack);
      const { IntersectionObserver: Observer } = now as unknown as Partial<typeof globalThis>;
      observer =
        Observer &&
        new Observer(
          (entries) => {
            for (const entry of entries) showIn(entry);
          },
          { threshold: thresholds },
        );
      for (const button of buttons.keys()) observe(button);
      restart();
    },
    end() {
      clearTimeout(timer);
      stood = undefined;
      hand?.returns.delete(comeBack);
      observer?.disconnect();
    },
  };
}
