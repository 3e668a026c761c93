/**
 * A proxy or another server, which returns JSON of its own: a refresh is an error, never the loss of the object or of its values; a write fails. Absence is a
 * statement that only the service itself makes: what merely resembles one is an error that names the server.
 */
import { ProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { HttpResponse } from "../../provider/contract/http";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { decoded, Fixture, isWrite, plain, programsOf } from "./fixture";
import { variants, type ModuleVariant } from "./variants";
import { useRealTime, useVirtualTime } from "./virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

const bodies: readonly string[] = [
  '{"message":"Log in to continue."}',
  '{"error":{"code":503,"message":"upstream connect error","status":"UNAVAILABLE"}}',
  '{"Response":{"RequestId":"r"}}',
  '{"Response":{"Error":{}}}',
];

const responseWith = (body: string): HttpResponse => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body,
});

it.each(variants)("a refresh of $token ($title) does not take the body of another server for the object", async (variant) => {
  const { token: type, module, emulator } = variant;
  const fixture = await Fixture.open(module, emulator);
  const { inputs } = await fixture.check(type, programsOf(fixture, variant).inputs);
  const stored = await fixture.create(type, inputs);
  const wrong: string[] = [];
  for (const body of bodies) {
    let requests = 0;
    fixture.intercept = () => {
      requests += 1;
      return responseWith(body);
    };
    const outcome = await fixture.read(type, stored).catch((error: unknown) => error);
    if (requests === 0) continue;
    if (outcome instanceof ProviderError && outcome.code === "unavailable") continue;
    const shown =
      outcome instanceof Error
        ? outcome.message
        : outcome === undefined
          ? "not found"
          : JSON.stringify(plain((outcome as typeof stored).state));
    wrong.push(`${body}: ${shown}`);
  }
  expect(wrong).toEqual([]);
});

const verbs = ["create", "update", "delete"] as const;

it.each(variants)("a write of $token ($title) that another server takes fails", async (variant) => {
  const { token: type, module, emulator } = variant;
  const succeeded: string[] = [];
  for (const verb of verbs)
    for (const body of bodies.slice(0, 2)) {
      const fixture = await Fixture.open(module, emulator);
      const { inputs: program, news: next = program } = programsOf(fixture, variant);
      const { inputs } = await fixture.check(type, program);
      const { inputs: news } = await fixture.check(type, next);
      const stored = verb === "create" ? undefined : await fixture.create(type, inputs);
      let requests = 0;
      fixture.intercept = (request, respond) => {
        if (!isWrite(request)) return respond();
        requests += 1;
        return responseWith(body);
      };
      const write = async (): Promise<unknown> => {
        if (stored === undefined) return fixture.create(type, inputs);
        return verb === "delete" ? fixture.delete(type, stored) : fixture.update(type, stored, news);
      };
      const outcome = await write().catch((error: unknown) => error);
      if (requests > 0 && !(outcome instanceof Error)) succeeded.push(`${verb}: ${body}`);
    }
  expect(succeeded).toEqual([]);
});

const another = "projects/demo-project/locations/us-central1/triggers/another";
const googleError = (message: string): string => JSON.stringify({ error: { code: 404, message, status: "NOT_FOUND" } });

type Absences = readonly (readonly [status: number, body: string])[];
/** What resembles an absence, but comes from another server. Responses to `GET /` are genuine, so that the requests for the objects themselves are sent. */
const absences: Readonly<Record<"search" | "eventrouting", Absences>> = {
  search: [
    [404, "{}"],
    [404, '{"data":[]}'],
    [404, '{"index_templates":[]}'],
    [404, '{"error":{"type":"resource_not_found_exception","reason":"not found"},"status":404}'],
    [404, '{"error":{"type":"https://errors.example.com/not-found"}}'],
    [200, "{}"],
    [200, '{"policies":[],"index_templates":[],"component_templates":[],"results":[]}'],
    [200, '{"acknowledged":true,"status":{"phase":"COMPLETE"}}'],
  ],
  eventrouting: [
    [200, "{}"],
    [200, JSON.stringify({ name: another, uid: "u" })],
    [404, "{}"],
    [404, "<html>404</html>"],
    [404, '{"error":{"code":404,"message":"Not Found"}}'],
    [404, googleError("Method not found.")],
    [404, googleError(`Resource '${another}' was not found`)],
  ],
};
const serverName = /http:\/\/127\.0\.0\.1:9\b/;

type Verb = "create" | "read" | "import" | "update" | "delete" | "list";

/** Returns the responses after which the work did not fail with an error that names the server. */
async function accepted(fixture: Fixture, work: () => Promise<unknown>, verb?: Verb): Promise<string[]> {
  const wrong: string[] = [];
  for (const [status, body] of absences[fixture.module as keyof typeof absences]) {
    let requests = 0;
    fixture.intercept = (request, respond) => {
      if (new URL(request.url).pathname === "/") return respond();
      requests += 1;
      return { ...responseWith(body), status };
    };
    const outcome = await work().catch((error: unknown) => error);
    // A failed update keeps the state: see docs/protocol.md#partial-failures.
    const error = verb === "update" && outcome instanceof ResourceInitFailedError ? outcome.cause : outcome;
    const isError = error instanceof ProviderError && error.code !== "internal" && serverName.test(error.message);
    if (requests === 0 || !isError)
      wrong.push(`${status} ${body}: ${outcome instanceof Error ? outcome.message : JSON.stringify(outcome)}`);
  }
  return wrong;
}

function verbsOf({ module, token }: ModuleVariant): readonly Verb[] {
  // The state of a restore is what its create returned.
  if (token === "quartet:search:SearchSnapshotRestore") return ["create"];
  const all = ["create", "read", "import", "update"] as const;
  // Deleting mappings, a whole IAM policy or a built-in user sends nothing. A list of Eventarc without objects is an empty object.
  const deleting = /IamPolicy$|SearchIndexMappings$|SearchBuiltinUser$/.test(token) ? [] : (["delete"] as const);
  const isListed = module === "search" && "listInputs" in schemaFile.resources![token]!;
  return [...all, ...deleting, ...(isListed ? (["list"] as const) : [])];
}

describe.each(variants.filter(({ module }) => module in absences))("$token ($title): another server's 404 is no absence", (variant) => {
  const { token, module, emulator } = variant;

  it.each(verbsOf(variant))("%s", async (verb) => {
    const fixture = await Fixture.open(module, emulator);
    const { inputs: program, news: next = program, importId } = programsOf(fixture, variant);
    const { inputs } = await fixture.check(token, program);
    const { inputs: news } = await fixture.check(token, next);
    const stored = verb === "create" ? { id: "", inputs, state: {} } : await fixture.create(token, inputs);
    const verbs: Record<Verb, () => Promise<unknown>> = {
      create: () => fixture.create(token, inputs),
      read: () => fixture.read(token, stored),
      import: () => fixture.read(token, { id: importId(stored.id) }),
      update: () => fixture.update(token, stored, news),
      delete: () => fixture.delete(token, stored),
      list: () => fixture.list(token),
    };
    expect(await accepted(fixture, verbs[verb], verb)).toEqual([]);
  });
});

it.each<[string, Parameters<typeof decoded>[0]]>([
  ["getSearchComponentTemplate", { name: "a" }],
  ["getSearchConnector", { connectorId: "a" }],
  ["getSearchEnrichPolicy", { name: "a" }],
  ["getSearchIndexTemplate", { name: "a" }],
  ["getSearchIngestPipeline", { name: "a" }],
  ["getSearchIndexAliases", { alias: "a" }],
  ["getSearchLicense", {}],
  ["simulateSearchIndexTemplate", { name: "a" }],
  ["simulateSearchIngestPipeline", { name: "a", documents: ["{}"] }],
])("%s: another server's 404 is no absence", async (name, inputs) => {
  const fixture = await Fixture.open("search");
  expect(await accepted(fixture, () => fixture.invoke(`quartet:search:${name}`, decoded(inputs)))).toEqual([]);
});
