/** Warns a developer of set-up mistakes and failures, if there is no `audit`. */

/** Writes what is known of each kind and message, the first time. */
export type NoticeSetup = (kind: string, message: string, known?: string | null) => void;

/** Options of {@link createSetupNotices}. */
export interface CreateSetupNoticesOptions {
  /** Whether an `audit` hears of everything, so that the console needn't. */
  readonly audited: boolean;
}

/** Creates the function that writes to the console. A message holds nothing that a request brought. */
export function createSetupNotices({ audited }: CreateSetupNoticesOptions): NoticeSetup {
  const reported = new Set<string>();
  return (kind, message, known = null) => {
    const line = `countersign/relay: ${kind}: ${message}${known === null ? '' : ` (${known})`}`;
    if (audited || reported.has(line)) return;
    reported.add(line);
    console.warn(line);
  };
}
