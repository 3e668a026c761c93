// The client of one request: reads, lists and writes of functions and resources, over the connection that all requests share.
import type { ModuleConfiguration, RequestContext } from "../../contract/context";
import { ProviderError } from "../../core/errors/errors";
import { isObject } from "../../core/json/json";
import { objectOf, textOf } from "../../core/values/records";
import type { Expected } from "../../contract/http";
import type { Plain, PlainMap } from "../../core/values/value";
import { withReportedLock } from "../../http/concurrency/report-wait";
import { undefinedIf } from "../../kit/absence";
import { rowsOfPages } from "../../kit/pages";
import { poll } from "../../kit/polling";
import { isNullFailure, serviceOf } from "./actions";
import type { Connection } from "./connection";
import { ApiError, hasVendorCode, NoReasonError, type VendorError } from "./errors";
import { isMaybeRemoved, isRemoved } from "./gone";
import { pagesOf, type PageOptions } from "./pages";
import type { RemoteResponse } from "./remote";
import { isId, isOf, unexpectedResponse } from "./response";
import { retiredError } from "./retirement";
import type { CallMode } from "./retry-policy";
import { isGatewayRetired } from "./settings";
import { withRenewedKeys } from "./transport";

/** Options of a read. */
export interface ReadOptions {
  /** The maximum number of attempts that end in an internal error. If omitted, only the time is limited. See docs/modules/cloud.md#error-codes. */
  attempts?: number;
  /** What the response contains; by default, one object. */
  expects?: Expected;
}

/** Calls the services within one request. */
export class CloudClient {
  constructor(
    /** Returns what all clients of one configuration share; it is created with the first remote call. */
    readonly connection: () => Promise<Connection>,
    readonly context: RequestContext,
    readonly configuration: ModuleConfiguration,
  ) {}

  /** The setting `apiGatewayRetired`: no request is sent to the API gateway. See docs/modules/cloud.md#retirement. */
  get isGatewayRetired(): boolean {
    return isGatewayRetired(this.configuration.settings, this.configuration.env);
  }

  /** Returns the region of all calls. */
  async region(): Promise<string> {
    const { credentials } = await this.connection();
    return credentials.region();
  }

  /** Calls a reading action. Returns `Result` where the response has this member (null included), else the members of `Response` without the request ID. */
  async read(action: string, params: PlainMap = {}, options: ReadOptions = {}): Promise<Plain> {
    return dataOf(await this.call("read", action, { params, ...options }));
  }

  /** Returns the result as {@link read} does, without members where it is null. Fails with `unavailable` for a result of another type. */
  async readMembers(action: string, params: PlainMap, options: ReadOptions = {}): Promise<PlainMap> {
    const members = (await this.read(action, params, options)) ?? {};
    if (isObject(members)) return members;
    throw await this.unexpectedResponse(action);
  }

  /** Calls a reading action and returns its result. Fails with `unavailable` where there is none. */
  async requireResult(action: string, params: PlainMap, options: ReadOptions = {}): Promise<PlainMap> {
    const { Result: result } = await this.call("read", action, { params, ...options });
    if (isObject(result)) return result;
    throw await this.unexpectedResponse(action, { code: "ClientError.EmptyResponse", message: "empty response" });
  }

  /** Returns the object that the parameters name. Fails with `unavailable` for another result: only an error code means that the object does not exist. */
  async object(action: string, params: PlainMap): Promise<PlainMap> {
    return this.verified(await this.read(action, params), { action, params });
  }

  /** Returns the object as {@link object} does, undefined where the service returns one of these codes, or null if that has the same meaning. */
  async find(action: string, params: PlainMap, codes: readonly string[], isNullGone = false): Promise<PlainMap | undefined> {
    const found = await unlessCode(codes, () => this.read(action, params));
    return found === undefined || (found === null && isNullGone) ? undefined : this.verified(found, { action, params });
  }

  private async verified(found: Plain, { action, params }: { action: string; params: PlainMap }): Promise<PlainMap> {
    const isNamed = Object.keys(params).some((name) => isId(name) && objectOf(found)[name] === params[name]);
    if (isObject(found) && isNamed && isOf(found, params)) return found;
    throw await this.unexpectedResponse(action);
  }

  /** Returns all rows of a list; `list` is its name in the response. */
  async readPages(action: string, params: PlainMap, list: string, options: PageOptions = {}): Promise<PlainMap[]> {
    return rowsOfPages(pagesOf(this, { action, params, list, ...options }));
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
    if (result === false || (result === null && isNullFailure(action)))
      throw new NoReasonError(action, { result, requestId: textOf(requestId) });
    return dataOf(members);
  }

  /**
   * Calls an action that deletes or unbinds, and ignores an error that means that there is nothing to remove: one with these codes, or with an ambiguous one if
   * `exists` does not find the object.
   */
  async remove(action: string, params: PlainMap, gone: readonly string[], exists?: () => Promise<unknown>): Promise<void> {
    try {
      await this.write(action, params, "removal");
    } catch (error) {
      if (isRemoved(error, action, gone)) return;
      if (!exists || !isMaybeRemoved(error, action) || (await exists())) throw error;
    }
  }

  /** Returns the error of a response that the service does not send; it names the server. */
  async unexpectedResponse(action: string, reason?: VendorError): Promise<ApiError> {
    const { transport } = await this.connection();
    return unexpectedResponse(action, transport.addressOf(action), reason);
  }

  /** Returns the error for the response of a create that contains no ID: the object may exist. */
  missingId(action: string): ProviderError {
    return new ApiError(action, { code: "ClientError.UnexpectedResponse", message: "the response contains no ID" }, { ambiguous: true });
  }

  /** Repeats a read until it returns a value. Fails with `deadline_exceeded` after three minutes. `what` names the object in messages. */
  async waitUntil<T>(what: string, read: () => Promise<T | undefined>, seconds = 180): Promise<T> {
    const { tools } = await this.connection();
    // A short wait needs no status line. See docs/protocol.md#progress.
    const onPause = (elapsed: number): void => void (elapsed >= 1500 && this.context.status(`waiting for ${what}`));
    const polling = { read, pauses: { first: 500, factor: 2, longest: 10_000 }, limitMs: seconds * 1000, onPause };
    const value = await poll(polling, this.context.signal, tools);
    if (value !== undefined) return value;
    throw new ProviderError("deadline_exceeded", `Wait failed: ${what}: time limit of ${seconds} s exceeded. Run the command again.`);
  }

  private async call(
    mode: CallMode,
    action: string,
    { params, ...options }: { params: PlainMap } & Pick<ReadOptions, "attempts" | "expects">,
  ): Promise<PlainMap> {
    if (this.isGatewayRetired && serviceOf(action) === "apigateway") throw retiredError(action);
    const { transport, credentials } = await this.connection();
    return withRenewedKeys(credentials, this.context.signal, async (keys) =>
      transport.call({ action, params, mode, ...options, keys, region: await credentials.region() }, this.context),
    );
  }
}

/** Returns the data of a response without the ID of the request: most actions nest it in `Result`. */
function dataOf({ RequestId: _, ...members }: RemoteResponse): Plain {
  return members.Result === undefined ? members : members.Result;
}

/** Returns the result of the work, undefined where it fails with one of these codes. */
export async function unlessCode<T>(codes: readonly string[], work: () => Promise<T>): Promise<T | undefined> {
  return undefinedIf((error) => hasVendorCode(error, codes), work);
}
