// The reads of one kind of objects on one connection, and what they share: a request for several objects, or a list of all. See docs/protocol.md#shared-reads.
import type { RequestContext } from "../contract/context";
import type { ObjectCollection } from "../contract/shared-reads";
import { ObjectList } from "./object-list";
import { ReadQueue, type Batch, type ObjectRead } from "./read-queue";
import type { SharedRequest } from "./shared-request";
import { Sharing } from "./sharing";

/** What belongs to the process. */
export interface ReadClock {
  now(): number;
  /** Changes with every write of the process. */
  generation(): number;
}

/** The result of a shared request for one object. */
interface Found<Item> {
  item: Item | undefined;
}

type Items<Item> = ReadonlyMap<string, Item>;

/** See ObjectCollection. Programs that read one or two objects never pay for a list. */
const usualRequestsBeforeList = 2;
/** A list is not kept longer, in ms. */
const keptMs = 10_000;

/** Reads the objects of one kind. Whatever a shared request does not decide, each read decides alone: its results and errors are its own. */
export class ObjectGroup<Item> {
  private readonly sharing: Sharing;
  private readonly queue: ReadQueue<Item>;
  /** Reads that follow each other without a write. `requests`: those that were sent without a list. */
  private burst = { generation: -1, at: -Infinity, requests: 0 };
  private listed: { list: ObjectList<Item>; since: number } | undefined;

  constructor(
    private readonly from: ObjectCollection<unknown, Item>,
    private readonly parent: string,
    private readonly clock: ReadClock,
  ) {
    this.sharing = new Sharing(() => clock.now());
    this.queue = new ReadQueue(() => clock.now(), from.isLimited);
  }

  /** Returns the item of one object; undefined when it does not exist. */
  async load(read: ObjectRead<Item>): Promise<Item | undefined> {
    if (mayBeOlder(read) && this.sharing.pending) await ifReceived(read, this.sharing.pending.wait(read.context));
    // Nothing is awaited before a read is sent, so that those of the same moment see each other.
    const list = this.listFor(read);
    const listed = list && (await this.fromList(list, read));
    if (listed) return listed.item;
    const joined = this.queue.isBusy && this.canReadSeveral ? await this.fromSeveral(read) : undefined;
    if (joined) return joined.item;
    this.countRequest(read);
    return this.queue.run(read.alone);
  }

  /** An object that the list does not contain may exist all the same. */
  private async fromList(list: ObjectList<Item>, read: ObjectRead<Item>): Promise<Found<Item> | undefined> {
    const item = await ifReceived(read, list.find(read.key, read.context));
    return item === undefined ? undefined : this.served({ item });
  }

  private async fromSeveral(read: ObjectRead<Item>): Promise<Found<Item> | undefined> {
    const request = this.requestFor(await this.queue.join(read), read);
    const items = await ifReceived(read, request?.wait(read.context));
    const item = items?.get(read.key);
    // A refresh removes an object from the state only after a request of its own has missed it.
    const isDecided = items && (item !== undefined || !mayBeOlder(read));
    return isDecided ? this.served({ item }) : undefined;
  }

  private served(found: Found<Item>): Found<Item> {
    this.sharing.addServed();
    return found;
  }

  private get canReadSeveral(): boolean {
    return this.from.several !== undefined && this.sharing.isAllowed("several");
  }

  /** Returns the request for the objects of a batch, which its first read sends; undefined if each has to be sent alone. */
  private requestFor(batch: Batch<Item>, read: ObjectRead<Item>): SharedRequest<Items<Item>> | undefined {
    if (batch.request || batch.reads.length < 2 || !this.canReadSeveral) return batch.request;
    this.countRequest(read);
    const keys = [...new Set(batch.reads.map(({ key }) => key))];
    const send = async (shared: RequestContext): Promise<Items<Item>> =>
      this.queue.run(async () => this.from.several!(keys, read.clientFor(shared)));
    return (batch.request = this.sharing.start("several", read.context, send));
  }

  /** Returns the list that may serve this read: one that is young enough, or a new one if the burst is long enough. */
  private listFor(read: ObjectRead<Item>): ObjectList<Item> | undefined {
    if (!mayBeOlder(read)) return undefined;
    this.continueBurst(read);
    if (this.listed) return this.listed.list;
    // A batch that is not sent yet serves this read as well.
    const { requestsBeforeList = usualRequestsBeforeList } = this.from;
    const isWanted = this.burst.requests >= requestsBeforeList && !this.queue.isCollecting;
    if (!isWanted || !this.from.all || !this.sharing.isAllowed("all")) return undefined;
    const list = new ObjectList((context) => this.from.all!(this.parent, read.clientFor(context)), this.sharing);
    const listed = { list, since: this.clock.now() };
    this.listed = listed;
    setTimeout(() => this.listed === listed && (this.listed = undefined), keptMs).unref();
    return list;
  }

  /** Drops what this read must not be served from. */
  private continueBurst({ maximumAgeMs }: ObjectRead<Item>): void {
    const now = this.clock.now();
    const generation = this.clock.generation();
    const isWritten = generation !== this.burst.generation;
    if (isWritten || now - this.burst.at > maximumAgeMs) this.burst = { generation, at: now, requests: 0 };
    this.burst.at = now;
    if (this.listed && (isWritten || now - this.listed.since > maximumAgeMs)) this.listed = undefined;
  }

  private countRequest(read: ObjectRead<Item>): void {
    if (mayBeOlder(read)) this.burst.requests++;
  }
}

function mayBeOlder({ maximumAgeMs }: ObjectRead<unknown>): boolean {
  return maximumAgeMs > 0;
}

/** Returns the result of a shared request; undefined if it failed, which decides nothing. Fails if the read was aborted. */
async function ifReceived<T>({ context }: ObjectRead<unknown>, result: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (context.signal.aborted) throw error;
    return undefined;
  }
}
