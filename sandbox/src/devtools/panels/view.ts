/** What every panel is drawn from. */
import type { VNode } from 'preact';
import type { WalletState } from 'countersign';
import type { LieName } from '../record/lies.ts';
import type { PanelName } from '../panel-name.ts';
import type { TraceSnapshot } from '../record/record.ts';
import type { PassedOnControl } from '../passed-on-control.ts';

/** One moment of everything that the inspector knows. */
export interface View {
  readonly record: TraceSnapshot;
  readonly state: WalletState;
  /** Epoch ms; read again each second. */
  readonly now: number;
  /** The service's time, epoch ms; this device's before an answer has told it. */
  readonly serviceNow: number;
  readonly accountId: string;
  /** What other tabs have said to the wallets of this origin, newest first. */
  readonly announcements: readonly string[];
  /** The sandbox's control plane, where the page's back-end passes calls on to it. */
  readonly control: PassedOnControl | null;
  /** Brings another panel to the front. */
  readonly show: (panel: PanelName) => void;
  readonly clear: () => void;
  /** Asks the service which ways to sign in the account has. */
  readonly readCredentials: () => void;
  /** Has the next answer that can hold it changed so; null takes it back. */
  readonly arm: (lie: LieName | null) => void;
  /** Takes the service's time as the control plane told it, epoch ms. */
  readonly learnTime: (time: number) => void;
}

/** When a session ends by the service's time: as the service told it, no later than the kit keeps it. */
export function endOf({ record, now, serviceNow }: View, session: NonNullable<WalletState['session']>): number {
  const kept = session.expiresAt - now + serviceNow;
  return Math.min(kept, record.ends[session.sessionId] ?? kept);
}

/** A panel: its tab, its heading, and how it is drawn. */
export interface Panel {
  readonly name: PanelName;
  readonly tab: string;
  readonly title: string;
  readonly draw: (view: View) => VNode;
}
