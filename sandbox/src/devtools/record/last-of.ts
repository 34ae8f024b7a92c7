/** The last item that fits: `findLast`, which is younger than the oldest browser that the kit supports. */
export function lastOf<Item, Fit extends Item>(
  items: readonly Item[],
  fits: (item: Item) => item is Fit,
): Fit | undefined;
export function lastOf<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item | undefined;
export function lastOf<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item | undefined {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item !== undefined && fits(item)) return item;
  }
  return undefined;
}
