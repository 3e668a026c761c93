// No orphan after any fault of the remote: each call of each write of each resource fails in every way that a network and a server have. Afterwards
// what the engine keeps, or the error, names every object that exists. See docs/protocol.md#status-codes and docs/protocol.md#repeated-operations.
import { campaignOfFile } from "./campaign";
import { mishaps } from "./disturbances";

jest.setTimeout(600_000);
const campaign = campaignOfFile();

/** What each operation requests; `~` represents the path of the object. */
const expected = [
  ["create of a pipeline", "GET /, GET ~, PUT ~, GET ~"],
  ["create of a template", "GET /, PUT ~, GET ~"],
  ["create of a component template", "GET /, PUT ~, GET ~"],
  ["create of a policy", "GET /, PUT ~, PUT ~/_execute, GET ~"],
  ["create of a stored script", "GET /, GET ~, PUT ~, GET ~"],
  [
    "create of a connector with an id",
    "GET /, GET ~, PUT ~, PUT ~/_pipeline, PUT ~/_scheduling, PUT ~/_features, PUT ~/_api_key_id, GET ~, PUT ~/_configuration, GET ~",
  ],
  [
    "create of a connector without an id",
    "GET /, POST /_connector, PUT ~/_pipeline, PUT ~/_scheduling, PUT ~/_features, PUT ~/_api_key_id, GET ~, PUT ~/_configuration, GET ~",
  ],
  ["update of a pipeline", "GET /, GET ~, PUT ~, GET ~"],
  ["update of a template", "GET /, GET ~, PUT ~, GET ~"],
  ["update of a component template", "GET /, GET ~, PUT ~, GET ~"],
  ["update of a policy", "GET /, GET ~"],
  ["update of a stored script", "GET /, GET ~, PUT ~/ingest, GET ~"],
  [
    "update of a connector with an id",
    "GET /, GET ~, PUT ~/_name, PUT ~/_index_name, PUT ~/_service_type, PUT ~/_native, PUT ~/_pipeline, PUT ~/_scheduling, PUT ~/_features, PUT ~/_api_key_id, GET ~, PUT ~/_configuration, GET ~",
  ],
  [
    "update of a connector without an id",
    "GET /, GET ~, PUT ~/_name, PUT ~/_index_name, PUT ~/_service_type, PUT ~/_native, PUT ~/_pipeline, PUT ~/_scheduling, PUT ~/_features, PUT ~/_api_key_id, GET ~, PUT ~/_configuration, GET ~",
  ],
  ["delete of a pipeline", "GET /, DELETE ~"],
  ["delete of a template", "GET /, DELETE ~"],
  ["delete of a component template", "GET /, DELETE ~"],
  ["delete of a policy", "GET /, DELETE ~"],
  ["delete of a stored script", "GET /, GET /_ingest/pipeline, DELETE ~"],
  ["delete of a connector with an id", "GET /, DELETE ~"],
  ["delete of a connector without an id", "GET /, DELETE ~"],
];

test("the campaign interrupts all calls of the resources", () => {
  const calls = new Map<string, string[]>();
  for (const { kind, verb, call } of campaign.plans) {
    const key = `${verb} of a ${kind.title}`;
    const line = call.replace(/\/_(ingest\/pipeline|(?:index|component)_template|enrich\/policy|connector|scripts)\/[\w-]+/, "~");
    calls.set(key, [...(calls.get(key) ?? []), line]);
  }
  expect([...calls].map(([operation, lines]) => [operation, lines.join(", ")])).toEqual(expected);
});

test.each(mishaps.map((disturbance) => [disturbance.title, disturbance] as const))("%s", async (_title, disturbance) => {
  expect((await campaign.disturbAll(disturbance)).wrong).toEqual([]);
});
