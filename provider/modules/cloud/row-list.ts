// Lists whose rows are objects: which action returns them, what identifies a row, and how one of them is read. See docs/modules/cloud.md#shared-reads.
import type { ObjectCollection, ReadContext } from "../../contract/shared-reads";
import { recordBy, scalarText, textOf } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import { unlessCode, type CloudClient } from "./client";
import { memberName } from "./mapping";
import { pagesOf } from "./pages";
import type { IdFormat, Parts } from "./ids";

/** A list of the service. */
interface RowListSpec<Name extends string> {
  action: string;
  /** The member of the response that contains the rows. */
  rows: string;
  ids: IdFormat<Name>;
  /** Remote names of parts of an ID that are exceptions to the rule. */
  members?: Readonly<Partial<Record<NoInfer<Name>, string>>>;
  /** The parts of an ID that are parameters of the request: they name what contains the rows. The row contains the others. Defaults to none. */
  containerParts?: readonly NoInfer<Name>[];
  /** The codes with which the service reports that the object, or what contains it, does not exist. */
  gone: readonly string[];
  /** Returns the parameters that restrict the list to one object. */
  filterByParts?(parts: Parts<NoInfer<Name>>): PlainMap;
  /** Reads one object by an action of its own, which returns what a row does. */
  readObject?(parts: Parts<NoInfer<Name>>, client: CloudClient): Promise<PlainMap>;
  /** The members without which a row does not replace that action. */
  requiredMembers?: readonly string[];
  /** Returns the parameters that restrict the list to the objects with these IDs, at most as many as a page has rows. */
  filterByIds?(ids: readonly string[]): PlainMap;
  /** Whether the action has no pages. */
  isWhole?: boolean;
  /** Whether letter case has no meaning in the parts that a row contains. */
  ignoresCase?: boolean;
}

/** Where a list begins, and parameters that restrict it. */
interface Range {
  start?: number;
  params?: PlainMap;
}

/** The service returns no more rows in a page, and accepts no more IDs in a request. */
const pageSize = 100;

/** A list of the service, as the source of single objects. */
export class RowList<Name extends string> {
  readonly ids: IdFormat<Name>;
  /** The codes with which the service reports that the object, or what contains it, does not exist. */
  readonly gone: readonly string[];
  private readonly containerParts: readonly Name[];
  /** The parts of an ID that a row contains. */
  private readonly rowParts: readonly Name[];
  private readonly collection: ObjectCollection<CloudClient, PlainMap>;

  constructor(private readonly spec: RowListSpec<Name>) {
    const { ids, containerParts = [], filterByParts, filterByIds } = spec;
    this.ids = ids;
    this.gone = spec.gone;
    this.containerParts = containerParts;
    this.rowParts = ids.names.filter((name) => !containerParts.includes(name));
    const isContained = containerParts.length > 0;
    // A request that is restricted to one object is smaller than the list of its container.
    const isShared = filterByIds !== undefined || (isContained && !filterByParts);
    this.collection = {
      isLimited: true,
      all: (parent, client) => this.pages(client, this.containerOf(parent)),
      ...(isShared && { several: (keys, client) => this.several(keys, client) }),
      ...(isContained && { parentOf: (key) => this.parentOf(key) }),
    };
  }

  /** Returns the row of an object; undefined when it does not exist. */
  async find(id: string, { client, load }: ReadContext<CloudClient>): Promise<PlainMap | undefined> {
    return load(this.collection, this.keyOf(this.ids.split(id)), () => this.findAlone(id, client));
  }

  /** Returns the row as {@link find} does, by a request that serves no other read. */
  async findAlone(id: string, client: CloudClient): Promise<PlainMap | undefined> {
    return unlessCode(this.gone, () => this.row(id, client));
  }

  /** Returns the row as {@link findAlone} does; fails where the service reports that what contains it does not exist. */
  async row(id: string, client: CloudClient): Promise<PlainMap | undefined> {
    const { readObject, filterByParts, filterByIds } = this.spec;
    const parts = this.ids.split(id);
    if (readObject) return readObject(parts, client);
    const rows = await this.read(client, parts, filterByIds?.([id]) ?? filterByParts?.(parts));
    return rows.get(this.keyOf(parts));
  }

  /** Returns the name of the part that identifies the container. */
  get container(): Name | "" {
    return this.containerParts[0] ?? "";
  }

  /** Yields the rows of a container with their IDs. Fails with `unavailable` for a response of another form. */
  async *entries(client: CloudClient, container: Partial<Parts<Name>> = {}, start = 0): AsyncGenerator<[string, PlainMap]> {
    for await (const { rows } of this.rowPages(client, container, { start }))
      for (const row of rows) yield [this.ids.join(this.partsOf(container, row)), row];
  }

  /** Yields the IDs of all objects of the account page by page. */
  async *idPages(client: CloudClient): AsyncGenerator<string[]> {
    for await (const { rows } of this.rowPages(client, {}, {})) yield rows.map((row) => this.ids.join(this.partsOf({}, row)));
  }

  private rowPages(client: CloudClient, container: Partial<Parts<Name>>, { start = 0, params = {} }: Range): ReturnType<typeof pagesOf> {
    const { action, rows, isWhole = false } = this.spec;
    const place = Object.fromEntries(this.containerParts.map((name) => [this.memberOf(name), container[name] ?? ""]));
    const members = this.rowParts.map((name) => this.memberOf(name));
    return pagesOf(client, { action, params: { ...place, ...params }, list: rows, size: pageSize, isWhole, members }, start);
  }

  private async *pages(client: CloudClient, container: Partial<Parts<Name>>, range: Range = {}): AsyncGenerator<Map<string, PlainMap>> {
    const { action, requiredMembers = [] } = this.spec;
    for await (const { rows } of this.rowPages(client, container, range)) {
      if (rows.some((row) => requiredMembers.some((member) => textOf(row[member]) === undefined)))
        throw await client.unexpectedResponse(action);
      yield new Map(rows.map((row) => [this.keyOf(this.partsOf(container, row)), row]));
    }
  }

  private async read(client: CloudClient, container: Partial<Parts<Name>>, params: PlainMap = {}): Promise<Map<string, PlainMap>> {
    const rows = new Map<string, PlainMap>();
    for await (const page of this.pages(client, container, { params })) for (const [key, row] of page) rows.set(key, row);
    return rows;
  }

  private async several(keys: readonly string[], client: CloudClient): Promise<Map<string, PlainMap>> {
    const { filterByIds, readObject } = this.spec;
    const found = new Map<string, PlainMap>();
    if (!filterByIds) {
      for (const [key, row] of await this.read(client, this.containerOf(this.parentOf(keys[0] ?? "")))) found.set(key, row);
      // The number of rows of a list without pages may have a limit.
      for (const key of readObject ? keys.filter((each) => !found.has(each)) : []) {
        const row = await this.findAlone(key, client);
        if (row) found.set(key, row);
      }
      return found;
    }
    for (let start = 0; start < keys.length; start += pageSize)
      for (const [key, row] of await this.read(client, {}, filterByIds(keys.slice(start, start + pageSize)))) found.set(key, row);
    return found;
  }

  private memberOf(name: Name): string {
    return this.spec.members?.[name] ?? memberName(name);
  }

  private partsOf(container: Partial<Parts<Name>>, row: PlainMap): Parts<Name> {
    return recordBy(this.ids.names, (name) =>
      this.containerParts.includes(name) ? (container[name] ?? "") : scalarText(row[this.memberOf(name)]),
    );
  }

  private keyOf(parts: Parts<Name>): string {
    const isFolded = (name: Name): boolean => this.spec.ignoresCase === true && this.rowParts.includes(name);
    return this.ids.join(recordBy(this.ids.names, (name) => (isFolded(name) ? parts[name].toLowerCase() : parts[name])));
  }

  private parentOf(key: string): string {
    const parts = this.ids.split(key);
    return this.containerParts.map((name) => parts[name]).join("#");
  }

  private containerOf(parent: string): Partial<Parts<Name>> {
    const values = parent.split("#");
    return Object.fromEntries(this.containerParts.map((name, n) => [name, values[n]])) as Partial<Parts<Name>>;
  }
}
