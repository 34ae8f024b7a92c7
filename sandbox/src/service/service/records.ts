/** Records by id, and in lists that keep the order of their creation: one of all, and those that a record names. */
export interface Records<Item> extends Map<string, Item> {
  /** The records of a list; all by default. */
  list(name?: string): readonly Item[];
}

/** Creates none yet. `namesOf`: the lists in which a record stands. */
export function createRecords<Item>(namesOf: (item: Item) => readonly string[]): Records<Item> {
  const byId = new Map<string, Item>();
  const lists = new Map<string, Item[]>();
  const listsOf = (item: Item): readonly string[] => ['', ...namesOf(item)];
  const leave = (name: string, item: Item): void => {
    lists.set(
      name,
      (lists.get(name) ?? []).filter((other) => other !== item),
    );
  };
  const [put, remove] = [byId.set.bind(byId), byId.delete.bind(byId)];
  const records: Records<Item> = Object.assign(byId, {
    list: (name = '') => lists.get(name) ?? [],
    set(id: string, item: Item) {
      const before = byId.get(id);
      const [old, names] = [before === undefined ? [] : listsOf(before), listsOf(item)];
      for (const name of old) if (before !== undefined && !names.includes(name)) leave(name, before);
      for (const name of names) {
        const list = lists.get(name) ?? [];
        if (before !== undefined && old.includes(name)) list[list.indexOf(before)] = item;
        else list.push(item);
        lists.set(name, list);
      }
      put(id, item);
      return records;
    },
    delete(id: string) {
      const item = byId.get(id);
      if (item !== undefined) for (const name of listsOf(item)) leave(name, item);
      return remove(id);
    },
  });
  return records;
}
