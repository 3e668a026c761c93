/** Names that Check generates. tests/conformance/autonaming covers their form. See docs/protocol.md#autonaming. */
import { secret, unknown, type Value, type ValueMap } from "../../../provider/core/values/value";
import { hideGenerated, nameInputs } from "../../../provider/verbs/autonaming";
import { openShop } from "../../support/fake-module";
import { Note } from "./writing";

const format = { adapt: (text: string) => text, maxLength: 50 };

/** A shop whose notes have generated names. */
async function naming() {
  const { runtime } = openShop();
  const registered = await runtime.registry.resource(Note);
  const resource = { ...registered, traits: { ...registered.traits, autoname: { property: "name", format } } };
  const named = (suffix: string) => {
    const { inputs } = nameInputs(runtime, resource, {}, { olds: {}, logicalName: "orders", suffix });
    return String(inputs["name"]);
  };
  return { named, hidden: (outputs: ValueMap) => hideGenerated(runtime, resource, outputs) };
}

test("everything that contains the made name is unknown in the preview, secrets included", async () => {
  const { named, hidden } = await naming();
  const name = named("0123abc");
  expect(
    hidden({ name, path: `/notes/${name}`, key: secret(`key of ${name}`), list: [secret([name]), "a"], other: secret("b"), n: 1 }),
  ).toEqual({
    name: unknown,
    path: unknown,
    key: secret(unknown),
    list: [secret([unknown]), "a"],
    other: secret("b"),
    n: 1,
  });
});

test("the latest 10,000 made names are kept, and no older one", async () => {
  const { named, hidden } = await naming();
  const names = Array.from({ length: 10_001 }, (_, i) => named(String(i)));
  const first = names[0]!;
  const second = names[1]!;
  const last = names.at(-1)!;
  expect([first, second, last].map((name) => hidden({ name })["name"])).toEqual([first, unknown, unknown]);
});

test("a name that is part of a secret input is secret", async () => {
  const { runtime } = openShop();
  const registered = await runtime.registry.resource(Note);
  const autoname = { property: "name", format: { ...format, partOf: "path" } };
  const resource = { ...registered, traits: { ...registered.traits, autoname } };
  const nameOf = (path: Value) =>
    nameInputs(runtime, resource, { path }, { olds: {}, logicalName: "orders", suffix: "0123abc" }).inputs["name"];
  expect(nameOf("notes/orders")).toBe("orders");
  expect(nameOf(secret("notes/orders"))).toEqual(secret("orders"));
});
