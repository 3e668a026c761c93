/**
 * A proxy or another server, which returns JSON of its own: a refresh is an error, never the loss of the object or of its values; a write fails. Absence is a
 * statement that only the service itself makes: what merely resembles one is an error that names the server.
 */
import { ProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { HttpRequest } from "../../provider/contract/http";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { createVariant, decoded, Fixture, openVariant } from "./fixture";
import { isWrite, outcomeOf } from "../support/in-process";
import { variants, type ModuleVariant } from "./variants";

/** Responses of another server. */
type Replies = readonly (readonly [status: number, body: string])[];

const bodies: Replies = [
  [200, '{"message":"Log in to continue."}'],
  [200, '{"error":{"code":503,"message":"upstream connect error","status":"UNAVAILABLE"}}'],
  [200, '{"Response":{"RequestId":"r"}}'],
  [200, '{"Response":{"Error":{}}}'],
];
/** The third body is what some writes return. */
const bodiesOfWrites = bodies.slice(0, 2);

/** What another server does to some work. */
interface Attack {
  replies: Replies;
  /** The requests that it takes. */
  isTaken: (request: HttpRequest) => boolean;
  /** Whether the work ended as it has to after this many of these requests. */
  isExpected: (outcome: unknown, requests: number) => boolean;
}

/** The responses after which the work did not end as expected. */
async function accepted(fixture: Fixture, { replies, isTaken, isExpected }: Attack, work: () => Promise<unknown>) {
  const wrong: string[] = [];
  for (const [status, body] of replies) {
    let requests = 0;
    fixture.intercept = (request, respond) => {
      if (!isTaken(request)) return respond();
      requests += 1;
      return { status, headers: { "content-type": "application/json" }, body };
    };
    const outcome = await outcomeOf(work());
    const shown = outcome instanceof Error ? outcome.message : (JSON.stringify(outcome) ?? "nothing");
    if (!isExpected(outcome, requests)) wrong.push(`${status} ${body}: ${shown}`);
  }
  return wrong;
}

const isUnavailable = (outcome: unknown) => outcome instanceof ProviderError && outcome.code === "unavailable";
const reading: Attack = {
  replies: bodies,
  isTaken: () => true,
  isExpected: (outcome, requests) => requests === 0 || isUnavailable(outcome),
};
const writing: Attack = {
  replies: bodiesOfWrites,
  isTaken: isWrite,
  isExpected: (outcome, requests) => requests === 0 || outcome instanceof Error,
};

it.each(variants)(
  "no verb of $token ($title) takes the body of another server for a response: a refresh is an error, a write fails",
  async (variant) => {
    const { fixture, type, stored, news = stored.inputs } = await createVariant(variant);
    expect(await accepted(fixture, reading, () => fixture.read(type, stored))).toEqual([]);
    expect(await accepted(fixture, writing, () => fixture.update(type, stored, news))).toEqual([]);
    expect(await accepted(fixture, writing, () => fixture.delete(type, stored))).toEqual([]);
    const { fixture: empty, inputs } = await openVariant(variant);
    expect(await accepted(empty, writing, () => empty.create(type, inputs))).toEqual([]);
  },
);

const another = "projects/demo-project/locations/us-central1/triggers/another";
const googleError = (message: string) => JSON.stringify({ error: { code: 404, message, status: "NOT_FOUND" } });

/** What resembles an absence, but comes from another server. Responses to `GET /` are genuine, so that the requests for the objects themselves are sent. */
const absences: Readonly<Record<"search" | "eventrouting", Replies>> = {
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

/** Every response that resembles an absence is an error that names the server. */
const absent = ({ module }: Fixture, verb?: Verb): Attack => ({
  replies: absences[module as keyof typeof absences],
  isTaken: ({ url }) => new URL(url).pathname !== "/",
  isExpected(outcome, requests) {
    // A failed update keeps the state: see docs/protocol.md#partial-failures.
    const error = verb === "update" && outcome instanceof ResourceInitFailedError ? outcome.cause : outcome;
    return requests > 0 && error instanceof ProviderError && error.code !== "internal" && serverName.test(error.message);
  },
});

function verbsOf({ module, token }: ModuleVariant): readonly Verb[] {
  // The state of a restore is what its create returned.
  if (token === "quartet:search:SearchSnapshotRestore") return ["create"];
  const all = ["create", "read", "import", "update"] as const;
  // Deleting mappings, a whole IAM policy or a built-in user sends nothing. A list of Eventarc without objects is an empty object.
  const deleting = /IamPolicy$|SearchIndexMappings$|SearchBuiltinUser$/.test(token) ? [] : (["delete"] as const);
  const isListed = module === "search" && "listInputs" in schemaFile.resources![token]!;
  return [...all, ...deleting, ...(isListed ? (["list"] as const) : [])];
}

const withAbsences = variants.filter(({ module }) => module in absences);
const cases = withAbsences.flatMap((variant) => verbsOf(variant).map((verb) => ({ ...variant, verb })));

it.each(cases)("$token ($title): another server's 404 is no absence for $verb", async ({ verb, ...variant }) => {
  const { fixture, type, inputs, news = inputs, importId } = await openVariant(variant);
  const stored = verb === "create" ? { id: "", inputs, state: {} } : await fixture.create(type, inputs);
  const verbs: Record<Verb, () => Promise<unknown>> = {
    create: () => fixture.create(type, inputs),
    read: () => fixture.read(type, stored),
    import: () => fixture.read(type, { id: importId(stored.id) }),
    update: () => fixture.update(type, stored, news),
    delete: () => fixture.delete(type, stored),
    list: () => fixture.listed(type),
  };
  expect(await accepted(fixture, absent(fixture, verb), verbs[verb])).toEqual([]);
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
  expect(await accepted(fixture, absent(fixture), () => fixture.resultOf(`quartet:search:${name}`, decoded(inputs)))).toEqual([]);
});
