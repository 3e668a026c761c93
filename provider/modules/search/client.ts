// The client that functions and resources call: one per request, over the transport that all requests of a connection share.
import type { RequestContext } from "../../contract/context";
import type { ReadContext } from "../../contract/shared-reads";
import { loadAlone } from "../../core/concurrency/load-alone";
import { ProviderError, withHint } from "../../core/errors/errors";
import type { Expected, HttpMethod } from "../../contract/http";
import { objectOf } from "../../core/values/records";
import type { Redact } from "../../core/secrets/redact";
import type { Plain } from "../../core/values/value";
import { clusterOf, requireVersion, type Cluster } from "./cluster";
import { responseError, unusableResponse } from "./errors";
import { isGone } from "./gone";
import { isGenuine, unexpectedResponse, type SearchResponse } from "./response";
import type { Repetition } from "./retry-policy";
import type { SearchRequest, SearchTransport } from "./transport";

/** Query parameters; they are encoded here. */
export type Query = Readonly<Record<string, string>>;

/** What a read requests; by default, one object. */
interface FetchOptions {
  query?: Query;
  expects?: Expected;
  /** Error responses of Elasticsearch that contain what is read. */
  accepts?(response: SearchResponse): boolean;
}

/** How a write is sent. */
interface WriteOptions {
  query?: Query;
  repeat?: Repetition;
  /** Whether the body of a response is the outcome of this write. If omitted, a member that most outcomes have decides. */
  isOutcome?(json: Plain | undefined): boolean;
}

/** Sends the requests of one RPC. Paths are given as segments, which are encoded here; bodies are JSON texts. */
export class SearchClient {
  private readonly warned = new Set<string>();
  /** Reads each object by a request of its own, as a write requires. */
  readonly alone: ReadContext<SearchClient> = { client: this, load: loadAlone };
  /** Whether some nodes have not confirmed a write within the time limit of the server: a read may not return it yet. */
  hasUnconfirmedWrite = false;

  /** `open` returns the transport of the connection; it is called for the first request, never before. */
  constructor(
    private readonly open: () => Promise<SearchTransport>,
    readonly context: RequestContext,
    /** Names of indices and data streams that may be deleted with their documents; `*` is all. */
    readonly forceDestroy: ReadonlySet<string> = new Set(),
  ) {}

  /** Returns the JSON value of an object, or `undefined` if it does not exist. */
  async get(path: readonly string[], options?: FetchOptions): Promise<Plain | undefined> {
    return (await this.fetch(path, options))?.json;
  }

  /** Returns the whole response, or `undefined` if the object does not exist: its text keeps digits and orders that JavaScript values lose. */
  async fetch(path: readonly string[], { query, expects, accepts }: FetchOptions = {}): Promise<SearchResponse | undefined> {
    return this.sendIdempotent({ method: "GET", path: encodePath(path), query: encodeQuery(query), expects }, accepts);
  }

  /** Returns the transport: clients of one server and one identity share it. */
  async connection(): Promise<object> {
    return this.open();
  }

  /** Deletes the objects that the body names, and returns the body of the response. */
  async deleteNamed(path: readonly string[], body: string): Promise<Plain | undefined> {
    return (await this.write("DELETE", path, body)).json;
  }

  /** Sends a PUT and returns the body of the response. An absent object is a failure. */
  async put(path: readonly string[], body: string | undefined, options: WriteOptions = {}): Promise<Plain | undefined> {
    return (await this.write("PUT", path, body, options)).json;
  }

  /** Sends a POST and returns the body of the response. */
  async post(path: readonly string[], body: string | undefined, options: WriteOptions = {}): Promise<Plain | undefined> {
    return (await this.write("POST", path, body, options)).json;
  }

  /** Sends a POST, or another request of a dry run, without side effects, which is repeated like a GET. Also returns the error responses of Elasticsearch that `accepts` returns true for. */
  async simulate(
    path: readonly string[],
    body: string | undefined,
    { accepts, query, method = "POST" }: Omit<FetchOptions, "expects"> & { method?: HttpMethod } = {},
  ): Promise<SearchResponse> {
    const transport = await this.open();
    const request = { method, path: encodePath(path), query: encodeQuery(query), body, write: false, expects: "list" } as const;
    const response = await transport.send(request, this.context);
    return isGenuine(response) && accepts?.(response)
      ? response
      : requireSuccess({ ...response, ambiguous: false }, transport.redactFor(this.context));
  }

  /** Returns the user names and the IDs of API keys that requests of this connection authenticate with. Sends nothing. */
  async credentials(): Promise<{ users: string[]; apiKeys: string[]; serviceTokens: string[] }> {
    const { authorizations } = await this.open();
    const subjects = (scheme: RegExp): string[] =>
      authorizations.flatMap((value) => {
        const encoded = scheme.exec(value)?.[1];
        return encoded === undefined ? [] : [Buffer.from(encoded, "base64").toString("utf8").split(":")[0]!];
      });
    return {
      users: subjects(/^Basic\s+(\S+)/i),
      apiKeys: subjects(/^ApiKey\s+(\S+)/i),
      // Four bytes of the format stand before the account and the name.
      serviceTokens: subjects(/^Bearer\s+(\S+)/i).map((subject) => subject.slice(4)),
    };
  }

  /** Returns a function that hides the secrets of the connection and of the RPC, for texts of a response. */
  async redactor(): Promise<Redact> {
    return (await this.open()).redactFor(this.context);
  }

  /** Deletes an object; succeeds if it does not exist. */
  async delete(path: readonly string[], { query, isOutcome }: Pick<WriteOptions, "query" | "isOutcome"> = {}): Promise<void> {
    const response = await this.sendIdempotent({ method: "DELETE", path: encodePath(path), query: encodeQuery(query) });
    if (response) this.requireOutcome(response, isOutcome);
  }

  /** Returns the cluster; it is requested once per connection. */
  async cluster(): Promise<Cluster> {
    const transport = await this.open();
    return transport.cluster(this.context.signal, async () => {
      const response = await transport.send({ method: "GET", path: "/" }, this.context);
      return clusterOf(requireSuccess(response, transport.redactFor(this.context)));
    });
  }

  /** Logs a warning once per RPC, however often the object is read. */
  warnOnce(message: string): void {
    if (this.warned.has(message)) return;
    this.warned.add(message);
    this.context.log("warning", message);
  }

  /** Fails if the server is too old for a feature. */
  async requireVersion(feature: string, version: string): Promise<void> {
    requireVersion(await this.cluster(), feature, version);
  }

  /** Logs the warnings of a response to a write, such as that of a deprecated member. */
  private logWarnings({ headers }: SearchResponse, redact: Redact): void {
    for (const [, text] of (headers["warning"] ?? "").matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g))
      this.warnOnce(redact(text!.replace(/\\(.)/g, "$1")));
  }

  private async sendIdempotent(request: SearchRequest, accepts?: FetchOptions["accepts"]): Promise<SearchResponse | undefined> {
    const transport = await this.open();
    const response = await transport.send(request, this.context);
    const redact = transport.redactFor(this.context);
    if (request.method === "DELETE") this.logWarnings(response, redact);
    if (isGenuine(response) && accepts?.(response)) return response;
    return isGone(response) ? undefined : requireSuccess(response, redact);
  }

  /** Sends a write and returns the whole response, which is `ambiguous` if an earlier attempt may have been carried out. */
  async write(
    method: "PUT" | "POST" | "DELETE",
    path: readonly string[],
    body: string | undefined,
    { query, repeat, isOutcome }: WriteOptions = {},
  ): Promise<SearchResponse> {
    const transport = await this.open();
    const response = await transport.send({ method, path: encodePath(path), query: encodeQuery(query), body, repeat }, this.context);
    const redact = transport.redactFor(this.context);
    this.logWarnings(response, redact);
    // A server that fails may have carried out the write. See docs/protocol.md#writes.
    const ambiguous = response.ambiguous === true || response.status >= 500;
    return this.requireOutcome(requireSuccess({ ...response, ambiguous }, redact), isOutcome);
  }

  /** Returns the response to a write. Fails for a response of another form: the write was probably not carried out. */
  private requireOutcome(response: SearchResponse, isOutcome = hasOutcome): SearchResponse {
    if (!isOutcome(response.json)) throw withHint(unexpectedResponse(response, "the outcome of a write"), "", { ambiguous: true });
    if (objectOf(response.json)["acknowledged"] === false) this.hasUnconfirmedWrite = true;
    return response;
  }
}

/** Returns a successful response. Fails for an error, for one of another server, and for a body that is not JSON. */
function requireSuccess(response: SearchResponse, redact: Redact): SearchResponse {
  if (response.status >= 300) throw responseError(response, redact);
  if (!isGenuine(response) || response.json === undefined) throw unusableResponse(response, redact);
  return response;
}

/** Members of responses to writes: `acknowledged` of most objects, `result` and `id` of connectors, `status` of executions, `data_streams` of overrides, and those of security. */
const outcomes = [
  "acknowledged",
  "result",
  "id",
  "status",
  "data_streams",
  "role",
  "role_mapping",
  "created",
  "updated",
  "found",
  "invalidated_api_keys",
];

const hasOutcome = (json: Plain | undefined): boolean => Object.keys(objectOf(json)).some((key) => outcomes.includes(key));

function encodeQuery(query: Query | undefined): string | undefined {
  return query && new URLSearchParams(query).toString();
}

/** Returns the encoded path. Segments of dots are rejected: every HTTP library resolves them to another path. */
export function encodePath(segments: readonly string[]): string {
  const encoded = segments.map((segment) => encodeURIComponent(segment.toWellFormed()));
  if (encoded.some((segment) => /^\.{0,2}$/.test(segment)))
    throw new ProviderError("invalid_argument", "A name that is empty or consists of dots cannot be part of a path. Use another name.");
  return `/${encoded.join("/")}`;
}
