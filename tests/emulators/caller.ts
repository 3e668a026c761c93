/** Requests to emulators in tests, and their responses. */
import type { EmulatorReply, EmulatorRequest, JsonObject } from "./exchange";
import { parsed } from "./objects";

/** An emulator, or anything that handles requests. */
export interface Handler {
  handle: (request: EmulatorRequest) => EmulatorReply;
}

/** A request from `"POST /x?y"`: a text is sent as it is, everything else as JSON. */
export const requestOf = (line: string, body?: unknown, headers: Record<string, string | undefined> = {}): EmulatorRequest => {
  const [method = "", target = ""] = line.split(/ (.*)/s);
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const all = Object.entries({ ...(text !== "" && { "content-type": "application/json" }), ...headers });
  const present = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { method, path, query, headers: Object.fromEntries(present), body: text };
};

/** The response with its body read; a body that is no JSON is in `text`. */
export const responseTo = (request: EmulatorRequest, { handle }: Handler) => {
  const reply = handle(request);
  return { ...reply, body: (parsed(reply.body) ?? { text: reply.body }) as JsonObject };
};
