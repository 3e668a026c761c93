// A stack of one resource over an emulator whose responses can be replaced.
import type { HttpResponse, Send } from "../../../../../provider/contract/http";
import { createSearchEmulator, type SearchEmulator, type SearchEmulatorOptions } from "../../../../emulators/search";
import { emulated, json, recorded, type Sent } from "../support";
import { Stack } from "../../../../support/stack";

/** A response instead of the emulator's, or an error of the transport. */
type Reply = Partial<HttpResponse> | Error;
/** A replaced response, or a function that creates it; the server responds if it returns none. */
export type Override = Reply | (() => Reply | void | Promise<Reply | void>);

/** The stack and the recorded requests of a test. */
export interface RecordedStack {
  stack: Stack;
  /** Returns a stack of another resource of the same type, or of another one, on the same server. */
  another(type?: string): Stack;
  /** Replaced responses by method and path with query. */
  override: Map<string, Override>;
  sent: readonly Sent[];
  /** Returns methods and paths of the requests since the last call, without the request of the cluster's UUID. */
  lines(): string[];
  /** Returns the bodies of the writes since the last call, by method and last segment of the path. */
  bodies(): Record<string, unknown>;
  /** Returns the lines of the log since the last call. */
  logged(): { severity: string; message: string }[];
}

/** A stack over an emulator. */
export interface StackFixture extends RecordedStack {
  emulator: SearchEmulator;
}

/** A stack and its emulator. */
export function stackFixture(type: string, options: SearchEmulatorOptions = {}, env: Readonly<Record<string, string>> = {}): StackFixture {
  const emulator = createSearchEmulator(options);
  return {
    ...recordedStack(type, emulated(emulator.handle).send, { ELASTICSEARCH_ENDPOINTS: "http://search.test:9200", ...env }),
    emulator,
  };
}

/** A stack over a server, and the record of its requests. */
export function recordedStack(type: string, server: Send, env: Readonly<Record<string, string>>): RecordedStack {
  const override: RecordedStack["override"] = new Map();
  const { send, sent } = recorded(async (request) => {
    const found = override.get(request.line);
    const other = typeof found === "function" ? await found() : found;
    if (other instanceof Error) throw other;
    return other ?? server(request);
  });
  const another = (other = type): Stack => new Stack(other, send, env);
  const stack = another();
  const recent = since(sent);
  const written = since(sent);
  return {
    stack,
    another,
    override,
    sent,
    lines: () =>
      recent()
        .map(({ line }) => line)
        .filter((line) => line !== "GET /"),
    bodies: () =>
      Object.fromEntries(written().flatMap(({ method, url, body }) => (body ? [[keyOf(method, url), JSON.parse(String(body))]] : []))),
    logged: since(stack.lines),
  };
}

function since<T>(list: T[]): () => T[] {
  let seen = 0;
  return () => list.slice(seen, (seen = list.length));
}

function keyOf(method: Sent["method"], url: string): string {
  return `${method} ${decodeURIComponent(new URL(url).pathname.split("/").at(-1)!)}`;
}

/** An error that is not retried. */
export const rejection = (reason: string, status = 400, type = "illegal_argument_exception"): Partial<HttpResponse> =>
  json({ error: { type, reason, root_cause: [{ type, reason }] }, status }, status);
