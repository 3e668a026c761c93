// A list of the objects below a parent, read page by page as far as reads need it. See docs/protocol.md#shared-reads.
import type { RequestContext } from "../contract/context";
import { ProviderError } from "../core/errors/errors";
import type { SharedRequest } from "./shared-request";
import type { Sharing } from "./sharing";

/** A larger list is given up. */
const maximumObjects = 5000;

type ListPage<Item> = ReadonlyMap<string, Item>;

/** The pages that were read so far. */
export class ObjectList<Item> {
  private readonly items = new Map<string, Item>();
  private abort = new AbortController();
  private pages: AsyncIterator<ListPage<Item>> | undefined;
  /** The request for the next page, while it runs, and its context. */
  private request: SharedRequest<void> | undefined;
  private context: RequestContext | undefined;
  private isComplete = false;

  /** `read` returns the pages; the context is that of all their requests. */
  constructor(
    private readonly read: (context: RequestContext) => AsyncIterable<ListPage<Item>>,
    private readonly sharing: Sharing,
  ) {}

  /** Returns the item of a key; undefined if the pages that may be read do not contain it. Fails if a page cannot be read. */
  async find(key: string, context: RequestContext): Promise<Item | undefined> {
    while (!this.items.has(key)) {
      // The reads that the last page serves are counted first: they pay for the next one.
      if (!this.hasNext()) await new Promise(setImmediate);
      if (!this.hasNext()) break;
      await (this.request ??= this.requestPage(context)).wait(context);
    }
    return this.items.get(key);
  }

  private hasNext(): boolean {
    return this.request !== undefined || (!this.isComplete && this.sharing.isAllowed("all"));
  }

  private requestPage(starter: RequestContext): SharedRequest<void> {
    const send = async (shared: RequestContext): Promise<void> => {
      shared.signal.addEventListener("abort", () => this.reset(shared.signal.reason), { once: true });
      this.context = shared;
      await this.addPage();
    };
    return this.sharing.start("all", starter, send, () => (this.request = undefined));
  }

  private async addPage(): Promise<void> {
    const pages = (this.pages ??= this.read(this.listContext())[Symbol.asyncIterator]());
    const { value, done } = await pages.next();
    if (pages !== this.pages) return;
    if (done) {
      this.isComplete = true;
      return this.sharing.refund();
    }
    for (const [key, item] of value) this.items.set(key, item);
    if (this.items.size <= maximumObjects) return;
    throw new ProviderError("failed_precondition", `The list has more than ${maximumObjects} objects.`);
  }

  /** Aborts the request: no read waits for it. A later one begins with the first page. */
  private reset(reason: unknown): void {
    this.abort.abort(reason);
    this.abort = new AbortController();
    this.pages = undefined;
  }

  /** Returns the context of all requests, which have one signal, as one list: their logs belong to the read that has requested the page. */
  private listContext(): RequestContext {
    return {
      signal: this.abort.signal,
      status: (message) => this.context?.status(message),
      log: (severity, message) => this.context?.log(severity, message),
      redact: (text) => this.context?.redact(text) ?? text,
    };
  }
}
