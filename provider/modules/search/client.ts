// How lookups and resources speak with the server: one client for each call, over the state that all calls of a connection share.
import type { RequestContext } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import type { Redact } from "../../core/redact";
import type { Plain } from "../../core/value";
import { clusterOf, demand, type Cluster } from "./cluster";
import { isAbsent, refusal } from "./errors";
import type { Ask, ReadAnswer, Server } from "./transport";

/** How a write is sent. */
export interface WriteOptions {
  /** Not encoded. */
  query?: Readonly<Record<string, string>>;
  repeat?: Ask["repeat"];
}

/** Speaks with the server within one operation. Paths are given as segments, which are encoded here; bodies are JSON texts. */
export class SearchClient {
  private readonly warned = new Set<string>();

  /** `open` finds the server; it is called when something is asked of it, never before. */
  constructor(
    private readonly open: () => Promise<Server>,
    readonly operation: RequestContext,
    /** The version of quartet. */
    readonly version: string,
  ) {}

  /** What the server answers, or nothing when it says that there is no such object. */
  async get(path: readonly string[], query?: WriteOptions["query"]): Promise<Plain | undefined> {
    return (await this.answer(path, query))?.json;
  }

  /** The whole answer, for its text keeps digits and orders that JSON values of JavaScript lose. */
  async answer(path: readonly string[], query?: WriteOptions["query"]): Promise<ReadAnswer | undefined> {
    return this.read({ method: "GET", path: pathOf(path), query: encoded(query) });
  }

  /** The answer to a PUT; an absent object is a failure here. */
  async put(path: readonly string[], body: string | undefined, options: WriteOptions = {}): Promise<Plain> {
    return this.write("PUT", path, body, options);
  }

  /** The answer to a POST. */
  async post(path: readonly string[], body: string | undefined, options: WriteOptions = {}): Promise<Plain> {
    return this.write("POST", path, body, options);
  }

  /** Removes an object; one that is gone already is a success. */
  async delete(path: readonly string[]): Promise<void> {
    await this.read({ method: "DELETE", path: pathOf(path) });
  }

  /** What the cluster is; asked once for each connection. */
  async cluster(): Promise<Cluster> {
    const server = await this.open();
    return server.cluster(this.operation.signal, async () => {
      const answer = await server.ask({ method: "GET", path: "/" }, this.operation);
      if (answer.status >= 300) throw refusal(answer, server.cleanFor(this.operation));
      return clusterOf(answer);
    });
  }

  /** Warns the user, once in this operation however often it is read what gives cause to it. */
  warnOnce(message: string): void {
    if (this.warned.has(message)) return;
    this.warned.add(message);
    this.operation.log("warning", message);
  }

  /** Fails when the server is too old for something. */
  async demand(what: string, version: string): Promise<void> {
    demand(await this.cluster(), what, version);
  }

  private async read(ask: Ask): Promise<ReadAnswer | undefined> {
    const server = await this.open();
    const answer = await server.ask(ask, this.operation);
    return isAbsent(answer) ? undefined : good(answer, server.cleanFor(this.operation));
  }

  private async write(
    method: "PUT" | "POST",
    path: readonly string[],
    body: string | undefined,
    { query, repeat }: WriteOptions,
  ): Promise<Plain> {
    const server = await this.open();
    const answer = await server.ask({ method, path: pathOf(path), query: encoded(query), body, repeat }, this.operation);
    // A server that fails may have done the work before (protocol 4.7, rule 3).
    return good({ ...answer, ambiguous: answer.ambiguous === true || answer.status >= 500 }, server.cleanFor(this.operation)).json!;
  }
}

function good(answer: ReadAnswer, clean: Redact): ReadAnswer {
  if (answer.status >= 300) throw refusal(answer, clean);
  return answer;
}

function encoded(query: WriteOptions["query"]): string | undefined {
  return query && new URLSearchParams(query).toString();
}

/** The path of segments. Dots alone are refused: every HTTP library takes them for steps to another path. */
export function pathOf(segments: readonly string[]): string {
  const encoded = segments.map((segment) => encodeURIComponent(segment.toWellFormed()));
  if (encoded.some((segment) => /^\.{0,2}$/.test(segment)))
    throw new ProviderError("invalid_argument", "a name that is empty or consists of dots only cannot be addressed");
  return `/${encoded.join("/")}`;
}
