// Long secrets in the built plugin: errors keep their cause and their ID, and show no part of a secret. See docs/protocol.md#secrets.
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import { pluginFolder } from "../support/plugin";
import * as fixtures from "../support/fixture";
import { pipeline } from "../support/fixture";
import { secret } from "../support/structs";
import { until } from "../support/waiting";

afterEach(fixtures.closeFixtures);

/** A text without repetitions, so that each of its parts occurs once. */
const unique = (length: number, seed: number): string => {
  let state = seed;
  const letters = Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[(state >> 16) & 63] ?? "-";
  });
  return letters.join("");
};
const id = "q3nYfJ1lTgSxL8c0Hq0m5A/logs";

/** Returns the parts of the secret, each of this length, that the text contains. */
function shownParts(text: string, hidden: string, length: number): string[] {
  const parts = new Set(Array.from({ length: hidden.length - length + 1 }, (_, i) => hidden.slice(i, i + length)));
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, i) => text.slice(i, i + length)).filter((part) =>
    parts.has(part),
  );
}

// Longer states do not fit into the trailers that Node's client accepts; tests/invariants covers them in process.
test.each([200, 14_045, 32_781, 45_000])(
  "a create whose read-back fails keeps ID and cause beside a secret of %i characters",
  async (length) => {
    const { rpc, search } = await fixtures.openFixture();
    const server = await search();
    const value = unique(length, length);
    const processor = JSON.stringify({ set: { field: "a", value } });
    const quoting = `{"error":{"type":"odd","reason":"cannot read ${value.slice(0, 900)}"},"status":500}`;
    server.faults.add({
      match: ({ method, path }) =>
        method === "GET" && path.startsWith("/_ingest") && server.requests.some((request) => request.method === "PUT"),
      fault: faults.instead({ status: 500, headers: { "content-type": "application/json" }, body: quoting }),
    });
    const failed = await failureOf(rpc.create({ ...pipeline, inputs: { name: "logs", processors: [secret(processor)] } }));
    expect(failed).toMatchObject({ code: status.UNAVAILABLE, initFailed: { id } });
    expect(failed.message).toContain("HTTP 500: odd: cannot read");
    const visible = [failed.message, ...failed.initFailed!.reasons].join("\n");
    expect(shownParts(visible, value, 8)).toEqual([]);
  },
);

test("a CA bundle of 219 KB leaves the cause of an error as it is, and its beginning is not shown", async () => {
  const { engine, rpc } = await fixtures.openFixture();
  const server = await fixtures.openSearch();
  const body = unique(219_000, 7);
  const caData = `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
  await rpc.configure(fixtures.settingsFor({ ...server.block, caData }));
  const quoting = JSON.stringify({ error: { type: "odd", reason: `cannot read ${caData.slice(0, 1400)}` }, status: 400 });
  server.faults.add({
    match: () => true,
    fault: faults.instead({ status: 400, headers: { "content-type": "application/json" }, body: quoting }),
  });
  const failed = await failureOf(rpc.invoke(fixtures.lookupToken, { name: "logs" }));
  expect(failed.message).toContain("HTTP 400: odd: cannot read");
  const lines = engine.lines.map(({ message }) => message);
  expect(shownParts([failed.message, ...lines].join("\n"), body.slice(0, 2000), 32)).toEqual([]);
});

test("a verbose create with a secret of 100 KB succeeds and logs its requests", async () => {
  const { engine, rpc, search } = await fixtures.openFixture({ command: [join(pluginFolder, "pulumi-resource-quartet"), "-v=9"] });
  await search();
  const value = unique(100_000, 3);
  const processors = [secret(JSON.stringify({ set: { field: "a", value } }))];
  const created = await rpc.create({ ...pipeline, inputs: { name: "logs", processors } });
  expect(created.id).toBe(id);
  const lines = (): string => engine.lines.map(({ message }) => message).join("\n");
  await until("line of the PUT", () => lines().includes("PUT"));
  expect(shownParts(lines(), value.slice(0, 5000), 8)).toEqual([]);
});
