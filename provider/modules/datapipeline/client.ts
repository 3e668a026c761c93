// How lookups speak with the service: GET calls only, within one operation. See docs/modules/datapipeline.md#requests, docs/modules/datapipeline.md#paging and docs/modules/datapipeline.md#retries.
import type { RequestContext } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import { redactor } from "../../core/redact";
import type { Schema } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";
import type { HttpResponse, Send } from "../../core/http-types";
import { retrying, type RetryTools } from "../../http/retry";
import { unexpectedBody, responseError, unexpectedResponse } from "./errors";
import { readBody } from "./naming";
import { retryPolicy } from "./retry-policy";
import type { Access } from "./settings";

/** A request to the service. */
export interface ApiRequest {
  /** The function, for messages. */
  name: string;
  /** Path with a placeholder for each parameter, for example `/groups/{id}/users`. */
  path: string;
  /** Values of the placeholders. */
  parts?: Readonly<Record<string, string>>;
  /** Query parameters; those without a value are not sent. */
  query?: Readonly<Record<string, string | undefined>>;
  /** Version 2 of the representation. */
  v2?: boolean;
}

/** What all clients of one configuration share; `tools` replaces clock, chance and waiting in tests. */
export interface Shared {
  access: Access;
  send: Send;
  version: string;
  tools?: RetryTools;
}

/** Rows of a page: as many as the service allows. */
const pageSize = "1000";

/** Speaks with the service within one operation. */
export class PipelineClient {
  /** `open` creates the shared state at the first request. */
  constructor(
    private readonly open: () => Promise<Shared>,
    readonly operation: RequestContext,
    /** The schema of the package. */
    readonly schema: Schema,
    /** Debug lines of this configuration so far. */
    private readonly logged = new Set<string>(),
  ) {}

  /** Writes a line to the debug log, once per configuration: each line is a request to the engine. */
  logOnce(message: string): void {
    if (this.logged.has(message)) return;
    this.logged.add(message);
    this.operation.log("debug", message);
  }

  /** The record under `data`. Fails when there is none, and on every status but 200. */
  async detail(request: ApiRequest): Promise<PlainMap> {
    const data = await this.data(request, {});
    if (!isObject(data)) throw unexpectedResponse(endpointOf(request), "the answer has no member data");
    return data;
  }

  /** All items of a list, page after page; without `data` a page is empty. Fails as {@link detail}, on a page that is none, and when one leads back. */
  async list(request: ApiRequest): Promise<PlainMap[]> {
    const all: PlainMap[] = [];
    const met = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const { items, next } = pageOf(request, (await this.data(request, { limit: pageSize, cursor })) ?? {});
      for (const item of items) all.push(item);
      if (next === undefined) return all;
      if (met.has(next)) throw unexpectedResponse(endpointOf(request), "the cursor of the next page is that of a page before it");
      met.add(next);
      cursor = next;
    }
  }

  private async data(request: ApiRequest, more: Readonly<Record<string, string | undefined>>): Promise<Plain | undefined> {
    const { access, ...rest } = await this.open();
    const own = redactor(access.secrets) ?? ((text: string) => text);
    const redact = (text: string): string => this.operation.redact(own(text));
    try {
      const response = await retrying((n) => this.send(request, more, { access, ...rest }, n), retryPolicy, this.operation, rest.tools);
      if (response.status !== 200) throw responseError(endpointOf(request), response, { redact, source: access.source });
      const body = readBody(response.body.toString("utf8"));
      if (!isObject(body)) throw unexpectedBody(endpointOf(request), response, redact);
      return body["data"];
    } catch (error) {
      if (error instanceof ProviderError) error.message = redact(error.message);
      throw error;
    }
  }

  private send(
    request: ApiRequest,
    more: Readonly<Record<string, string | undefined>>,
    { access, send, version }: Shared,
    attempt: number,
  ): Promise<HttpResponse> {
    const given = Object.entries({ ...request.query, ...more }).filter((entry): entry is [string, string] => !!entry[1]);
    const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join("&");
    const hide = redactor(access.secrets) ?? ((text: string) => text);
    return send({
      method: "GET",
      url: `${access.url}${pathOf(request)}${query && `?${query}`}`,
      headers: {
        authorization: access.authorization,
        accept: request.v2 ? "application/json;version=2" : "application/json",
        "user-agent": `pulumi-resource-quartet/${version}`,
      },
      signal: this.operation.signal,
      template: request.path,
      attempt,
      note: (line) => this.operation.log("debug", hide(line)),
    });
  }
}

/** The records of a page, and the cursor of the next one. What is of another type than it must be is a failure: a list that ends early looks whole. */
function pageOf(request: ApiRequest, data: Plain): { items: PlainMap[]; next: string | undefined } {
  if (!isObject(data)) throw unexpectedResponse(endpointOf(request), "the member data of the answer is no record");
  const { items, next_cursor: next } = data;
  if (!Array.isArray(items ?? [])) throw unexpectedResponse(endpointOf(request), "the items of the answer are no list");
  if (!["string", "number"].includes(typeof (next ?? "")))
    throw unexpectedResponse(endpointOf(request), "the cursor of the next page is no text");
  return { items: ((items ?? []) as Plain[]).filter(isObject), next: String(next ?? "") || undefined };
}

/** The path with its parts, each encoded as one segment. Dots alone are refused: every HTTP library takes them for steps to another path. */
function pathOf({ path, parts = {} }: ApiRequest): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = parts[name] ?? "";
    if (/^\.{0,2}$/.test(part)) throw new ProviderError("invalid_argument", `${name}: "${part}" cannot be addressed`);
    return encodeURIComponent(part.toWellFormed());
  });
}

/** Function, method and path, for messages. */
function endpointOf(request: ApiRequest): string {
  return `${request.name}: GET ${pathOf(request)}`;
}
