// One connection and all that its calls share: the addresses in turn, retries by table, what is known of the cluster (search spec 4).
import type { RequestContext } from "../../../core/contract";
import { parseJson } from "../../../core/json";
import { type Redact, redactorOf, SecretIndex } from "../../../core/redact";
import type { Plain } from "../../../core/value";
import { orAborted } from "../../../http/concurrency/abort";
import type { HttpRequest, HttpResponse, Send } from "../../../http/message";
import { retrying, type RetryPolicy, type RetryTools } from "../../../http/retry";
import { TransportError } from "../../../http/transport-error";
import type { Connection, Endpoint } from "../connection";
import { unreadable, type Answer } from "../errors";
import { createNodes } from "./nodes";
import { pathTemplate } from "./path-template";
import type { Cluster } from "../cluster";

/** What is asked of the server. */
export interface Ask {
  method: HttpRequest["method"];
  /** Path below the prefix of the address, encoded. */
  path: string;
  /** Encoded, without question mark; it stands in no message. */
  query?: string;
  /** JSON text. */
  body?: string;
  /** How far a failed attempt may have come and still be repeated; `any` where twice is as good as once. Default `any`. */
  repeat?: "any" | "unsent" | "never";
}

/** An answer with its body read as JSON. */
export interface ReadAnswer extends Answer {
  json: Plain | undefined;
  headers: HttpResponse["headers"];
}

/** What a server is made of; `tools` replaces clock, chance and waiting in tests. */
export interface ServerParts {
  connection: Connection;
  send: Send;
  version: string;
  tools?: RetryTools;
}

const pauses = [500, 1000, 2000];
const always: RetryPolicy = {
  attempts: 4,
  statuses: [429, 502, 503, 504],
  phases: ["connect", "sent", "body"],
  repeatAmbiguous: true,
  pauses,
  jitter: "half",
};
const policies: Readonly<Record<NonNullable<Ask["repeat"]>, RetryPolicy>> = {
  any: always,
  unsent: { ...always, statuses: [], phases: ["connect"], repeatAmbiguous: false },
  never: { ...always, attempts: 1, repeatAmbiguous: false },
};

/** The shared side of a connection. */
export class Server {
  private readonly secrets: SecretIndex;
  private readonly nodes;
  private reading: { cluster: Promise<Cluster>; signal: AbortSignal } | undefined;

  constructor(private readonly parts: ServerParts) {
    this.secrets = new SecretIndex(parts.connection.secrets, false);
    this.nodes = createNodes(parts.connection.endpoints);
  }

  /** Returns a function that hides the secrets of the connection and of the operation. */
  cleanFor(operation: RequestContext): Redact {
    const own = redactorOf([this.secrets]);
    return own ? (text) => operation.redact(own(text)) : (text) => operation.redact(text);
  }

  /** Sends until there is an answer of whatever status. Fails when none came, and when a good answer holds no JSON. */
  async ask(ask: Ask, operation: RequestContext): Promise<ReadAnswer> {
    let endpoint: Endpoint | undefined;
    const attempt = (n: number): Promise<HttpResponse> => {
      endpoint = this.nodes.next(this.now());
      return this.attempt(n, endpoint, ask, operation);
    };
    const response = await retrying(attempt, this.policy(ask), operation, this.parts.tools).catch((thrown: unknown) => {
      throw this.told(thrown);
    });
    const answer = readAnswer(ask, response, endpoint!.credentials);
    if (answer.status < 300 && answer.json === undefined) throw unreadable(answer, this.cleanFor(operation));
    return answer;
  }

  /** What `GET /` tells, read once by `read`, shared by all who ask meanwhile, and kept unless it failed. */
  async cluster(signal: AbortSignal, read: () => Promise<Cluster>): Promise<Cluster> {
    for (;;) {
      const shared = (this.reading ??= this.begin(signal, read));
      try {
        return await orAborted(shared.cluster, signal);
      } catch (thrown) {
        if (signal.aborted || !shared.signal.aborted) throw thrown;
        // Whoever had asked was cancelled; that is no answer for this caller.
      }
    }
  }

  private begin(signal: AbortSignal, read: () => Promise<Cluster>): { cluster: Promise<Cluster>; signal: AbortSignal } {
    const cluster = read().catch((thrown: unknown) => {
      this.reading = undefined;
      throw thrown;
    });
    // Every caller may have been cancelled when this fails; then nobody else would handle it.
    cluster.catch(() => {});
    return { cluster, signal };
  }

  private async attempt(n: number, endpoint: Endpoint, ask: Ask, operation: RequestContext): Promise<HttpResponse> {
    const { connection, send, version } = this.parts;
    const headers: Record<string, string> = {
      accept: "application/json",
      "user-agent": `pulumi-quartet/${version}`,
      ...(ask.body !== undefined && { "content-type": "application/json" }),
      ...(endpoint.authorization !== undefined && { authorization: endpoint.authorization }),
      ...connection.headers,
    };
    const clean = this.cleanFor(operation);
    const url = `${endpoint.url}${ask.path}${ask.query === undefined ? "" : `?${ask.query}`}`;
    try {
      const response = await send({
        method: ask.method,
        url,
        headers,
        body: ask.body,
        tls: connection.tls,
        signal: operation.signal,
        shownPath: ask.path,
        template: pathTemplate(ask.path),
        attempt: n,
        note: (line) => operation.log("debug", clean(line)),
      });
      this.nodes.worked(endpoint);
      return response;
    } catch (thrown) {
      if (thrown instanceof TransportError) this.nodes.failed(endpoint, this.now());
      throw thrown;
    }
  }

  private now(): number {
    return (this.parts.tools?.now ?? Date.now)();
  }

  /** A refused certificate stays refused, unless another address may be asked. */
  private policy({ repeat = "any" }: Ask): RetryPolicy {
    const policy = policies[repeat];
    return this.parts.connection.endpoints.length > 1 ? { ...policy, phases: [...policy.phases, "tls"] } : policy;
  }

  private told(thrown: unknown): unknown {
    if (!(thrown instanceof TransportError) || thrown.phase !== "tls") return thrown;
    const advice = "The settings caFile, caData, caFingerprint and insecure of the connection say which certificates are trusted.";
    return new TransportError(thrown.phase, thrown.code, `${thrown.message} ${advice}`, {
      cause: thrown.cause,
      ambiguous: thrown.ambiguous,
    });
  }
}

function readAnswer({ method, path }: Ask, response: HttpResponse, credentials: string): ReadAnswer {
  const text = response.body.toString("utf8");
  const contentType = response.headers["content-type"] ?? "";
  const { status, headers, ambiguous, attempts } = response;
  return { method, path, status, headers, contentType, text, credentials, ambiguous, attempts, json: parseJson(text) };
}
