// Reads of single objects by requests that serve other reads as well: what a module states, and what the verbs offer it. Types only. See docs/protocol.md#shared-reads.

/**
 * The objects of one kind that a service returns several at a time, for {@link SharedReads.load}. A constant of the module: the functions and resources that read
 * these objects share it. An item is what a request for this object alone returns.
 */
export interface ObjectCollection<Client, Item> {
  /** Reads the objects of these keys. An object without an item does not exist. */
  several?(keys: readonly string[], client: Client): Promise<ReadonlyMap<string, Item>>;
  /** Yields the objects below a parent, by key and page by page. An object without an item may exist all the same. */
  all?(parent: string, client: Client): AsyncIterable<ReadonlyMap<string, Item>>;
  /** How many requests of successive reads are sent before the objects are listed: more where a list is expensive. Defaults to 2. */
  requestsBeforeList?: number;
  /** Returns the part of a key that one list covers, such as project and location. Absent: one list covers all keys. */
  parentOf?(key: string): string;
  /** Whether the rate of these requests is limited, so that fewer of them take less time: reads then wait for those in flight. */
  isLimited?: boolean;
}

/** Reads single objects by requests that serve other reads of the process as well. */
export interface SharedReads<Client> {
  /**
   * Returns the item of an object; undefined when it does not exist. `alone` reads this object only: it runs where no request can be shared, and after one that
   * failed, so that results and errors are its own. Items are shared, too: callers must not change them.
   */
  load<Item>(from: ObjectCollection<Client, Item>, key: string, alone: () => Promise<Item | undefined>): Promise<Item | undefined>;
}

/** The part of a context that reads of objects use. */
export interface ReadContext<Client> extends SharedReads<Client> {
  client: Client;
}
