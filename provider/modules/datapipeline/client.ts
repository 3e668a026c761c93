// The client of the functions, one per operation. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#paging.
import type { RequestContext } from "../../contract/context";
import { ProviderError } from "../../core/errors/errors";
import { isObject } from "../../core/json/json";
import type { Schema } from "../../core/schema/schema";
import type { Plain, PlainMap } from "../../core/values/value";
import { TransportError } from "../../http/transport-error";
import { rowsOfPages } from "../../kit/pages";
import type { Connection } from "./connection";
import { responseError, unusableResponse } from "./errors";
import { pagesOf } from "./pages";
import { readBody, unexpectedResponse } from "./response";
import { requestLine, sendRequest, type ApiRequest } from "./transport";

/** The client of one operation. */
export class PipelineClient {
  constructor(
    /** Returns the object that all clients of one configuration share; it is created before the first request. Fails without a key. */
    readonly connection: () => Promise<Connection>,
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
    const { data, endpoint } = await this.requestData(request);
    if (!isObject(data) || Object.keys(data).length === 0) throw unexpectedResponse(endpoint, "the response has no record in data");
    return data;
  }

  /** Returns the rows of all pages of a list. Fails as {@link pagesOf}. */
  async list(request: ApiRequest): Promise<PlainMap[]> {
    return rowsOfPages(pagesOf(this, request));
  }

  /** Returns the data of a response, and the request for messages about it. */
  async requestData(request: ApiRequest): Promise<{ data: Plain | undefined; endpoint: string }> {
    const connection = await this.connection();
    const { access } = connection;
    const endpoint = requestLine(request, access);
    const redact = (text: string): string => this.context.redact(access.redact(text));
    const details = { ...access, redact };
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
