// The client of the functions, one per operation. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#paging.
import type { RequestContext } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import { rowsOf } from "../../core/records";
import type { Schema } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";
import { responseError, unexpectedBody, unexpectedResponse } from "./errors";
import { readBody } from "./mapping";
import { endpointOf, sendRequest, type ApiRequest, type Connection } from "./transport";

/** The rows of a page: the maximum of the service. */
const pageSize = "1000";

/** The client of one operation. */
export class PipelineClient {
  /** `open` creates the connection before the first request. */
  constructor(
    private readonly open: () => Promise<Connection>,
    readonly context: RequestContext,
    /** The schema of the package. */
    readonly schema: Schema,
    /** Debug lines of this configuration so far. */
    private readonly logged = new Set<string>(),
  ) {}

  /** Writes a line to the debug log, once per configuration: each line is a request to the engine. */
  logOnce(message: string): void {
    if (this.logged.has(message)) return;
    this.logged.add(message);
    this.context.log("debug", message);
  }

  /** Returns the record under `data`. Fails when there is none, and on every status but 200. */
  async readRecord(request: ApiRequest): Promise<PlainMap> {
    const data = await this.requestData(request);
    if (!isObject(data)) throw unexpectedResponse(endpointOf(request), "the response has no record in data");
    return data;
  }

  /** Returns the items of all pages of a list; a page without `data` is empty. Fails as {@link readRecord}, on a malformed page, and on a cursor that repeats. */
  async list(request: ApiRequest): Promise<PlainMap[]> {
    const all: PlainMap[] = [];
    const seen = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const page = await this.requestData({ ...request, query: { ...request.query, limit: pageSize, cursor } });
      const { items, next } = pageOf(request, page ?? {});
      for (const item of items) all.push(item);
      if (next === undefined) return all;
      if (seen.has(next)) throw unexpectedResponse(endpointOf(request), "the cursor of the next page repeats an earlier one");
      seen.add(next);
      cursor = next;
    }
  }

  private async requestData(request: ApiRequest): Promise<Plain | undefined> {
    const connection = await this.open();
    const { access } = connection;
    const redact = (text: string): string => this.context.redact(access.redact(text));
    const details = { redact, source: access.source, url: access.url };
    try {
      const response = await sendRequest(connection, request, this.context);
      if (response.status !== 200) throw responseError(endpointOf(request), response, details);
      const body = readBody(response.body.toString("utf8"));
      if (!isObject(body)) throw unexpectedBody(endpointOf(request), response, details);
      const { data } = body;
      return data;
    } catch (error) {
      if (error instanceof ProviderError) error.message = redact(error.message);
      throw error;
    }
  }
}

interface Page {
  items: PlainMap[];
  next: string | undefined;
}

/** Returns the records of a page and the cursor of the next one. Fails on a member of another type, because a truncated list looks complete. */
function pageOf(request: ApiRequest, data: Plain): Page {
  if (!isObject(data)) throw unexpectedResponse(endpointOf(request), "data is not a record");
  const { items, next_cursor: next } = data;
  if (!Array.isArray(items ?? [])) throw unexpectedResponse(endpointOf(request), "data.items is not a list");
  if (!["string", "number"].includes(typeof (next ?? ""))) throw unexpectedResponse(endpointOf(request), "data.next_cursor is not a text");
  return { items: rowsOf(items), next: String(next ?? "") || undefined };
}
