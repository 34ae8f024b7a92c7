/** Prints one line of figures under a test, in every engine. */
export function report(line: string): void {
  // oxlint-disable-next-line no-console -- The figures are what the run is for.
  console.info(line);
}
