/** Verbs called without Check, and old states of another form: no internal error, and no request to another server. See docs/protocol.md#create and docs/protocol.md#delete. */
import { InvalidInputsError } from "../../../provider/core/errors/errors";
import type { ValueMap } from "../../../provider/core/values/value";
import { Opaque, Secret, unknown } from "../../../provider/core/values/value";
import { dropInvalid } from "../../../provider/verbs/changes";
import { diff } from "../../../provider/verbs/diff";
import { usableInputs } from "../../../provider/verbs/resource-calls";
import { list } from "../../../provider/verbs/list";
import { read } from "../../../provider/verbs/read";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, deleting, inputs, Note, outcome, state, updating } from "./writing";

const wrong: [name: string, members: ValueMap, property: string, reason: RegExp][] = [
  ["another form", { tags: "a" }, "tags", /expected a list; got the string|got "a"/],
  ["another form inside", { tags: ["a", { b: 1 }] }, "tags[1]", /expected a string/],
  ["a missing input", { name: null }, "name", /required/],
  ["a unexpected", { lable: "l" }, "lable", /did you mean "label"/],
  ["what a rule of the module rejects", { server: { user: "u" } }, "server.user", /requires password/],
  ["an asset", { label: new Opaque("asset", {}) }, "label", /got an asset/],
  ["a secret of another form", { secretNote: new Secret({ a: "hunter2" }) }, "secretNote", /expected a string/],
];

describe.each([true, false])("a write without Check (preview: %s)", (preview) => {
  it.each(wrong)("is rejected with %s, before any request", async (_name, members, property, reason) => {
    for (const write of [creating, updating]) {
      const { shop, runtime } = openShop();
      const error = await outcome(write(runtime, { preview, [write === creating ? "inputs" : "news"]: { ...inputs, ...members } }));
      expect(error).toBeInstanceOf(InvalidInputsError);
      expect((error as InvalidInputsError).failures).toEqual([{ property, reason: expect.stringMatching(reason) as string }]);
      expect((error as InvalidInputsError).message).not.toContain("hunter2");
      expect(shop.calls).toEqual([]);
    }
  });
});

const odd: ValueMap[] = [
  { name: 5, label: ["l"], tags: "a", size: "3" },
  { name: { a: 1 }, tags: [{}], secretNote: new Secret([1]), flavour: Object.create(null) as ValueMap },
  { label: new Opaque("asset", {}), tags: [null], motto: { a: [] }, version: "v" },
  { path: unknown, accessKey: new Opaque("byte string", {}) },
];

describe.each(odd)("an old state of another form, %#", (members) => {
  const olds = state(members);
  const oldInputs = { ...inputs, ...Object.fromEntries(Object.entries(members).filter(([key]) => key in inputs)) };

  it("can be read, and is replaced by the values of the service", async () => {
    const { shop, runtime } = openShop();
    await creating(runtime);
    const found = await read(runtime, { type: Note, id: "shop/n", inputs: oldInputs, state: olds, timeout: 0 }, newCall().call);
    expect(shown(found!.state["tags"])).toBe('["a"]');
    expect(found!.inputs["name"]).toBe("n");
    expect(shop.priors.at(-1)).toMatchObject({ inputs: { server: { url: "u", password: "pw" } } });
    expect(await read(runtime, { type: Note, id: "shop/n", inputs: {}, state: olds, timeout: 0 }, newCall().call)).toMatchObject({
      id: "shop/n",
    });
  });

  it("can be compared, updated and deleted", async () => {
    const { shop, runtime } = openShop();
    await creating(runtime);
    const { changes } = await diff(runtime, { type: Note, olds, oldInputs, news: inputs, ignoreChanges: [] });
    const differing = Object.keys(members).filter((key) => key in inputs);
    expect(changes.map(({ key }) => key)).toEqual(expect.arrayContaining(differing));
    expect(await updating(runtime, { olds, oldInputs })).toMatchObject({ name: "n", label: "l", tags: ["a"] });
    await deleting(runtime, { olds });
    expect(shop.objects.size).toBe(0);
  });

  it("calls the replacement rule of a module for values of the form only", async () => {
    const { runtime } = openShop();
    const { implementation: resource } = await runtime.registry.resource("quartet:shop:Crate");
    const equals = jest.fn((_old: ValueMap, _next: ValueMap) => true);
    resource.deleteBeforeReplace = equals as never;
    await diff(runtime, {
      type: "quartet:shop:Crate",
      olds,
      oldInputs: { ...oldInputs, name: "former" },
      news: { ...inputs, ...members },
      ignoreChanges: [],
    });
    for (const given of equals.mock.calls.flat())
      for (const key of Object.keys(members)) if (key !== "name") expect(given[key]).toBeUndefined();
  });
});

describe("a connection that cannot be read", () => {
  const server: ValueMap[string] = "https://user:hunter2@h:1";

  it("prevents requests of Read and Delete to another server", async () => {
    const { shop, runtime } = openShop();
    const reading = read(runtime, { type: Note, id: "shop/n", inputs: { ...inputs, server }, state: state(), timeout: 0 }, newCall().call);
    for (const work of [reading, deleting(runtime, { olds: state({ server }) })]) {
      const error = await outcome(work);
      expect(error).toBeInstanceOf(InvalidInputsError);
      expect((error as InvalidInputsError).message).toMatch(/^server: expected an object \(Server\); got a string$/);
    }
    expect(shop.calls).toEqual([]);
  });

  it("is read with a number in place of a text", async () => {
    const { runtime } = openShop();
    const found = await runtime.registry.resource(Note);
    expect(shown(usableInputs(runtime, found, { name: "n", server: { url: 5 }, tags: "a" }))).toBe(
      shown({ name: "n", server: { url: "5" } }),
    );
    expect(shown(dropInvalid(runtime.registry, found, { name: "n", server: { url: 5 }, unexpected: 1, label: null }))).toBe(
      shown({ name: "n", unexpected: 1, label: null }),
    );
  });
});

describe("a list", () => {
  const listing = async (query: ValueMap): Promise<unknown> => {
    const { runtime } = openShop();
    const parts = [];
    for await (const part of list(runtime, { token: "quartet:shop:Crate", query, limit: 0, continuation: "" }, newCall().call))
      parts.push(part);
    return parts;
  };

  it("is rejected with a query of another form", async () => {
    expect(await listing({ prefix: "" })).toEqual([]);
    await expect(listing({ prefix: ["a"] })).rejects.toMatchObject({ failures: [{ property: "prefix" }] });
    await expect(listing({ prefx: "a" })).rejects.toMatchObject({ failures: [{ property: "prefx" }] });
  });
});
