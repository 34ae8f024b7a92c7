/** The inspector's frame: tabs, and the panel in front. */
import { render, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Wallet } from 'countersign';
import { bare, button, el, part } from './element.ts';
import { drawKeys } from './panels/keys.ts';
import { drawSandbox } from './panels/sandbox.ts';
import { drawSequence } from './panels/sequence.ts';
import { drawSigned } from './panels/signed.ts';
import { drawState } from './panels/state.ts';
import { drawTimeline } from './panels/timeline.ts';
import type { PanelName } from './panel-name.ts';
import type { Panel, View } from './panels/view.ts';
import type { TraceRecord } from './record/record.ts';
import type { PassedOnControl } from './passed-on-control.ts';
import { styleText } from './style/index.ts';
import { listenToTabs } from './tabs.ts';

const panels: readonly Panel[] = [
  { name: 'sequence', tab: 'Sequence', title: 'Who says what to whom', draw: drawSequence },
  { name: 'signed', tab: 'Signed', title: 'What did I sign?', draw: drawSigned },
  { name: 'keys', tab: 'Keys', title: 'Which keys exist, and where', draw: drawKeys },
  { name: 'state', tab: 'State', title: 'The wallet’s state', draw: drawState },
  { name: 'timeline', tab: 'Timeline', title: 'Everything, in the order of time', draw: drawTimeline },
  { name: 'sandbox', tab: 'Sandbox', title: 'In front of a sandbox', draw: drawSandbox },
];

/** What the frame is drawn from. */
export interface InspectorParts {
  readonly wallet: Wallet;
  readonly record: TraceRecord;
  readonly control: PassedOnControl | null;
  readonly panel: PanelName;
  readonly onServiceTime: (time: number) => void;
}

/** An inspector that was drawn. */
export interface Drawn {
  show(panel: PanelName): void;
  stop(): void;
}

/** Draws the inspector into a shadow root until `stop`. */
export function drawInspector(root: ShadowRoot, parts: InspectorParts): Drawn {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText());
  root.adoptedStyleSheets = [sheet];
  const draw = (inFront: PanelName): void => render(part(Frame, { ...parts, inFront, show: draw }), root);
  draw(parts.panel);
  return { show: draw, stop: () => render(null, root) };
}

interface FrameProps extends InspectorParts {
  readonly inFront: PanelName;
  readonly show: (panel: PanelName) => void;
}

function Frame({ wallet, record, control, onServiceTime, inFront, show }: FrameProps): VNode {
  const [, setChange] = useState(0);
  const [announcements, hear] = useState<readonly string[]>([]);
  useEffect(() => {
    const again = (): void => setChange((count) => count + 1);
    const heard = (line: string): void => hear((before) => [line, ...before].slice(0, 8));
    const stops = [record.subscribe(again), wallet.subscribe(again), listenToTabs(heard)];
    const timer = setInterval(again, 1000);
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [record, wallet]);
  const now = Date.now();
  const view: View = {
    record: record.snapshot(),
    state: wallet.state(),
    now,
    serviceNow: now + (record.snapshot().clockDifferenceMs ?? 0),
    accountId: wallet.accountId,
    announcements,
    control,
    show,
    clear: () => record.clear(),
    readCredentials: () => void wallet.credentials.list().catch(() => undefined),
    arm: (lie) => record.know({ lie }),
    learnTime(time) {
      record.learnDate(new Date(time).toISOString());
      onServiceTime(time);
    },
  };
  const tabOf = ({ name, tab }: Panel): VNode => {
    const isShown = name === inFront;
    const state = { 'aria-selected': String(isShown), 'aria-controls': 'panel', tabIndex: isShown ? 0 : -1 };
    return button(tab, () => show(name), { role: 'tab', id: `tab-${name}`, ...state });
  };
  const shown = panels.find(({ name }) => name === inFront) ?? panels[0];
  return bare(
    'div.frame',
    el(
      'div.tabs',
      { role: 'tablist', 'aria-label': 'Inspector', onKeyDown: (event: KeyboardEvent) => move(event, inFront, show) },
      ...panels.map(tabOf),
    ),
    shown === undefined
      ? null
      : el(
          'div.panel',
          { key: shown.name, role: 'tabpanel', id: 'panel', 'aria-labelledby': `tab-${shown.name}` },
          bare('h2', shown.title),
          shown.draw(view),
        ),
  );
}

/** Arrow keys, Home and End move between tabs, as the ARIA pattern for tabs has it. */
function move(event: KeyboardEvent, inFront: PanelName, show: (panel: PanelName) => void): void {
  const names = panels.map(({ name }) => name);
  const at = names.indexOf(inFront);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = names[(to + names.length) % names.length] ?? 'sequence';
  show(next);
  (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#tab-${next}`)?.focus();
}
