/** Data that every panel is drawn from. */
import type { Wallet, WalletState } from 'countersign';
import type { TraceRecord, TraceSnapshot } from '../record/record.ts';
import type { PassedOnControl } from '../passed-on-control.ts';

/** One moment of everything that the inspector knows. */
export interface View {
  readonly wallet: Wallet;
  readonly state: WalletState;
  readonly trace: TraceRecord;
  readonly record: TraceSnapshot;
  /** Epoch ms; read again each second. */
  readonly now: number;
  /** The service's time, epoch ms; this device's before an answer has told it. */
  readonly serviceNow: number;
  /** Messages from other tabs to the wallets of this origin, newest first. */
  readonly announcements: readonly string[];
  /** The sandbox's control plane, where the page's back-end passes calls on to it. */
  readonly control: PassedOnControl | null;
  /** Sets the service's time from the control plane, epoch ms. */
  readonly learnTime: (time: number) => void;
  /** Tells the page that a lie is armed. */
  readonly onLie: () => void;
}

/** End of the session by the service's time, no later than the kit's own limit. */
export function endOf({ record, now, serviceNow }: View, session: NonNullable<WalletState['session']>): number {
  const kept = session.expiresAt - now + serviceNow;
  return Math.min(kept, record.ends[session.sessionId] ?? kept);
}
