// Objects that another writer changes or creates. Update writes what Diff reports and nothing else; create adopts only an object that agrees with its inputs.
// See docs/protocol.md#writes and docs/modules/eventrouting.md#resources.
import type { RpcContext } from "../../../../../provider/contract/context";
import { type ValueMap } from "../../../../../provider/core/values/value";
import { Trigger } from "../../../../../provider/modules/eventrouting/resources/Trigger";
import { modules } from "../../../../../provider/modules";
import { fromJson } from "../../../../../provider/plugin/codec";
import { createProvider } from "../../../../../provider/provider";
import { callerOf, exampleTrigger } from "../../../../emulators/eventrouting/caller";
import { driveResource } from "../../../../support/resource-driver";
import { emulatorFixture, clientOver, env, home, operation, schema, type EmulatorFixture } from "../support";
import { ana, iamSetup, ops, viewer } from "./iam-setup";

const rpc = (): RpcContext => ({
  ...operation(),
  limit: () => undefined,
  secondsLeft: () => Infinity,
  detached: () => operation(),
  hasWritten: true,
});

const patchOf = ({ requests }: EmulatorFixture) => {
  const patches = requests.filter(({ line }) => line.startsWith("PATCH"));
  expect(patches).toHaveLength(1);
  return { mask: patches[0]!.url.searchParams.get("updateMask"), body: patches[0]!.body };
};
const type = { attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" };
const trigger = { triggerId: "orders", eventFilters: [type], destination: { workflow: "flow" } };

test("undeclared members of a map are written unchanged", async () => {
  const fixture = emulatorFixture();
  callerOf(fixture.emulator)("POST triggers?triggerId=orders", { ...exampleTrigger, labels: { a: "1", by: "ops" } });
  const id = `${home}/triggers/orders`;
  const before = { ...trigger, labels: { a: "1" } };
  const driver = driveResource<ReturnType<typeof clientOver>>("quartet:eventrouting/v1:Trigger", Trigger, schema);
  await driver.update(id, { before, inputs: { ...trigger, labels: { a: "2" } } }, clientOver(fixture.send));
  expect(patchOf(fixture)).toMatchObject({ mask: "labels", body: { labels: { a: "2", by: "ops" } } });
});

test("audit settings of another writer survive an update of the bindings", async () => {
  const audits = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [ana] }] }];
  const { stack, policy, write, written } = iamSetup("TriggerIamPolicy", "triggers");
  const program = { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }], auditConfigs: [] };
  await stack.up(program);
  write(program.bindings, audits);
  await stack.up({ ...program, bindings: [{ role: viewer, members: [ops] }] });
  expect(written().at(-1)).toHaveProperty("updateMask", "bindings,etag");
  expect(policy()).toMatchObject({ bindings: [{ role: viewer, members: [ops] }], auditConfigs: audits });
});

test("the etag of a policy is known in previews that change nothing of it", async () => {
  const { stack, ...fixture } = iamSetup("TriggerIamPolicy", "triggers");
  await stack.up({ triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] });
  const provider = createProvider({ schema, modules, send: fixture.send, env, fromJson });
  await provider.configure({});
  const { id, inputs, outputs } = stack.stored!;
  const preview = async (news: ValueMap): Promise<ValueMap> => {
    const request = { type: "quartet:eventrouting/v1:TriggerIamPolicy", id, urn: "urn:r", olds: outputs, oldInputs: inputs, news };
    return provider.update({ ...request, preview: true, timeout: 0 }, rpc());
  };
  expect((await preview(inputs))["etag"]).toBe(outputs["etag"]);
  expect((await preview({ ...inputs, bindings: [{ role: viewer, members: [ops] }] }))["etag"]).not.toBe(outputs["etag"]);
});
