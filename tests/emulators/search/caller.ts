/** Sends requests to the emulator in tests, and returns status and JSON. */
import type { JsonObject } from "../exchange";
import type { SearchEmulator } from "./index";

/** A response with its body read. */
export interface ParsedResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: JsonObject;
}

/** Sends a request to an emulator: `request("PUT /x?y", body, headers)`. A text is sent as it is, everything else as JSON. */
export const callerOf =
  (emulator: SearchEmulator) =>
  (request: string, body?: unknown, headers: Record<string, string> = {}): ParsedResponse => {
    const [method = "", target = ""] = request.split(" ");
    const [path = "", query = ""] = target.split(/\?(.*)/s);
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const type: Record<string, string> = text === "" ? {} : { "content-type": "application/json" };
    const response = emulator.handle({ method, path, query, headers: { ...type, ...headers }, body: text });
    return { ...response, body: response.body === "" ? {} : (JSON.parse(response.body) as JsonObject) };
  };
