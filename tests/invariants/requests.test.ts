/** docs/benchmarks.md contains the number of HTTP requests of each operation on each kind. `npm run bench:requests` writes them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Value } from "../../provider/core/values/value";
import { kinds as cloudKinds, remoteOf } from "../samples/cloud/many";
import { createSeveral, createVariant, decoded, Fixture, schema, type StoredObject } from "./fixture";
import { tokens, variants, type ModuleVariant } from "./variants";
import { inVirtualTime, sleep, untilAloneMs } from "../support/virtual-time";

const path = join(__dirname, "..", "..", "docs", "benchmarks.md");
const begin = "<!-- begin of the table that `npm run bench:requests` writes -->\n";
const end = "\n<!-- end of the requests -->";

/** How many reads of a kind are counted together. */
const many = 20;

/** Returns the first variant of the kind that can be updated, or else its first one. */
async function variantOf(token: string) {
  const own = variants.filter((variant) => variant.token === token);
  for (const variant of own) {
    const { fixture, news, stored } = await createVariant(variant);
    if (news && !(await fixture.replaces(token, stored, news))) return variant;
  }
  return own[0]!;
}

/** Counts the requests that the work sends. */
async function counted<T>(fixture: Fixture, work: () => Promise<T>): Promise<[requests: number, result: T]> {
  fixture.sent = 0;
  const result = await work();
  return [fixture.sent, result];
}

/** Counts the requests for one object. What a process sends once per connection is sent before. */
async function single(variant: ModuleVariant) {
  const { fixture, type, inputs, news, stored: former } = await createVariant(variant);
  await fixture.delete(type, former);
  const [create, stored] = await counted(fixture, () => fixture.create(type, inputs));
  await inVirtualTime(sleep(untilAloneMs));
  const [read] = await counted(fixture, () => fixture.read(type, stored));
  const isUpdated = news !== undefined && !(await fixture.replaces(type, stored, news));
  const [update, reached] = await counted(fixture, async () => (isUpdated ? fixture.update(type, stored, news) : stored));
  const [deletion] = await counted(fixture, () => fixture.delete(type, reached));
  return { create, read, update: isUpdated ? update : "-", deletion };
}

/** Returns different objects of the kind: as many as can be created, up to {@link many}. */
async function created(variant: ModuleVariant): Promise<{ fixture: Fixture; objects: StoredObject[] }> {
  const { token, module } = variant;
  const kind = cloudKinds.find(({ name }) => token === `quartet:cloud:${name}`);
  if (!kind) return createSeveral(variant, many);
  const fixture = await Fixture.open(module);
  const remote = remoteOf(fixture);
  const objects: StoredObject[] = [];
  for (let n = 0; n < (kind.count ?? many); n++)
    objects.push(await fixture.create(token, await fixture.checked(token, decoded(kind.inputs(remote, n)))));
  return { fixture, objects };
}

/** Counts the requests of a refresh of {@link many} objects. */
async function refresh(variant: ModuleVariant): Promise<string> {
  const { fixture, objects } = await created(variant);
  const crowd = Array.from({ length: many }, (_, at) => objects[at % objects.length]!);
  const [requests, found] = await counted(fixture, () => fixture.refreshAll(variant.token, crowd));
  expect(found.filter((one) => !one || one instanceof Error)).toEqual([]);
  // Shared reads have a limit of the response of their own.
  if (requests > 0 && requests < objects.length) expect([...fixture.expected]).toContain("shared");
  return `${requests}${objects.length === many ? "" : ` (${objects.length} different)`}`;
}

/** Counts the requests of the function that returns one object of the kind, called once for each of {@link many} objects. */
async function lookups(variant: ModuleVariant): Promise<number | "-"> {
  const name = variant.token.replace(/(\w+)$/, "get$1");
  const required = schema.function(name)?.inputs?.required;
  if (!required) return "-";
  const { fixture, objects } = await created(variant);
  const [requests] = await counted(fixture, async () => {
    for (let n = 0; n < many; n++) {
      const { inputs, state } = objects[n % objects.length]!;
      const args = required.map((key): [string, Value] => [key, (inputs[key] ?? state[key])!]);
      await fixture.resultOf(name, Object.fromEntries(args));
    }
  });
  return requests;
}

/** Returns the table in Markdown. */
async function currentTable() {
  const head = ["Kind", "Create", "Read alone", `Refresh of ${many}`, "Update", "Delete", `${many} lookups`];
  const lines = [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`];
  for (const token of tokens) {
    const variant = await variantOf(token);
    const { create, read, update, deletion } = await single(variant);
    const cells = [create, read, await refresh(variant), update, deletion, await lookups(variant)];
    lines.push(`| \`${token.replace("quartet:", "")}\` | ${cells.join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}

test("the table of requests is up to date", async () => {
  const document = readFileSync(path, "utf8");
  const [before = "", rest = ""] = document.split(begin);
  const [table, after] = rest.split(end);
  const current = await currentTable();
  const isWritten = process.env["WRITE_REQUESTS"] !== undefined && after !== undefined;
  if (isWritten) writeFileSync(path, `${before}${begin}${current}${end}${after}`);
  expect(isWritten ? current : table).toBe(current);
});
