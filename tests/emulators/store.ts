/** The keyed store of every emulator, and the `*` patterns that servers accept in names. */

/**
 * Whether a name fits a pattern in which `*` represents any run of characters, the empty one included.
 * Everything else is compared as it is.
 */
export const matches = (pattern: string, name: string): boolean => {
  if (!pattern.includes("*")) return pattern === name;
  const form = pattern.replaceAll(/[$()+.?[\\\]^{|}]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${form}$`, "s").test(name);
};

/** Things by name, in the order they were first put. Tests reach into it to change state behind a client's back. */
export class Store<T> {
  readonly #items = new Map<string, T>();

  /** How many there are. */
  get size(): number {
    return this.#items.size;
  }

  /** The thing of that name, or undefined. */
  get(name: string): T | undefined {
    return this.#items.get(name);
  }

  /** Whether there is a thing of that name. */
  has(name: string): boolean {
    return this.#items.has(name);
  }

  /** Puts or replaces. */
  set(name: string, item: T): void {
    this.#items.set(name, item);
  }

  /** Removes an entry; returns whether it existed. */
  delete(name: string): boolean {
    return this.#items.delete(name);
  }

  /** Empties the store. */
  clear(): void {
    this.#items.clear();
  }

  /** All names, oldest first. */
  names(): string[] {
    return [...this.#items.keys()];
  }

  /** All things, oldest first. */
  values(): T[] {
    return [...this.#items.values()];
  }

  /** Name and thing, oldest first. */
  entries(): [string, T][] {
    return [...this.#items.entries()];
  }

  /** The names that fit a pattern (see `matches`), oldest first. */
  matching(pattern: string): string[] {
    return this.names().filter((name) => matches(pattern, name));
  }
}
