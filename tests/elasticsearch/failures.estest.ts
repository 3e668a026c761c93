/**
 * One request of an operation on the real node fails: nothing is left behind unseen, and the same operation completes the work. tests/faults/orphans covers further
 * failures and kinds, on the emulator. See docs/protocol.md#partial-failures.
 */
import type { HttpResponse } from "../../provider/contract/http";
import { ProviderError } from "../../provider/core/errors/errors";
import { kindFixture, kinds, type Disturbance, type Kind } from "../provider/modules/search/cases/kinds";
import type { Stack } from "../support/stack";

/** How the request fails. A time limit aborts an operation as a cancellation does. */
const failures: [title: string, disturb: (stack: Stack) => Disturbance][] = [
  ["the connection breaks before the server has the request", () => async () => Promise.reject(broken(false))],
  [
    "the connection breaks after the server has the request",
    () => async (_request, respond) => respond().then(() => Promise.reject(broken(true))),
  ],
  ["503", () => async () => rejection(503, "cluster_block_exception")],
  ["403", () => async () => rejection(403, "security_exception")],
  [
    "the operation is aborted",
    (stack) => async (_request, respond) => {
      await respond();
      stack.cancel();
      throw new ProviderError("cancelled", "The operation was cancelled.", { ambiguous: true });
    },
  ],
];

const broken = (ambiguous: boolean) => new ProviderError("unavailable", "The connection was reset.", { ambiguous });

function rejection(status: number, type: string): HttpResponse {
  const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
  return { status, headers, body: JSON.stringify({ error: { type, reason: "refused", root_cause: [] }, status }) };
}

/** What the server has of each kind. */
const paths: Record<string, string> = {
  SearchIndexAlias: "/_alias/logs",
  SearchIndexAliasMember: "/_alias/logs",
  SearchTemplateCustomization: "/_component_template/logs@custom",
  SearchClusterSettings: "/_cluster/settings?flat_settings=true",
  SearchStoredScript: "/_scripts/total",
  SearchIndex: "/orders?features=aliases",
  SearchIndexSettings: "/tuned/_settings?flat_settings=true",
  SearchIndexMappings: "/mapped/_mapping",
};

type Fixture = Awaited<ReturnType<typeof kindFixture>>;
interface Verb {
  prepare: (fixture: Fixture, kind: Kind) => Promise<unknown>;
  run: (fixture: Fixture, kind: Kind) => Promise<unknown>;
}
const verbs: Record<string, Verb> = {
  create: { prepare: async () => undefined, run: async ({ stack }, { programs }) => stack.up(programs.inputs) },
  update: {
    prepare: async ({ stack }, { programs }) => stack.up(programs.inputs),
    run: async ({ stack }, { programs }) => stack.up(programs.news),
  },
  delete: { prepare: async ({ stack }, { programs }) => stack.up(programs.inputs), run: async ({ stack }) => stack.destroy() },
};

/** Lets the request at one position fail. Returns whether there was one. */
function failAt(network: Fixture["network"], position: number, disturb: Disturbance) {
  let count = 0;
  network.disturb = async (request, respond) => (count++ === position ? disturb(request, respond) : respond());
  return () => count > position;
}

/** Mappings stay: their delete sends nothing. */
const stays = ({ kind }: Kind) => kind === "SearchIndexMappings";
const verbsOf = (kind: Kind) => Object.keys(verbs).filter((verb) => !stays(kind) || verb !== "delete");

const rows = kinds.flatMap((kind) =>
  verbsOf(kind).flatMap((verb) => failures.map(([failure, disturb]) => ({ ...kind, verb, failure, disturb }))),
);

test.each(rows)("data 73: $verb of $kind, $failure", async ({ verb, disturb, ...kind }) => {
  const all = await kindFixture(kind);
  const { stack, network, find } = all;
  const remote = async () => JSON.stringify(await find(paths[kind.kind]!));
  const { prepare, run } = verbs[verb]!;
  for (let position = 0; ; position++) {
    network.disturb = undefined;
    const before = await remote();
    await prepare(all, kind);
    const wasHit = failAt(network, position, disturb(stack));
    const failed = await run(all, kind).then(
      () => false,
      () => true,
    );
    const hit = wasHit();
    network.disturb = undefined;
    if (failed && verb === "create" && !stack.stored) expect(await remote()).toBe(before);
    if (failed) await run(all, kind);
    if (verb !== "delete") {
      expect(await stack.refresh()).toEqual([]);
      await stack.destroy();
    }
    if (!stays(kind)) expect(await remote()).toBe(before);
    if (!hit) return;
  }
});
