/** Mounts the inspector: an element with a closed shadow root and style sheets that no policy for styles has to allow. */
import type { Wallet } from 'countersign';
import type { PanelName } from './panel-name.ts';
import { createPassedOnControl } from './passed-on-control.ts';
import { tappedBy, type Tap } from './tap.ts';

/** Options of {@link mountInspector}. */
export interface MountInspectorOptions {
  /** The tap that watches the wallet's options: `createWallet(tap.watch(options))`. */
  readonly tap: Tap;
  /** Parent of the element; the end of the page's body by default. */
  readonly parent?: Element;
  /** Path at which the page's back-end passes calls on to the sandbox's control plane, such as `/api/sandbox`. */
  readonly control?: string;
  /** Called with the service's time from the control plane, epoch ms: after a move of the clock, the page's countdowns follow it. */
  readonly onServiceTime?: (time: number) => void;
  /** Called when a lie is armed. The page fetches the quote it shows anew: only later responses can hold the lie. */
  readonly onLie?: () => void;
  /** The panel to begin with; `messages` by default. */
  readonly panel?: PanelName;
  /** `auto` (default) follows the device. */
  readonly colorScheme?: 'auto' | 'light' | 'dark';
}

/** A mounted inspector. */
export interface Inspector {
  /** The element; its shadow root is closed, since it shows payloads and stamps. */
  readonly element: HTMLElement;
  /** Resolves once it is drawn. The first mount loads its code; rejects if that fails. */
  readonly ready: Promise<void>;
  /** Brings a panel to the front. */
  show(panel: PanelName): void;
  /** Removes the element and stops listening. The tap keeps its record. */
  unmount(): void;
}

const panelNames: readonly string[] = ['messages', 'keys', 'state', 'sandbox'] satisfies PanelName[];

// Nothing that a URL parser could resolve to another path or host.
const pathPattern = /^(?=\/)(?:\/[\w~-][\w.~-]*)*\/?$/;

/**
 * Mounts an inspector of a wallet whose options a tap has watched. It shows payloads and stamps once their outcome is known, and is
 * therefore for wallets with `environment: 'sandbox'` alone.
 *
 * @throws RangeError for a tap that has watched no such wallet, and for a panel, control path or colour scheme that doesn't exist;
 * TypeError that names the option.
 *
 * @example
 * if (location.hostname === 'localhost') {
 *   const { mountInspector } = await import('countersign-sandbox/devtools');
 *   mountInspector(wallet, { tap, control: '/api/sandbox' });
 * }
 */
export function mountInspector(wallet: Wallet, options: MountInspectorOptions): Inspector {
  if (typeof wallet !== 'object' || wallet === null || typeof (wallet as Partial<Wallet>).subscribe !== 'function') {
    throw new TypeError('mountInspector: wallet must be made by createWallet');
  }
  if (typeof options !== 'object' || options === null) throw new TypeError('mountInspector: options must be an object');
  const {
    control,
    panel = 'messages',
    colorScheme = 'auto',
    onServiceTime = () => undefined,
    onLie = () => undefined,
  } = options;
  const tapped = tappedBy(options.tap);
  if (!tapped.isWatching()) {
    throw new RangeError(
      "mountInspector: tap must have watched a wallet with environment: 'sandbox'. The inspector shows payloads and stamps, so it does not mount in production.",
    );
  }
  if (typeof onServiceTime !== 'function') throw new TypeError('mountInspector: onServiceTime must be a function');
  if (typeof onLie !== 'function') throw new TypeError('mountInspector: onLie must be a function');
  checkChoice(panelNames, panel, 'panel');
  checkChoice(['auto', 'light', 'dark'], colorScheme, 'colorScheme');
  if (control !== undefined && !(typeof control === 'string' && pathPattern.test(control))) {
    throw new RangeError('mountInspector: control must be a path of this origin, beginning with one slash');
  }
  const { parent = document.body } = options;
  if (typeof (parent as Partial<Element> | null)?.append !== 'function') {
    throw new TypeError('mountInspector: parent must be an Element');
  }

  const element = document.createElement('div');
  element.dataset['countersignInspector'] = colorScheme;
  const shadow = element.attachShadow({ mode: 'closed' });
  parent.append(element);
  let inFront = panel;
  let isMounted = true;
  let drawn: { show(panel: PanelName): void; stop(): void } | undefined;
  const draw = async (): Promise<void> => {
    const { drawInspector } = await import('./inspector.tsx');
    if (!isMounted) return;
    drawn = drawInspector(shadow, {
      wallet,
      record: tapped.record,
      control: control === undefined ? null : createPassedOnControl(control),
      panel: inFront,
      onServiceTime,
      onLie,
    });
  };
  const ready = draw();
  ready.catch(() => undefined);
  const stopFollowing = tapped.follow(wallet);
  return Object.freeze({
    element,
    ready,
    show(next: PanelName) {
      checkChoice(panelNames, next, 'panel');
      inFront = next;
      drawn?.show(next);
    },
    unmount() {
      isMounted = false;
      stopFollowing();
      drawn?.stop();
      element.remove();
    },
  });
}

function checkChoice(allowed: readonly string[], value: unknown, option: string): void {
  if (typeof value === 'string' && allowed.includes(value)) return;
  throw new RangeError(`mountInspector: ${option} must be one of ${allowed.join(', ')}`);
}
