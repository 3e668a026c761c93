/** Sends requests with a token to the emulator in tests, and returns status and JSON. */
import type { EmulatorReply, EmulatorRequest, JsonObject } from "../exchange";
import { parsed } from "../objects";

/** The emulator, or anything that handles requests. */
interface Handler {
  handle: (request: EmulatorRequest) => EmulatorReply;
}

/** A response with its body read; a body that is no JSON is in `text`. */
export interface ParsedResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: JsonObject;
}

/** The project and the location of the examples. */
export const home = "projects/demo-project/locations/us-central1";

/** A request from `"POST /x?y"`: a text is sent as it is, everything else as JSON. */
export const request = (line: string, body?: unknown, headers: Record<string, string | undefined> = {}): EmulatorRequest => {
  const [method = "", target = ""] = line.split(/ (.*)/s);
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const type = text === "" ? {} : { "content-type": "application/json" };
  const all = Object.entries({ host: "127.0.0.1", ...type, authorization: "Bearer test", ...headers });
  const present = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { method, path, query, headers: Object.fromEntries(present), body: text };
};

/** Sends a request below `/v1/projects/demo-project/locations/us-central1/` unless the path begins with a slash: `request("GET triggers/x")`. */
export const callerOf =
  (emulator: Handler) =>
  (line: string, body?: unknown, headers: Record<string, string | undefined> = {}): ParsedResponse => {
    const full = line.replace(/^(\S+) (?!\/)/, `$1 /v1/${home}/`);
    const reply = emulator.handle(request(full, body, headers));
    return { ...reply, body: (parsed(reply.body) ?? { text: reply.body }) as JsonObject };
  };

/** A rejection with that status word; the message as given, or any. */
export const rejection = (http: number, status: string, message: unknown = expect.stringMatching(/./)): object => ({
  status: http,
  body: { error: expect.objectContaining({ code: http, status, message }) as unknown },
});

/** The fields that a rejection names. */
export const fieldsOf = ({ body }: ParsedResponse): string[] => {
  const { details = [] } = (body.error ?? {}) as { details?: { fieldViolations?: { field: string }[] }[] };
  return details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field));
};

/** A trigger that needs nothing else, as a create sends it. */
export const exampleTrigger = {
  eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }],
  destination: { cloudRun: { service: "orders", region: "us-central1", path: "/created" } },
  serviceAccount: "events@demo-project.iam.gserviceaccount.com",
  transport: { pubsub: { topic: "projects/demo-project/topics/orders" } },
  labels: { team: "orders" },
};
