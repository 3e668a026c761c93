// How lookups and resources speak with the cloud: one client for each operation, over the remote that all operations share.
import type { RequestContext } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import type { Schema } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";
import { pause } from "../../http/concurrency/abort";
import { hasVendorCode, ApiError, NoReasonError } from "./errors";
import type { Identity, CallMode, Transport } from "./transport";
import { withRenewedKeys } from "./transport";

/** What all clients of one configuration share. */
export interface Connection {
  transport: Transport;
  credentials: Identity;
  /** Waits between two looks; replaced in tests. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How an answer is waited for. */
export interface ReadOptions {
  /** Attempts while the service answers with an internal error; default as many as the time allows (cloud-lookups.md 3.2). */
  attempts?: number;
}

/** How the pages of a list are asked for. */
export interface PageOptions extends ReadOptions {
  /** Offset and Limit are texts (vpc). */
  asText?: boolean;
  /** No result at all is a failure; a result without the list is an empty list. */
  required?: boolean;
  /** Rows of a page; default 100. */
  size?: number;
}

/** What of its surroundings a call may know. */
export interface Place {
  /** The schema of the package. */
  schema: Schema;
  /** The user's home directory. */
  home: string | undefined;
}

/** More pages than any list has. */
const mostPages = 1000;
/** Rows of a page: as many as the services allow. */
const pageSize = 100;

/** Speaks with the cloud within one operation. */
export class CloudClient {
  private shared: Promise<Connection> | undefined;

  /** `open` finds what is shared; it is called when something is asked of the cloud, never before. */
  constructor(
    private readonly open: () => Promise<Connection>,
    readonly context: RequestContext,
    readonly place: Place,
  ) {}

  /** The region that all calls go to. */
  async region(): Promise<string> {
    const { credentials: identity } = await this.connection();
    return identity.region(this.context.signal);
  }

  /** What a reading action answers: `Result` where the answer has one (null included), else the members of `Response` but for the request id. */
  async read(action: string, params: PlainMap = {}, { attempts: tries }: ReadOptions = {}): Promise<Plain> {
    const { RequestId: _, ...answer } = await this.call("read", action, params, tries);
    return resultOf(answer);
  }

  /** The member `Result` of what a reading action answers, though it may hold nothing; undefined where it is null or not there. */
  async readResult(action: string, params: PlainMap, { attempts: tries }: ReadOptions = {}): Promise<PlainMap | undefined> {
    const { Result: result } = await this.call("read", action, params, tries);
    return isObject(result) ? result : undefined;
  }

  /** As {@link result}; fails with kind "unavailable" when there is none. */
  async requireResult(action: string, params: PlainMap, options: ReadOptions = {}): Promise<PlainMap> {
    const result = await this.readResult(action, params, options);
    if (result !== undefined) return result;
    throw new ApiError(action, { code: "ClientError.EmptyResponse", message: "empty response" });
  }

  /** As {@link read}, with nothing where the service refuses with one of these codes, or answers null. */
  async find(action: string, params: PlainMap, gone: readonly string[]): Promise<PlainMap | undefined> {
    try {
      const found = await this.read(action, params);
      return isObject(found) ? found : undefined;
    } catch (error) {
      if (hasVendorCode(error, gone)) return undefined;
      throw error;
    }
  }

  /** All rows of a list, page after page; `rows` is its name in the answer. A short page is the last. */
  async readPages(action: string, params: PlainMap, rows: string, options: PageOptions = {}): Promise<PlainMap[]> {
    const { asText: texts, required: demand, size = pageSize, attempts: tries } = options;
    const number = (value: number): Plain => (texts ? String(value) : value);
    const all: PlainMap[] = [];
    for (let page = 0; page < mostPages; page++) {
      const asked = { ...params, Offset: number(page * size), Limit: number(size) };
      const answer = await (demand
        ? this.requireResult(action, asked, { attempts: tries })
        : this.read(action, asked, { attempts: tries }));
      const found = isObject(answer) && Array.isArray(answer[rows]) ? answer[rows] : [];
      all.push(...found.filter(isObject));
      if (found.length < size) return all;
    }
    this.context.log("warning", `${action}: the list has more than ${mostPages} pages; the rest of it was not read`);
    return all;
  }

  /** As {@link readPages}, with nothing where the service refuses with one of these codes. */
  async findPages(action: string, params: PlainMap, rows: string, gone: readonly string[]): Promise<PlainMap[] | undefined> {
    try {
      return await this.readPages(action, params, rows);
    } catch (error) {
      if (hasVendorCode(error, gone)) return undefined;
      throw error;
    }
  }

  /**
   * What a writing action answers, as {@link read} does. Writes to one gateway service (`ServiceId`) go one after the other. Where the result is true or false,
   * false and null are failures.
   */
  async write(action: string, params: PlainMap, manner: Exclude<CallMode, "read"> = "write"): Promise<Plain> {
    const service = params["ServiceId"];
    const send = (): Promise<PlainMap> => this.call(manner, action, params);
    const { transport: remote } = await this.connection();
    const answer = await (typeof service === "string" ? remote.serialize(service, this.context.signal, send) : send());
    const { Result: result } = answer;
    if (result === false || result === null) {
      const requestId = typeof answer["RequestId"] === "string" ? answer["RequestId"] : undefined;
      throw new NoReasonError(action, { result, requestId });
    }
    return resultOf(answer);
  }

  /** As {@link write}; a refusal with one of these codes means that it is done already. */
  async deleteIgnoringMissing(action: string, params: PlainMap, done: readonly string[]): Promise<void> {
    try {
      await this.write(action, params, "removal");
    } catch (error) {
      if (!hasVendorCode(error, done)) throw error;
    }
  }

  /** The failure of a create whose answer names no object: there may be one. */
  unexpectedResponse(action: string): ProviderError {
    return new ApiError(action, { code: "ClientError.EmptyResponse", message: "the answer names no object" }, { ambiguous: true });
  }

  /** Looks again and again until there is something to see; fails with `deadline_exceeded` after three minutes. `what` completes "waiting for". */
  async waitUntilVisible<T>(what: string, look: () => Promise<T | undefined>, seconds = 180): Promise<T> {
    const { wait = pause } = await this.connection();
    let waited = 0;
    for (let step = 500; ; step = Math.min(step * 2, 10_000)) {
      const seen = await look();
      if (seen !== undefined) return seen;
      if (waited + step > seconds * 1000)
        throw new ProviderError("deadline_exceeded", `waiting for ${what} took longer than ${seconds} seconds`);
      // What takes a moment only needs no line (protocol 7.3).
      if (waited >= 1500) this.context.status(`waiting for ${what}`);
      await wait(step, this.context.signal);
      waited += step;
    }
  }

  private async call(manner: CallMode, action: string, params: PlainMap, tries?: number): Promise<PlainMap> {
    const { transport: remote, credentials: identity } = await this.connection();
    const { signal } = this.context;
    return withRenewedKeys(identity, signal, async (keys) =>
      remote.call({ action, params, mode: manner, attempts: tries, keys, region: await identity.region(signal) }, this.context),
    );
  }

  private connection(): Promise<Connection> {
    return (this.shared ??= this.open());
  }
}

/** The data of an answer: most actions put it one level deeper. */
function resultOf(answer: PlainMap): Plain {
  return Object.hasOwn(answer, "Result") ? answer["Result"]! : answer;
}

/**
 * Runs the work for each item, at most five at a time; the answers are in the order of the items (cloud-lookups.md 3.5). Fails with the first failure; what
 * has not begun by then is not begun any more.
 */
export async function fanOut<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const answers = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const turn = next++;
      answers[turn] = await work(items[turn]!).catch((error: unknown) => {
        next = items.length;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(5, items.length) }, worker));
  return answers;
}
