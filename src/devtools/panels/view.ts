/** What every panel is drawn from. */
import type { VNode } from 'preact';
import type { WalletState } from '../../wallet/index.ts';
import type { PanelName } from '../panel-name.ts';
import type { TraceSnapshot } from '../record/record.ts';
import type { PassedOnControl } from '../passed-on-control.ts';

/** One moment of everything that the inspector knows. */
export interface View {
  readonly record: TraceSnapshot;
  readonly state: WalletState;
  /** Epoch ms; read again each second. */
  readonly now: number;
  readonly accountId: string;
  /** Tabs of this origin that hold an inspector, this one included. */
  readonly tabs: number;
  /** What other tabs have said to the wallets of this origin, newest first. */
  readonly announcements: readonly string[];
  /** The sandbox's control plane, where the page's back-end passes calls on to it. */
  readonly control: PassedOnControl | null;
  /** Brings another panel to the front. */
  readonly show: (panel: PanelName) => void;
  readonly clear: () => void;
}

/** A panel: its tab, its heading, and how it is drawn. */
export interface Panel {
  readonly name: PanelName;
  readonly tab: string;
  readonly title: string;
  readonly draw: (view: View) => VNode;
}
