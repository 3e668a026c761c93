/** Sends requests with a token to the emulator in tests, and returns status and JSON. */
import { type Handler, requestOf, responseTo } from "../caller";

/** The project and the location of the examples. */
export const home = "projects/demo-project/locations/us-central1";

/** A request with a token. */
export const request = (line: string, body?: unknown, headers: Record<string, string | undefined> = {}) =>
  requestOf(line, body, { host: "127.0.0.1", authorization: "Bearer test", ...headers });

/** Sends a request below `/v1/projects/demo-project/locations/us-central1/` unless the path begins with a slash: `request("GET triggers/x")`. */
export const callerOf = (emulator: Handler) => (line: string, body?: unknown, headers?: Record<string, string | undefined>) =>
  responseTo(request(line.replace(/^(\S+) (?!\/)/, `$1 /v1/${home}/`), body, headers), emulator);

/** A rejection with that status word; the message as given, or any. */
export const rejection = (http: number, status: string, message: unknown = expect.stringMatching(/./)): object => ({
  status: http,
  body: { error: expect.objectContaining({ code: http, status, message }) as unknown },
});

/** The fields that a rejection names. */
export const fieldsOf = ({ body }: ReturnType<typeof responseTo>): string[] => {
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
