// Lists whose rows are objects: which action returns them, what identifies a row, and how one of them is read. See docs/modules/cloud.md#shared-reads.
import type { ObjectCollection, ReadContext } from "../../contract/shared-reads";
import { recordBy, scalarText } from "../../core/values/records";
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
  /** Whether letter case has no meaning in the last part of an ID. */
  ignoresCase?: boolean;
}

/** Where a list begins, parameters that restrict it, and the members that a row must have besides the parts of its ID. */
interface Range {
  start?: number;
  params?: PlainMap | undefined;
  members?: readonly string[] | undefined;
}

/** The service accepts no more IDs in a request. */
const maxIds = 100;

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
      all: (parent, client) => this.all(client, this.containerOf(parent)),
      ...(isShared && { several: (keys, client) => this.several(keys, client) }),
      ...(isContained && { parentOf: (key) => this.parentOf(key) }),
    };
  }

  /** Returns the row of an object; undefined when it does not exist. Fails with `invalid_argument` for an invalid ID. */
  async find(id: string, { client, load }: ReadContext<CloudClient>): Promise<PlainMap | undefined> {
    this.ids.split(id);
    return load(this.collection, this.keyOf(id), () => this.findAlone(id, client));
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
    return rows.get(this.keyOf(id));
  }

  /** Returns the name of the part that identifies the container. */
  get container(): Name | "" {
    return this.containerParts[0] ?? "";
  }

  /** Yields the rows of a container with their IDs. Fails as {@link pages}. */
  async *entries(client: CloudClient, container: Partial<Parts<Name>> = {}, start = 0): AsyncGenerator<[string, PlainMap]> {
    for await (const page of this.pages(client, container, { start })) yield* page;
  }

  /** Yields the rows of a container with their IDs, page by page. Fails with `unavailable` for a response of another form. */
  async *pages(client: CloudClient, container: Partial<Parts<Name>> = {}, range: Range = {}): AsyncGenerator<[string, PlainMap][]> {
    const { action, rows: list, isWhole = false } = this.spec;
    const { start, params, members = [] } = range;
    const place: Partial<Parts<Name>> = recordBy(this.containerParts, (name) => container[name] ?? "");
    const request = {
      action,
      params: { ...Object.fromEntries(this.containerParts.map((name) => [this.memberOf(name), place[name] ?? ""])), ...params },
      list,
      isWhole,
      members: [...this.rowParts.map((name) => this.memberOf(name)), ...members],
    };
    const idOf = (row: PlainMap): string =>
      this.ids.join(recordBy(this.ids.names, (name) => place[name] ?? scalarText(row[this.memberOf(name)])));
    for await (const { rows } of pagesOf(client, request, start)) yield rows.map((row) => [idOf(row), row]);
  }

  /** Yields the rows that replace reads of single objects, by key and page by page. */
  private async *all(client: CloudClient, container: Partial<Parts<Name>>): AsyncGenerator<Map<string, PlainMap>> {
    for await (const page of this.pages(client, container, { members: this.spec.requiredMembers }))
      yield new Map(page.map(([id, row]) => [this.keyOf(id), row]));
  }

  private async read(client: CloudClient, container: Partial<Parts<Name>>, params?: PlainMap): Promise<Map<string, PlainMap>> {
    const rows = new Map<string, PlainMap>();
    for await (const page of this.pages(client, container, { params, members: this.spec.requiredMembers }))
      for (const [id, row] of page) rows.set(this.keyOf(id), row);
    return rows;
  }

  private async several(keys: readonly string[], client: CloudClient): Promise<Map<string, PlainMap>> {
    const { filterByIds, readObject } = this.spec;
    if (!filterByIds) {
      const found = await this.read(client, this.containerOf(this.parentOf(keys[0] ?? "")));
      // The number of rows of a list without pages may have a limit.
      for (const key of readObject ? keys.filter((each) => !found.has(each)) : []) {
        const row = await this.findAlone(key, client);
        if (row) found.set(key, row);
      }
      return found;
    }
    const found = new Map<string, PlainMap>();
    for (let start = 0; start < keys.length; start += maxIds)
      for (const [key, row] of await this.read(client, {}, filterByIds(keys.slice(start, start + maxIds)))) found.set(key, row);
    return found;
  }

  private memberOf(name: Name): string {
    return this.spec.members?.[name] ?? memberName(name);
  }

  /** Returns the ID with its last part, which a row contains, in lower case where letter case has no meaning. */
  private keyOf(id: string): string {
    return this.spec.ignoresCase ? id.replace(/[^#]*$/, (part) => part.toLowerCase()) : id;
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
