/** Sends valid requests to the emulator in tests, with the changes that a test makes. */
import type { EmulatorReply, EmulatorRequest, JsonObject } from "../exchange";
import type { PipelineEmulator } from "./index";
import { exampleKeys } from "./index";

/** The header of the example pair. */
export const authorization = `Basic ${Buffer.from(Object.entries(exampleKeys)[0]?.join(":") ?? "").toString("base64")}`;

/** A good request for path and query after the base. */
export const requestOf = (target: string, more: Partial<EmulatorRequest> = {}): EmulatorRequest => {
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const headers = { authorization, accept: "application/json" };
  return { method: "GET", path: `/v1${path}`, query, body: "", ...more, headers: { ...headers, ...more.headers } };
};

/** A response and its body. */
export interface ParsedReply extends Pick<EmulatorReply, "status" | "headers"> {
  body: JsonObject;
  data: JsonObject;
}

/** Sends a request for path and query after the base. */
export const callerOf =
  ({ handle }: PipelineEmulator) =>
  (target: string, more: Partial<EmulatorRequest> = {}): ParsedReply => {
    const { status, headers, body: text } = handle(requestOf(target, more));
    const body = JSON.parse(text) as JsonObject;
    return { status, headers, body, data: (body["data"] ?? {}) as JsonObject };
  };

/** The Accept of version 2. */
export const v2 = { headers: { accept: "application/json;version=2" } };
