/** Counts the HTTP requests of each operation on each kind, and renders them as the table of docs/benchmarks.md. */
import type { Value } from "../../provider/core/values/value";
import { kinds as cloudKinds, remoteOf } from "../samples/cloud/many";
import { createVariant, decoded, Fixture, schema, siblingsOf, type StoredObject } from "./fixture";
import { variants, type ModuleVariant } from "./variants";
import { inVirtualTime, sleep, untilAloneMs } from "../support/virtual-time";

/** How many reads of a kind are counted together. */
const many = 20;

/** The requests of a kind; undefined where it has no such operation. */
export interface Requests {
  token: string;
  create: number;
  read: number;
  /** How many different objects the refresh reads. */
  objects: number;
  refresh: number;
  update: number | undefined;
  delete: number;
  lookups: number | undefined;
}

/** What is done once: its result would reject a second create, and it sends nothing afterwards. */
const operations = new Set(["quartet:search:SearchSnapshotRestore"]);

/** All kinds, by token. */
export const tokens: readonly string[] = [...new Set(variants.map(({ token }) => token))].filter((token) => !operations.has(token));

/** Counts the requests of a kind. What a process sends once per connection is sent before. */
export async function requestsOf(token: string): Promise<Requests> {
  const variant = await variantOf(token);
  return { token, ...(await single(variant)), ...(await several(variant)) };
}

/** Returns the first variant of the kind that can be updated, or else its first one. */
async function variantOf(token: string): Promise<ModuleVariant> {
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

async function single(variant: ModuleVariant): Promise<Pick<Requests, "create" | "read" | "update" | "delete">> {
  const { token } = variant;
  const { fixture, inputs, news, stored: former } = await createVariant(variant);
  await fixture.delete(token, former);
  const [create, stored] = await counted(fixture, () => fixture.create(token, inputs));
  await inVirtualTime(sleep(untilAloneMs));
  const [read] = await counted(fixture, () => fixture.read(token, stored));
  const isUpdated = news !== undefined && !(await fixture.replaces(token, stored, news));
  const [update, reached] = await counted(fixture, async () => (isUpdated ? fixture.update(token, stored, news) : stored));
  const [deletion] = await counted(fixture, () => fixture.delete(token, reached));
  return { create, read, update: isUpdated ? update : undefined, delete: deletion };
}

async function several(variant: ModuleVariant): Promise<Pick<Requests, "objects" | "refresh" | "lookups">> {
  const { token } = variant;
  const { fixture, objects } = await created(variant);
  const crowd = Array.from({ length: many }, (_, at) => objects[at % objects.length]!);
  const [refresh, found] = await counted(fixture, () => fixture.refreshAll(token, crowd));
  const failed = found.find((one) => !one || one instanceof Error);
  if (failed) throw failed as Error;
  if (refresh > 0 && refresh < objects.length && !fixture.expected.has("shared"))
    throw new Error(`${token}: shared reads have the limit of other responses`);
  return { objects: objects.length, refresh, lookups: await lookups(variant) };
}

/** Returns different objects of the kind: as many as can be created, up to {@link many}. */
async function created(variant: ModuleVariant): Promise<{ fixture: Fixture; objects: StoredObject[] }> {
  const { token, module } = variant;
  const kind = cloudKinds.find(({ name }) => token === `quartet:cloud:${name}`);
  if (kind) {
    const fixture = await Fixture.open(module);
    const remote = remoteOf(fixture);
    const objects: StoredObject[] = [];
    for (let n = 0; n < (kind.count ?? many); n++)
      objects.push(await fixture.create(token, (await fixture.check(token, decoded(kind.inputs(remote, n)))).inputs));
    return { fixture, objects };
  }
  const { fixture, inputs, stored } = await createVariant(variant);
  const objects = [stored];
  for (const sibling of await siblingsOf(token, inputs, many - 1)) {
    const object = await fixture.create(token, sibling).catch(() => undefined);
    if (object && !objects.some(({ id }) => id === object.id)) objects.push(object);
  }
  return { fixture, objects };
}

/** Counts the requests of the function that returns one object of the kind, called once for each of {@link many} objects. */
async function lookups(variant: ModuleVariant): Promise<number | undefined> {
  const name = variant.token.replace(/(\w+)$/, "get$1");
  const required = schema.function(name)?.inputs?.required;
  if (!required) return undefined;
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

/** Renders the table in Markdown. */
export function tableOf(rows: readonly Requests[]): string {
  const lines = rows.map(({ token, create, read, refresh, objects, update, delete: deletion, lookups: calls }) => {
    const name = `\`${token.replace("quartet:", "")}\``;
    const cells = [name, create, read, `${refresh}${objects === many ? "" : ` (${objects} different)`}`, update, deletion, calls];
    return `| ${cells.map((cell) => cell ?? "-").join(" | ")} |`;
  });
  const head = ["Kind", "Create", "Read alone", `Refresh of ${many}`, "Update", "Delete", `${many} lookups`];
  return [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...lines, ""].join("\n");
}
