/** Verbs called without Check: no internal error, and no request to another server. tests/faults/shapes covers old states of other forms. See docs/protocol.md#create and docs/protocol.md#delete. */
import { InvalidInputsError } from "../../../provider/core/errors/errors";
import { Secret, type ValueMap } from "../../../provider/core/values/value";
import { dropInvalid } from "../../../provider/verbs/stored-values";
import { usableInputs } from "../../../provider/verbs/resource-calls";
import { openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, deleting, inputs, Note, outcome, reading, state, updating } from "./writing";

it("a write without Check is rejected for wrong inputs, before any request", async () => {
  const given = { ...inputs, secretNote: new Secret({ a: "hunter2" }) };
  const { shop, runtime } = openShop();
  for (const preview of [true, false])
    for (const write of [creating(runtime, { preview, inputs: given }), updating(runtime, { preview, news: given })]) {
      const { failures, message } = (await outcome(write)) as InvalidInputsError;
      expect(failures).toMatchObject([{ property: "secretNote" }]);
      expect(message).not.toContain("hunter2");
    }
  expect(shop.calls).toEqual([]);
});

describe("a connection that cannot be read", () => {
  const server: ValueMap[string] = "https://user:hunter2@h:1";

  it("prevents requests of Read and Delete to another server", async () => {
    const { shop, runtime } = openShop();
    const given = { inputs: { ...inputs, server }, state: state() };
    for (const work of [reading(runtime, given), deleting(runtime, { olds: state({ server }) })]) {
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
