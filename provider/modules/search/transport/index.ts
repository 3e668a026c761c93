// The transport that all requests of one connection share: nodes, retries, and the cluster. See docs/modules/search.md#requests.
import type { RequestContext } from "../../../contract/context";
import { parseJson } from "../../../core/json/json";
import { type Redact, redactorOf, SecretIndex } from "../../../core/secrets/redact";
import { waitOrAbort } from "../../../http/concurrency/abort";
import { isWrite } from "../../../http/failures";
import type { Expected, HttpMethod, HttpResponse, Send } from "../../../contract/http";
import { withRetries, type RetryTools } from "../../../http/retry";
import { TransportError } from "../../../http/transport-error";
import { sendAttempt } from "../../../kit/attempts";
import type { Cluster } from "../cluster";
import { authorizationsOf, type Connection, type Endpoint } from "../connection";
import type { SearchResponse } from "../response";
import { createRetryPolicy, type Repetition } from "../retry-policy";
import { createNodes } from "./nodes";
import { pathTemplate } from "./path-template";

/** A request to the server. */
export interface SearchRequest {
  method: HttpMethod;
  /** Path below the prefix of the endpoint, encoded. */
  path: string;
  /** Encoded, without question mark; not part of any message. */
  query?: string | undefined;
  /** JSON text. */
  body?: string;
  /** Whether the request may change the server. If omitted, depends on the method. */
  write?: boolean;
  repeat?: Repetition;
  expects?: Expected | undefined;
}

/** What a transport needs; `tools` replaces clock, randomness and waiting in tests. */
interface TransportOptions {
  connection: Connection;
  send: Send;
  tools?: RetryTools;
}

/** The time limit of one attempt of a read. A write has that of its operation: the execution of an enrich policy takes long. */
const readLimitMs = 120_000;

/** Sends requests over one connection. */
export class SearchTransport {
  private readonly secrets: SecretIndex;
  private readonly nodes;
  private sharedCluster: { cluster: Promise<Cluster>; signal: AbortSignal } | undefined;

  constructor(private readonly options: TransportOptions) {
    this.secrets = new SecretIndex(options.connection.secrets, false);
    this.nodes = createNodes(options.connection.endpoints);
  }

  /** The values of the header `Authorization` that requests are sent with, one per endpoint. */
  get authorizations(): string[] {
    return authorizationsOf(this.options.connection);
  }

  /** Returns a function that hides the secrets of the connection and of the RPC. */
  redactFor(context: RequestContext): Redact {
    const own = redactorOf([this.secrets]);
    return (text) => context.redact(own(text));
  }

  /** Returns the response, whatever its status. Fails if there is none after all retries. */
  async send(request: SearchRequest, context: RequestContext): Promise<SearchResponse> {
    let endpoint: Endpoint | undefined;
    const attempt = (n: number): Promise<HttpResponse> => {
      endpoint = this.nodes.next(this.now());
      return this.attempt(n, endpoint, request, context);
    };
    const response = await withRetries(
      attempt,
      createRetryPolicy(request, this.options.connection.endpoints.length),
      context,
      this.options.tools,
    ).catch((error: unknown) => {
      throw withTlsHint(error);
    });
    return searchResponse(request, response, endpoint!);
  }

  /** Returns the cluster. One call of `read` is shared by concurrent callers; its result is kept unless it failed. */
  async cluster(signal: AbortSignal, read: () => Promise<Cluster>): Promise<Cluster> {
    for (;;) {
      const shared = (this.sharedCluster ??= this.readCluster(signal, read));
      try {
        return await waitOrAbort(shared.cluster, signal);
      } catch (error) {
        // The caller that started the request was cancelled: this caller starts another one.
        if (signal.aborted || !shared.signal.aborted) throw error;
      }
    }
  }

  private readCluster(signal: AbortSignal, read: () => Promise<Cluster>): { cluster: Promise<Cluster>; signal: AbortSignal } {
    const cluster = read().catch((error: unknown) => {
      this.sharedCluster = undefined;
      throw error;
    });
    // Every caller may have been cancelled when it fails, so that no other code handles the rejection.
    cluster.catch(() => {});
    return { cluster, signal };
  }

  private async attempt(n: number, endpoint: Endpoint, request: SearchRequest, context: RequestContext): Promise<HttpResponse> {
    const { connection, send } = this.options;
    const { method, path, query, body, write, expects } = request;
    try {
      const message = {
        method,
        url: `${endpoint.url}${path}${query === undefined ? "" : `?${query}`}`,
        headers: this.headers(endpoint, body),
        body,
        ...(write !== undefined && { write }),
        expects,
        tls: connection.tls,
        shownPath: path,
        template: pathTemplate(path),
        attempt: n,
        redact: this.redactFor(context),
      };
      const response = await sendAttempt(send, message, context, isWrite(request) ? undefined : readLimitMs);
      this.nodes.recordSuccess(endpoint);
      return response;
    } catch (error) {
      if (error instanceof TransportError) this.nodes.recordFailure(endpoint, this.now());
      throw error;
    }
  }

  private headers(endpoint: Endpoint, body: string | undefined): Record<string, string> {
    const { connection } = this.options;
    const headers: Record<string, string> = { accept: "application/json" };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (endpoint.authorization !== undefined) headers.authorization = endpoint.authorization;
    return { ...headers, ...connection.headers };
  }

  private now(): number {
    return (this.options.tools?.now ?? (() => performance.now()))();
  }
}

function withTlsHint(error: unknown): unknown {
  if (!(error instanceof TransportError) || error.phase !== "tls" || !/CERT|SIGN|ISSUER|FINGERPRINT/.test(error.systemCode)) return error;
  const advice = "Set caFile, caData, caFingerprint or insecure of the connection so that the certificate is trusted.";
  return error.withMessage(`${error.message} ${advice}`);
}

/** Returns the response with its parsed body. The body is parsed here, once, whatever its depth: error bodies may be nested deeply. */
function searchResponse({ method, path }: SearchRequest, response: HttpResponse, { url, credentials }: Endpoint): SearchResponse {
  const { status, headers, ambiguous, attempts, body: text } = response;
  const server = new URL(url).origin;
  return { method, server, path, status, headers, text, json: parseJson(text, Infinity), credentials, ambiguous, attempts };
}
