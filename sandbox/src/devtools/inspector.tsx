/** @jsxImportSource preact */
/** The inspector's frame: tabs, and the panel in front. */
import { render, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Wallet } from 'countersign';
import { KeysPanel } from './panels/keys.tsx';
import { MessagesPanel } from './panels/messages.tsx';
import { SandboxPanel } from './panels/sandbox.tsx';
import { StatePanel } from './panels/state.tsx';
import type { PanelName } from './panel-name.ts';
import type { TraceRecord } from './record/record.ts';
import type { PassedOnControl } from './passed-on-control.ts';
import { styleText } from './style/index.ts';
import { listenToTabs } from './tabs.ts';

const panels = [
  { name: 'messages', tab: 'Messages', title: 'Message flow', Panel: MessagesPanel },
  { name: 'keys', tab: 'Keys', title: 'Which keys exist, and where', Panel: KeysPanel },
  { name: 'state', tab: 'State', title: 'The wallet’s state', Panel: StatePanel },
  { name: 'sandbox', tab: 'Sandbox', title: 'In front of a sandbox', Panel: SandboxPanel },
] as const;

/** Data and actions for the frame. */
export interface InspectorParts {
  readonly wallet: Wallet;
  readonly record: TraceRecord;
  readonly control: PassedOnControl | null;
  readonly panel: PanelName;
  readonly onServiceTime: (time: number) => void;
  readonly onLie: () => void;
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
  const draw = (inFront: PanelName): void => render(<Frame {...parts} inFront={inFront} show={draw} />, root);
  draw(parts.panel);
  return { show: draw, stop: () => render(null, root) };
}

interface FrameProps extends InspectorParts {
  readonly inFront: PanelName;
  readonly show: (panel: PanelName) => void;
}

function Frame({ wallet, record, control, onServiceTime, onLie, inFront, show }: FrameProps): VNode {
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
  const snapshot = record.snapshot();
  const learnTime = (time: number): void => {
    record.learnDate(new Date(time).toISOString());
    onServiceTime(time);
  };
  const serviceNow = now + (snapshot.clockDifferenceMs ?? 0);
  const known = { wallet, state: wallet.state(), trace: record, record: snapshot, control, onLie };
  const { title, Panel } = panels.find(({ name }) => name === inFront) ?? panels[0];
  return (
    <div class="frame">
      <div class="tabs" role="tablist" aria-label="Inspector" onKeyDown={(event) => move(event, inFront, show)}>
        {panels.map(({ name, tab }) => (
          <button
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === inFront}
            aria-controls="panel"
            tabIndex={name === inFront ? 0 : -1}
            onClick={() => show(name)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div class="panel" key={inFront} role="tabpanel" id="panel" aria-labelledby={`tab-${inFront}`}>
        <h2>{title}</h2>
        <Panel {...known} now={now} serviceNow={serviceNow} announcements={announcements} learnTime={learnTime} />
      </div>
    </div>
  );
}

/** Arrow keys, Home and End move between tabs, as the ARIA pattern for tabs has it. */
function move(event: KeyboardEvent, inFront: PanelName, show: (panel: PanelName) => void): void {
  const names = panels.map(({ name }) => name);
  const at = names.indexOf(inFront);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = names[(to + names.length) % names.length] ?? 'messages';
  show(next);
  (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#tab-${next}`)?.focus();
}
