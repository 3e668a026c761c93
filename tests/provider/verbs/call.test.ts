/** Methods of the provider resource. See docs/protocol.md#call and docs/modules/cloud.md#terraformconfig. */
import { ResourceReference, Secret, unknown, type ValueMap } from "../../../provider/core/values/value";
import { callMethod } from "../../../provider/verbs/call";
import { configure } from "../../../provider/verbs/configure";
import type { Runtime } from "../../../provider/verbs/runtime";
import { closedShop, newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";

const token = "pulumi:providers:quartet/export";
const urn = "urn:pulumi:dev::demo::my:own:Component$pulumi:providers:quartet::main";
const self = new ResourceReference(urn, "id", "1.2.3");
const calling = (runtime: Runtime, args: ValueMap = { __self__: self }, tok = token) =>
  callMethod(runtime, { token: tok, args }, newCall().call);

/** A runtime configured with settings as the engine sends them. */
async function configured(args: ValueMap) {
  const { runtime } = closedShop();
  await configure(runtime, args);
  return runtime;
}

it("a method returns the current configuration; each member of the map is a secret", async () => {
  const runtime = await configured({ token: "t", address: "a", server: '{"url":"u","password":"p"}', names: '["x"]', count: "0" });
  const { result, failures } = await calling(runtime);
  expect(failures).toEqual([]);
  const members = {
    token: new Secret("t"),
    server: new Secret({ url: "u", password: "p" }),
    names: new Secret(["x"]),
    count: new Secret(0),
    depth: new Secret(2),
  };
  expect(shown(result)).toBe(shown({ result: members, address: "a" }));
});

it("a method accepts a reference that is not known yet, and one as a text, of engines that know no references", async () => {
  for (const given of [unknown, urn]) expect((await calling(openShop().runtime, { __self__: given })).failures).toEqual([]);
});

const note = new ResourceReference("urn:pulumi:dev::demo::quartet:shop:Note::n", "i");
it.each<[what: string, args: ValueMap, reason: RegExp]>([
  ["no reference", {}, /required/],
  ["a number", { __self__: 1 }, /expected a reference to the provider .*got the number 1/],
  ["another resource", { __self__: note }, /got a resource of the type quartet:shop:Note$/],
])("a method rejects %s", async (_what, args, text) => {
  const reason = expect.stringMatching(text);
  expect(await calling(openShop().runtime, args)).toEqual({ failures: [{ property: "__self__", reason }] });
});

it("a method needs all of the configuration to be known, and names what is not; the next configuration counts alone", async () => {
  const runtime = await configured({
    address: unknown,
    token: "t",
    server: new Secret({ url: unknown }),
    labels: '{"a":"04da6b54-80e4-46f7-96ec-b56ff0331ba9"}',
  });
  await expect(calling(runtime)).rejects.toMatchObject({
    code: "failed_precondition",
    message: `Call failed: ${token}: all inputs of the provider must be known; unknown during this preview: quartet:server, quartet:address, quartet:labels.`,
  });
  await configure(runtime, { token: "t" });
  expect((await calling(runtime)).failures).toEqual([]);
});

it("a method that fails shows no secret", async () => {
  const runtime = await configured({ token: "hunter2hunter2", address: "broken" });
  await expect(calling(runtime)).rejects.toThrow("no export of [secret]");
});
