/** A row of the coverage tables: something that the specification shows, and the test that exercises it, or why nothing does. */
export interface Row {
  readonly what: string;
  /** File in test/sandbox without its ending, and the title as it is written there. */
  readonly test?: readonly [file: string, title: string];
  /** Why it is not emulated. */
  readonly why?: string;
}

/** A row that a test exercises. */
export function shown(what: string, file: string, title: string): Row {
  return { what, test: [file, title] };
}

/** Rows that the same reason keeps out. */
export function leftOut(why: string, ...names: readonly string[]): Row[] {
  return names.map((what) => ({ what, why }));
}
