// A stack of one resource over an emulator whose responses can be replaced.
import type { HttpResponse, Send } from "../../../../../provider/contract/http";
import { createSearchEmulator, type SearchEmulatorOptions } from "../../../../emulators/search";
import { callerOf } from "../../../../emulators/search/caller";
import { emulated, json, recorded } from "../support";
import { Stack } from "../../../../support/stack";

/** A response instead of the emulator's, or an error of the transport. */
type Reply = Partial<HttpResponse> | Error;
/** A replaced response, or a function that creates it; the server responds if it returns none. */
export type Override = Reply | (() => Reply | void | Promise<Reply | void>);

/** A stack of one resource of this kind, and its emulator with what these requests create. */
export function stackFixture(kind: string, options: SearchEmulatorOptions = {}, before: Readonly<Record<string, unknown>> = {}) {
  const emulator = createSearchEmulator(options);
  const call = callerOf(emulator);
  for (const [request, body] of Object.entries(before)) call(request, body);
  const env = { ELASTICSEARCH_ENDPOINTS: "http://search.test:9200" };
  return { ...recordedStack(kind, emulated(emulator.handle).send, env), emulator, call };
}

/** A stack over an emulator. */
export type StackFixture = ReturnType<typeof stackFixture>;

/** A stack over a server, and the record of its requests. */
export function recordedStack(kind: string, server: Send, env: Readonly<Record<string, string>>) {
  const override = new Map<string, Override>();
  const { send, sent } = recorded(async (request) => {
    const found = override.get(request.line);
    const other = typeof found === "function" ? await found() : found;
    if (other instanceof Error) throw other;
    return other ?? server(request);
  });
  const another = (other = kind) => new Stack(`quartet:search:${other}`, send, env);
  const stack = another();
  const recent = since(sent);
  const written = since(sent);
  const log = since(stack.lines);
  const lines = () =>
    recent()
      .map(({ line }) => line)
      .filter((line) => line !== "GET /");
  return {
    stack,
    /** Returns a stack of another resource of the same kind, or of another one, on the same server. */
    another,
    /** Replaced responses by method and path with query. */
    override,
    sent,
    /** Returns methods and paths of the requests since the last call, without the request of the cluster's UUID. */
    lines,
    /** Returns those of `lines` that are no reads. */
    writes: () => lines().filter((line) => !line.startsWith("GET")),
    /** Returns the bodies of the requests since the last call. */
    bodies: () => written().flatMap(({ body }) => (body ? [JSON.parse(String(body)) as unknown] : [])),
    /** Returns the log since the last call: severity, colon and message in each line. */
    logged: () => log().join("\n"),
    /** Expects that previews of the program have no difference, and that a refresh reports only this drift. */
    async settled(program: object, drift: string[] = []) {
      expect(await stack.preview(program)).toEqual([]);
      expect(await stack.refresh()).toEqual(drift);
      if (drift.length === 0) expect(await stack.preview(program)).toEqual([]);
    },
  };
}

function since<T>(list: T[]) {
  let seen = 0;
  return () => list.slice(seen, (seen = list.length));
}

/** An error that is not retried. */
export const rejection = (reason: string, status = 400, type = "illegal_argument_exception"): Partial<HttpResponse> =>
  json({ error: { type, reason, root_cause: [{ type, reason }] }, status }, status);
