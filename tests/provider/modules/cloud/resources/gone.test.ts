/** Read, update and delete of every resource treat a deleted object in the same way, for each error code that reports it. See docs/modules/cloud.md#gone. */
import { goneCodes, type ObjectKind } from "../../../../../provider/modules/cloud/gone";
import type { Prerequisites } from "../../../../samples/cloud";
import type { SentCall } from "../support";
import { created, objectSamples, rejection } from "./setup";

type Side = readonly [ObjectKind, (prerequisites: Prerequisites, id: string) => string];

const own = (kind: ObjectKind): Side => [kind, (_prerequisites, id) => id.split("#").at(-1)!];
const service: Side = ["service", ({ serviceId }) => serviceId];
const firstApi: Side = ["api", ({ apiIds }) => apiIds[0]];
const plan: Side = ["plan", ({ planId }) => planId];
const key: Side = ["key", ({ keyIds }) => keyIds[0]];

/** The objects that a resource depends on, by the title of its sample; its own one comes first. */
const sides: Record<string, readonly Side[]> = {
  service: [own("service")],
  API: [own("api"), service],
  "key that the service makes": [own("key")],
  "key of the program's own": [own("key")],
  "IP strategy": [own("strategy"), service],
  plugin: [own("plugin")],
  application: [own("app")],
  "usage plan": [own("plan")],
  document: [own("doc")],
  channel: [own("upstream")],
  domain: [own("domain"), service],
  release: [service],
  "binding of a plan": [plan, ["api", ({ keyedApiId }) => keyedApiId], service],
  "binding of a key": [plan, key],
  "binding of a strategy": [["strategy", ({ strategyId }) => strategyId], firstApi, service],
  "binding of a plugin": [["plugin", ({ pluginId }) => pluginId], firstApi, service],
  "binding of an application": [["app", ({ appId }) => appId], firstApi, service],
  "import of a document": [service],
};

const rows = objectSamples.flatMap((sample) =>
  sides[sample.title]!.flatMap(([kind, idOf]) => goneCodes(kind).map((code) => ({ sample, title: sample.title, kind, code, idOf }))),
);

/** A stack with the sample, and a function that rejects the requests about one object; it returns how many it has rejected. */
async function opened({ title, idOf, code, kind }: (typeof rows)[number]) {
  const fixture = await created(title);
  const { prerequisites, id, emulator } = fixture;
  const object = idOf(prerequisites, id);
  let rejected = 0;
  const remove = (isMeant: (call: SentCall) => boolean = () => true) => {
    fixture.override = (call) => {
      const isAbout = JSON.stringify(call.params).includes(`"${object}"`) && !call.action.includes("ResourceTags");
      if (!isAbout || !isMeant(call)) return undefined;
      rejected++;
      // The list of the keys of a plan does not contain the ID of a key in its request.
      if (kind === "key") emulator.gateway.keys.delete(object);
      return rejection(code);
    };
    return () => rejected;
  };
  return { ...fixture, remove };
}

test.each(rows)("$title: $kind gone by $code", async (row) => {
  const { stack, prerequisites, remove, emulator, id, sample } = await opened(row);
  if (row.kind === "key") emulator.gateway.keys.delete(row.idOf(prerequisites, id));
  const stored = { ...stack.stored! };
  const rejected = remove();
  if (sample.news) await expect(stack.up(sample.news(prerequisites))).rejects.toThrow("pulumi refresh");
  const before = rejected();
  const found = await stack.refresh();
  if (rejected() > before) expect(found).toEqual(["gone"]);
  stack.stored = stored;
  await stack.destroy();
  expect(rejected()).toBeGreaterThan(0);
});

const updates = rows.filter(({ sample, kind }) => sample.news && sides[sample.title]![0]![0] === kind);

test.each(updates)("$title: $kind gone by $code between read and write of an update", async (row) => {
  const { stack, prerequisites, remove, sample } = await opened(row);
  let isGone = false;
  const rejected = remove(({ action }) => (isGone ||= !action.startsWith("Describe")));
  await expect(stack.up(sample.news!(prerequisites))).rejects.toThrow("object not found. Run `pulumi refresh`");
  expect(rejected()).toBeGreaterThan(0);
});
