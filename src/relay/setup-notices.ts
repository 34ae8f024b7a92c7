/** Tells a developer of a mistake in the set-up, where no `audit` would. */

/** Writes one line for each kind of mistake, the first time that it happens. */
export type NoticeSetup = (kind: string, message: string) => void;

/** Options of {@link createSetupNotices}. */
export interface CreateSetupNoticesOptions {
  /** Whether an `audit` hears of the mistakes, so that the console needn't. */
  readonly audited: boolean;
}

/** Creates the function that writes to the console. A message holds nothing that a request brought. */
export function createSetupNotices({ audited }: CreateSetupNoticesOptions): NoticeSetup {
  const told = new Set<string>();
  return (kind, message) => {
    if (audited || told.has(kind)) return;
    told.add(kind);
    console.warn(`countersign/relay: ${kind}: ${message}`);
  };
}
