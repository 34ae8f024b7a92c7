/** Rejects unknown options: a misspelt `approve` would silently turn a defence off. */

/**
 * Checks that an object holds no other members than these. `names` has a key for each option; its values are ignored.
 *
 * @throws TypeError naming the place, the option, and the one whose name has the most pairs of letters in common with it.
 */
export function checkOptionNames<Options extends object>(
  options: Options,
  names: Readonly<Record<keyof Options, unknown>>,
  place: string,
): void {
  for (const given of Object.keys(options)) {
    if (Object.hasOwn(names, given)) continue;
    const likeness = (name: string): number =>
      pairsOf(given).filter((pair) => pairsOf(name).includes(pair)).length / (given.length + name.length);
    const [nearest] = Object.keys(names).sort((left, right) => likeness(right) - likeness(left));
    throw new TypeError(
      `${place}: options has no "${given}"; pass "${String(nearest)}", the nearest name, or leave it out`,
    );
  }
}

function pairsOf(name: string): readonly string[] {
  const letters = name.toLowerCase();
  return Array.from(letters, (_, at) => letters.slice(at, at + 2));
}
