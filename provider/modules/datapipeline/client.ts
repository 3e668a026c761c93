// The client of the functions, one per operation. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#paging.
import type { RequestContext } from "../../contract/context";
import { ProviderError } from "../../core/errors/errors";
import { isObject } from "../../core/json/json";
import { rowsOf } from "../../core/values/records";
import type { Schema } from "../../core/schema/schema";
import type { Plain, PlainMap } from "../../core/values/value";
import { TransportError } from "../../http/transport-error";
import { responseError, unusableResponse, unexpectedResponse } from "./errors";
import { readBody } from "./mapping";
import { requestLine, sendRequest, type ApiRequest, type Connection } from "./transport";

/** The rows of a page: the maximum of the service. */
const pageSize = 1000;

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

  /** Returns the object that all clients of one configuration share. Fails without a key. */
  async connection(): Promise<object> {
    return this.open();
  }

  /** Returns the record under `data`. Fails when there is none, and on every status but 200. */
  async readRecord(request: ApiRequest): Promise<PlainMap> {
    const { data, endpoint } = await this.requestData(request);
    if (!isObject(data)) throw unexpectedResponse(endpoint, "the response has no record in data");
    return data;
  }

  /** Returns the items of all pages of a list. Fails as {@link pages}. */
  async list(request: ApiRequest): Promise<PlainMap[]> {
    const all: PlainMap[] = [];
    for await (const items of this.pages(request)) for (const item of items) all.push(item);
    return all;
  }

  /** Yields the items of a list page by page; a page without `data` is empty. Fails as {@link readRecord}, on a malformed page, and on a cursor that repeats. */
  async *pages(request: ApiRequest): AsyncGenerator<PlainMap[]> {
    const seen = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const query = { ...request.query, limit: String(pageSize), cursor };
      const { data, endpoint } = await this.requestData({ ...request, query, expects: "list" });
      const { items, next } = pageOf(endpoint, data ?? {});
      yield items;
      if (next === undefined) return;
      if (seen.has(next)) throw unexpectedResponse(endpoint, "the cursor of the next page repeats an earlier one");
      seen.add(next);
      cursor = next;
    }
  }

  /** Returns the data of a response, and the request for messages about it. */
  private async requestData(request: ApiRequest): Promise<{ data: Plain | undefined; endpoint: string }> {
    const connection = await this.open();
    const { access } = connection;
    const endpoint = requestLine(request, access);
    const redact = (text: string): string => this.context.redact(access.redact(text));
    const details = { redact, source: access.source, url: access.url };
    try {
      const response = await sendRequest(connection, request, this.context);
      if (response.status !== 200) throw responseError(endpoint, response, details);
      const body = readBody(response.body);
      if (!isObject(body)) throw unusableResponse(endpoint, response, details);
      const { data } = body;
      return { data, endpoint };
    } catch (thrown) {
      const error = thrown instanceof TransportError ? thrown.withMessage(`${request.name}: ${thrown.message}`) : thrown;
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
function pageOf(endpoint: string, data: Plain): Page {
  if (!isObject(data)) throw unexpectedResponse(endpoint, "data is not a record");
  const { items, next_cursor: next } = data;
  if (!Array.isArray(items ?? [])) throw unexpectedResponse(endpoint, "data.items is not a list");
  const rows = rowsOf(items);
  if (rows.length > pageSize) throw unexpectedResponse(endpoint, `data.items has more than the ${pageSize} rows of a page`);
  if (!["string", "number"].includes(typeof (next ?? ""))) throw unexpectedResponse(endpoint, "data.next_cursor is not a text");
  return { items: rows, next: String(next ?? "") || undefined };
}
