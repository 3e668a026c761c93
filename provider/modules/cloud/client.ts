// The client of one request: reads, lists and writes of functions and resources, over the connection that all requests share.
import type { RequestContext } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import { rowsOf, textOf } from "../../core/records";
import type { Schema } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";
import { pause } from "../../http/concurrency/abort";
import { withReportedLock } from "../../http/concurrency/report-wait";
import { serviceOf } from "./actions";
import { ApiError, hasVendorCode, NoReasonError } from "./errors";
import type { RemoteResponse } from "./remote";
import { retiredError } from "./retirement";
import type { CallMode } from "./retry-policy";
import type { Identity, Transport } from "./transport";
import { withRenewedKeys } from "./transport";

/** The state that all clients of one configuration share. */
export interface Connection {
  transport: Transport;
  credentials: Identity;
  /** Waits between two reads; replaced in tests. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Options of a read. */
export interface ReadOptions {
  /** The maximum number of attempts that end in an internal error. Default: no limit but the time. See docs/modules/cloud.md#error-codes. */
  attempts?: number;
  /** Whether a response without any member is an error: an object would seem to be deleted, or to have lost what the list contains. */
  rejectsEmpty?: boolean;
}

/** Options of a list. */
export interface PageOptions extends ReadOptions {
  /** Whether Offset and Limit are texts (vpc). */
  asText?: boolean;
  /** Whether a response without a result is an error. A result without the list is always an empty list. */
  required?: boolean;
  /** Rows per page. Default: 100. */
  size?: number;
  /** The offset of the first row. Default: 0. */
  start?: number;
}

/** The environment of a client. */
export interface ClientOptions {
  schema: Schema;
  /** The home directory of the user. */
  home: string | undefined;
  /** The setting `apiGatewayRetired`: no request is sent to the API gateway. See docs/modules/cloud.md#retirement. */
  isGatewayRetired?: boolean;
}

/** A list with more pages is not read to its end. */
const maxPages = 1000;
/** Rows per page: the maximum that the services accept. */
const pageSize = 100;

/** Calls the services within one request. */
export class CloudClient {
  private shared: Promise<Connection> | undefined;

  /** `open` returns the connection; it is called with the first remote call. */
  constructor(
    private readonly open: () => Promise<Connection>,
    readonly context: RequestContext,
    readonly options: ClientOptions,
  ) {}

  /** Returns the region of all calls. */
  async region(): Promise<string> {
    const { credentials } = await this.connection();
    return credentials.region();
  }

  /** Calls a reading action. Returns `Result` where the response has this member (null included), else the members of `Response` without the request ID. */
  async read(action: string, params: PlainMap = {}, { attempts, rejectsEmpty = false }: ReadOptions = {}): Promise<Plain> {
    const { RequestId: _, ...members } = await this.call("read", action, { params, attempts });
    if (rejectsEmpty && isWithoutMembers(members)) throw emptyResponse(action);
    return resultOf(members);
  }

  /** Calls a reading action whose result can be absent. Returns the member `Result`, undefined where it is null or absent. */
  async readResult(action: string, params: PlainMap, { attempts }: ReadOptions = {}): Promise<PlainMap | undefined> {
    const { Result: result } = await this.call("read", action, { params, attempts });
    return isObject(result) ? result : undefined;
  }

  /** Returns the result as {@link readResult} does; fails with `unavailable` where there is none. */
  async requireResult(action: string, params: PlainMap, options: ReadOptions = {}): Promise<PlainMap> {
    const result = await this.readResult(action, params, options);
    if (result !== undefined) return result;
    throw emptyResponse(action);
  }

  /** Returns the result as {@link read} does, undefined where the service returns one of these codes, or null. Fails with `unavailable` for a result without any member. */
  async find(action: string, params: PlainMap, codes: readonly string[]): Promise<PlainMap | undefined> {
    const found = await unlessCode(codes, () => this.read(action, params));
    if (isWithoutMembers(found)) throw emptyResponse(action);
    return isObject(found) ? found : undefined;
  }

  /** Returns all rows of a list; `rows` is its name in the response. */
  async readPages(action: string, params: PlainMap, rows: string, options: PageOptions = {}): Promise<PlainMap[]> {
    const all: PlainMap[] = [];
    for await (const page of this.eachPage(action, params, rows, options)) all.push(...page);
    return all;
  }

  /** Yields the rows of a list page by page; `rows` is its name in the response. Offset counts rows; a short page is the last one. */
  async *eachPage(action: string, params: PlainMap, rows: string, options: PageOptions = {}): AsyncGenerator<PlainMap[]> {
    const { asText = false, required = false, rejectsEmpty = false, size = pageSize, start = 0, attempts } = options;
    const number = (value: number): Plain => (asText ? String(value) : value);
    for (let page = 0; page < maxPages; page++) {
      const query = { ...params, Offset: number(start + page * size), Limit: number(size) };
      const result = await (required
        ? this.requireResult(action, query, { attempts })
        : this.read(action, query, { attempts, rejectsEmpty }));
      const list = isObject(result) ? result[rows] : undefined;
      yield rowsOf(list);
      if (!Array.isArray(list) || list.length < size) return;
    }
    this.context.log("warning", `${action}: the list has more than ${maxPages} pages; the remaining rows are omitted`);
  }

  /** Returns the rows as {@link readPages} does, undefined where the service returns one of these codes. Fails with `unavailable` for a response without any member. */
  async findPages(action: string, params: PlainMap, rows: string, codes: readonly string[]): Promise<PlainMap[] | undefined> {
    return unlessCode(codes, () => this.readPages(action, params, rows, { rejectsEmpty: true }));
  }

  /**
   * Calls a writing action and returns its result as {@link read} does. Writes to one gateway service (`ServiceId`) are serialized. Where the result is a
   * boolean, false and null are errors.
   */
  async write(action: string, params: PlainMap, mode: Exclude<CallMode, "read"> = "write"): Promise<Plain> {
    const { ServiceId: service } = params;
    const send = (): Promise<PlainMap> => this.call(mode, action, { params });
    const { transport } = await this.connection();
    const lock = { mutex: transport.serialize, key: String(service), what: "another write to the service" };
    const members = await (typeof service === "string" ? withReportedLock(lock, this.context, send) : send());
    const { Result: result, RequestId: requestId } = members;
    if (result === false || result === null) throw new NoReasonError(action, { result, requestId: textOf(requestId) });
    return resultOf(members);
  }

  /** Calls an action that deletes or unbinds. An error with one of these codes means that there is nothing to delete, and is ignored. */
  async deleteIgnoringMissing(action: string, params: PlainMap, codes: readonly string[]): Promise<void> {
    await unlessCode(codes, () => this.write(action, params, "removal"));
  }

  /** Returns the error for the response of a create that contains no ID: the object may exist. */
  unexpectedResponse(action: string): ProviderError {
    return new ApiError(action, { code: "ClientError.EmptyResponse", message: "the response contains no ID" }, { ambiguous: true });
  }

  /** Repeats a read until it returns a value. Fails with `deadline_exceeded` after three minutes. `what` names the object in messages. */
  async waitUntilVisible<T>(what: string, read: () => Promise<T | undefined>, seconds = 180): Promise<T> {
    const { wait = pause } = await this.connection();
    let waited = 0;
    for (let step = 500; ; step = Math.min(step * 2, 10_000)) {
      const value = await read();
      if (value !== undefined) return value;
      if (waited + step > seconds * 1000)
        throw new ProviderError("deadline_exceeded", `Wait failed: ${what}: time limit of ${seconds} s exceeded. Run \`pulumi up\` again.`);
      // A short wait needs no status line. See docs/protocol.md#progress.
      if (waited >= 1500) this.context.status(`waiting for ${what}`);
      await wait(step, this.context.signal);
      waited += step;
    }
  }

  private async call(mode: CallMode, action: string, { params, attempts }: { params: PlainMap } & ReadOptions): Promise<PlainMap> {
    if (this.options.isGatewayRetired && serviceOf(action) === "apigateway") throw retiredError(action);
    const { transport, credentials } = await this.connection();
    return withRenewedKeys(credentials, this.context.signal, async (keys) =>
      transport.call({ action, params, mode, attempts, keys, region: await credentials.region() }, this.context),
    );
  }

  private connection(): Promise<Connection> {
    return (this.shared ??= this.open());
  }
}

function emptyResponse(action: string): ApiError {
  return new ApiError(action, { code: "ClientError.EmptyResponse", message: "empty response" });
}

function isWithoutMembers(result: Plain | undefined): boolean {
  return isObject(result) && Object.keys(result).length === 0;
}

/** Returns the data of a response: most actions nest it in `Result`. */
function resultOf(members: RemoteResponse): Plain {
  return members.Result === undefined ? members : members.Result;
}

async function unlessCode<T>(codes: readonly string[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (hasVendorCode(error, codes)) return undefined;
    throw error;
  }
}

/**
 * Runs the work for each item, at most five at a time, and returns the results in the order of the items. Fails with the first failure; work that has not
 * started by then is not started. See docs/modules/cloud.md#fan-out.
 */
export async function fanOut<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!).catch((error: unknown) => {
        next = items.length;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(5, items.length) }, worker));
  return results;
}
