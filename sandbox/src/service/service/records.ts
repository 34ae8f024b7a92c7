/** Records by id, and in lists that keep the order of their creation: one of all, and those that a record names. */
export class Records<Item> extends Map<string, Item> {
  readonly #namesOf: (item: Item) => readonly string[];
  readonly #lists = new Map<string, Item[]>();

  constructor(namesOf: (item: Item) => readonly string[]) {
    super();
    this.#namesOf = (item) => ['', ...namesOf(item)];
  }

  /** The records of a list; all by default. */
  list(name = ''): readonly Item[] {
    return this.#lists.get(name) ?? [];
  }

  override set(id: string, item: Item): this {
    const before = this.get(id);
    const [old, names] = [before === undefined ? [] : this.#namesOf(before), this.#namesOf(item)];
    for (const name of old) if (!names.includes(name)) this.#remove(name, before);
    for (const name of names) {
      const list = this.#lists.get(name) ?? [];
      if (before !== undefined && old.includes(name)) list[list.indexOf(before)] = item;
      else list.push(item);
      this.#lists.set(name, list);
    }
    return super.set(id, item);
  }

  override delete(id: string): boolean {
    const item = this.get(id);
    if (item !== undefined) for (const name of this.#namesOf(item)) this.#remove(name, item);
    return super.delete(id);
  }

  #remove(name: string, item: Item | undefined): void {
    const left = this.list(name).filter((other) => other !== item);
    this.#lists.set(name, left);
  }
}
