/** The guard against the loss of documents. See docs/modules/search.md#data-loss. */
import { ProviderError } from "../../../../provider/core/errors/errors";
import { inContext, requestContext } from "../../../support/contexts";
import { inVirtualTime, virtualTimeOfFile } from "../../../support/virtual-time";
import { deleteAfterSnapshot, previewDestruction, requireDestroyable, type Container } from "../../../../provider/modules/search/data-loss";
import { SearchClient } from "../../../../provider/modules/search/client";
import { createSearchEmulator, type SearchEmulatorOptions } from "../../../emulators/search";
import { callerOf } from "../../../emulators/search/caller";
import { clientOver, emulated, json, recorded, rejects, root, transportOver } from "./support";
import { rejection } from "./resources/stack-fixture";

/** An index `orders` with these documents, none of them refreshed. */
function holding(documents: number, { permitted = [], ...options }: SearchEmulatorOptions & { permitted?: string[] } = {}) {
  const emulator = createSearchEmulator(options);
  const call = callerOf(emulator);
  call("PUT /orders");
  for (let i = 0; i < documents; i++) call("POST /orders/_doc", { i });
  const lines = requestContext();
  const server = emulated(emulator.handle);
  const transport = transportOver(server.send);
  const client = new SearchClient(async () => transport, lines, new Set(permitted));
  const container: Container = { kind: "index", name: "orders", targets: ["orders"], indices: ["orders"], forceDestroy: false };
  return { call, server, lines, container, caller: { client, log: lines.log } };
}

const advice =
  "Set forceDestroy and run `pulumi up`, or permit it for one run with QUARTET_SEARCH_FORCE_DESTROY=orders. For a replacement, set forceDestroy in an update before it.";

test.each([
  [1, "contains 1 document (3.6 KB)"],
  [1204, "contains 1,204 documents (3.9 MB)"],
])("an index with %i documents is refused, with their number and size, before a refresh has made them visible", async (documents, text) => {
  const { container, caller } = holding(documents);
  await rejects(requireDestroyable(container, caller), `failed_precondition: Delete failed: index "orders": it ${text}. ${advice}`);
});

test.each([
  ["forceDestroy", [], true],
  ["the name in the setting", ["other", "orders"], false],
  ["* in the setting", ["*"], false],
])("%s permits it, and one line states what is lost", async (_name, permitted, forceDestroy) => {
  const { container, caller, lines } = holding(2, { permitted });
  await requireDestroyable({ ...container, forceDestroy }, caller);
  expect(lines.lines).toEqual(['info: Deleting index "orders", which contains 2 documents (6.9 KB).']);
});

describe("an index that a snapshot contains", () => {
  virtualTimeOfFile();
  const rejected = rejection("Cannot delete indices that are being snapshotted", 400, "snapshot_in_progress_exception");
  const run = async (responses: unknown[], limit: number) => {
    const { send, sent } = recorded(({ method }) => (method === "DELETE" ? responses.shift()! : root()) as ReturnType<typeof root>);
    const controller = new AbortController();
    const expired = new ProviderError("deadline_exceeded", "time limit");
    const timer = setTimeout(() => controller.abort(expired), limit);
    const context = requestContext(controller.signal);
    const work = deleteAfterSnapshot(["orders"], inContext(clientOver(send, undefined, context), context));
    await inVirtualTime(work.finally(() => clearTimeout(timer)));
    return sent.map(({ line }) => line);
  };

  test("is deleted once that has ended", async () =>
    expect(await run([rejected, rejected, json({ acknowledged: true })], 60_000)).toEqual(Array(3).fill("DELETE /orders")));

  test("is named by the failure at the time limit", async () =>
    rejects(
      run(Array(9).fill(rejected), 25_000),
      /^aborted: [^]*being snapshotted\nA snapshot contains the data stream or index\. Wait, then run `pulumi destroy` again\.$/,
    ));
});

const unknown = `it may contain documents: their number is unknown. ${advice}`;

test("an index that the statistics leave out, or whose statistics cannot be read, counts as not empty", async () => {
  const { container, caller, lines } = holding(0);
  await rejects(requireDestroyable({ ...container, indices: ["orders", "orders-closed"] }, caller), unknown);
  const denied = json({ error: { type: "security_exception", reason: "unauthorized" }, status: 403 }, 403);
  // The primary with documents has no node.
  const red = json({
    _shards: { total: 2, successful: 1, failed: 0 },
    _all: { primaries: { docs: { count: 0 } } },
    indices: { orders: { health: "red" } },
  });
  for (const statistics of [denied, red]) {
    const { send } = recorded(({ line }) => (line.includes("_stats") ? statistics : root()));
    await rejects(requireDestroyable(container, { client: clientOver(send), log: lines.log }), unknown);
  }
});

test("serverless counts by a search, and does not return bytes", async () => {
  const { container, caller } = holding(5, { buildFlavor: "serverless" });
  await rejects(requireDestroyable(container, caller), /contains 5 documents\. Set forceDestroy/);
});

test.each([
  [[], [expect.stringMatching(/^the index "orders" exists and contains 2 documents \(6\.9 KB\)\..*=orders\.$/)], []],
  [["*"], [], [expect.stringMatching(/^warning: .*only if the last update had it/)]],
])(
  "the preview of a create reports documents of the name; a deletion that is permitted (%j) is a warning",
  async (permitted, reasons, log) => {
    const { call, container, caller, lines } = holding(2, { permitted });
    call("POST /orders/_refresh");
    expect(await previewDestruction(container, caller)).toEqual(reasons.map((reason) => ({ property: "name", reason: reason })));
    expect(lines.lines).toEqual(log);
  },
);
