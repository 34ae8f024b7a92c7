/** A target that counts who listens. */
export class CountingTarget extends EventTarget {
  readonly #listening = new Set<string>();
  readonly #ids = new Map<unknown, number>();
  get count(): number {
    return this.#listening.size;
  }
  #keyOf(type: string, run: unknown): string {
    if (!this.#ids.has(run)) this.#ids.set(run, this.#ids.size);
    return `${type} ${this.#ids.get(run)}`;
  }
  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    this.#listening.add(this.#keyOf(given[0], given[1]));
    super.addEventListener(...given);
  }
  override removeEventListener(...given: Parameters<EventTarget['removeEventListener']>): void {
    this.#listening.delete(this.#keyOf(given[0], given[1]));
    super.removeEventListener(...given);
  }
}
