/** A sentence that must hold, with its tests. */

/** Tests of one file, by their titles as the file has them. */
export interface TestsOf {
  /** Below `test/`. */
  readonly file: string;
  readonly titles: readonly string[];
}

/** One sentence that holds. */
export interface Behaviour {
  readonly says: string;
  readonly tests: readonly TestsOf[];
  /** Real tabs over a network, in Chromium and in Firefox alike. */
  readonly inFlight?: TestsOf;
}

/** Tests of real tabs. */
export const inFlight = (file: 'money' | 'sessions', ...titles: readonly string[]): TestsOf => ({
  file: `in-flight/${file}.ts`,
  titles,
});
/** Tests of a file. */
export const of = (file: string, ...titles: readonly string[]): TestsOf => ({ file: `${file}.test.ts`, titles });
