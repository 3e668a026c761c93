/** Create. See docs/protocol.md#create and docs/protocol.md#status-codes. */
import { ProviderError } from "../../../provider/core/errors/errors";
import { Secret, type ValueMap } from "../../../provider/core/values/value";
import type { CreateRpc } from "../../../provider/verbs/create";
import { newCall, openShop, reconfigure } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, deleting, inputs, Note, outcome, partialShelf, remoteError, Shelf, unfinished } from "./writing";

it("a create that cannot read back reports ID, what was written, and the reason", async () => {
  const { shop, runtime } = openShop();
  shop.at("created", () => shop.fail("read", remoteError));
  const failed = await unfinished(creating(runtime));
  expect([failed.id, failed.reasons]).toEqual(["shop/n", ["the service rejects it"]]);
  expect(shown(failed.state)).toBe(shown(inputs));
  const bare = await unfinished(creating(runtime, { type: Shelf, urn: "other", inputs: { ...inputs, name: "m" } }));
  expect(shown(bare.state)).toBe(shown({ ...inputs, name: "m" }));
});

it("a create continues with its own object when it is repeated", async () => {
  const { shop, runtime } = await partialShelf();
  const created = await creating(runtime, { type: Shelf });
  expect(shop.written()).toEqual(["put tags shop/n"]);
  expect(created.id).toBe("shop/n");
  await creating(runtime, { type: Shelf });
  expect(shop.written()[0]).toBe("create Shelf shop/n");
});

it.each<[name: string, more: Partial<CreateRpc>, first?: Partial<CreateRpc>]>([
  ["without URN", { urn: "" }, { urn: "" }],
  ["of the next run of an engine, which is a replacement", {}],
])("a create does not take over the unfinished object of a create %s", async (name, more, first = {}) => {
  const { shop, runtime } = await partialShelf(first);
  if (name.startsWith("of the next run")) reconfigure(runtime);
  await creating(runtime, { type: Shelf, ...more });
  expect(shop.written()[0]).toBe("create Shelf shop/n");
});

describe("a create whose response was lost", () => {
  const lost = new ProviderError("unavailable", "connection reset after sending", { ambiguous: true });

  it("119: adopts its object, which agrees with what the first step writes", async () => {
    const { shop, runtime } = openShop();
    const { implementation } = await runtime.registry.resource(Note);
    Object.assign(implementation.identity!, { written: ({ name }: ValueMap) => ({ name }) });
    shop.fail("created", lost);
    expect((await creating(runtime)).id).toBe("shop/n");
    expect(shop.written()).toEqual(["create Note shop/n", "created shop/n"]);
  });

  it("119: fails with the command to import it when there is no object, or when it cannot be read", async () => {
    const { shop, runtime } = openShop();
    const expected = { code: "unavailable", message: expect.stringContaining("pulumi import quartet:shop:Note n shop/n") };
    shop.fail("create", lost, 1);
    expect(await outcome(creating(runtime))).toMatchObject(expected);
    shop.at("created", () => {
      shop.fail("read", remoteError);
      throw lost;
    });
    expect(await outcome(creating(runtime))).toMatchObject(expected);
  });

  it("adopts its object when the same create is repeated, and only then", async () => {
    const { shop, runtime } = openShop();
    const loseResponse = async () => {
      shop.at("created", () => {
        shop.fail("read", remoteError, 1);
        throw lost;
      });
      await outcome(creating(runtime));
      shop.at("created");
    };
    await loseResponse();
    expect(await outcome(creating(runtime, { urn: "urn:other" }))).toMatchObject({ code: "already_exists" });
    expect((await creating(runtime)).id).toBe("shop/n");
  });
});

it.each([
  ["equal", {}, "already exists. This create"],
  ["different", { label: "other", size: 4 }, "already exists and differs in label, size. This create"],
])("121: a create of an object that exists and is %s fails, and names every remedy", async (_kind, more, expected) => {
  const { shop, runtime } = openShop();
  await creating(runtime);
  shop.written();
  const second = creating(runtime, { urn: "urn:pulumi:s::p::quartet:shop:Note::second", inputs: { ...inputs, ...more } });
  const { code, message } = (await outcome(second)) as ProviderError;
  expect([code, shop.written()]).toEqual(["already_exists", []]);
  for (const text of [expected, "`aliases`", "`deleteBeforeReplace`", "`pulumi import quartet:shop:Note second shop/n`", "change name."])
    expect(message).toContain(text);
});

it("121: so does one whose object another writer has created since the search for it", async () => {
  const { shop, runtime } = openShop();
  shop.fail("created", new ProviderError("already_exists", "taken"));
  const message = expect.stringMatching(/^taken\nquartet:shop:Note shop\/n already exists.*`pulumi import /s);
  expect(await outcome(creating(runtime))).toMatchObject({ code: "already_exists", message });
});

it("a create of an object that exists at the same time as another one fails, and writes nothing", async () => {
  const { shop, runtime } = openShop();
  const results = await Promise.allSettled([creating(runtime), creating(runtime, { urn: "urn:other" })]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(shop.written()).toEqual(["create Note shop/n", "created shop/n"]);
});

it("a create that is cancelled reads the object once more, with its own signal", async () => {
  const { shop, runtime } = openShop();
  const { call } = newCall();
  const signals: boolean[] = [];
  shop.at("read", ({ operation }) => signals.push(operation.signal.aborted));
  shop.at("put secretNote", ({ operation }) => {
    call.abort(new ProviderError("cancelled", "stop"));
    throw operation.signal.reason;
  });
  const { state } = await unfinished(creating(runtime, { type: Shelf }, call));
  expect([state["label"], state["path"], signals]).toEqual(["l", "/Shelf/n", [false]]);
});

it("a create that fails has no secret in any reason, nor has a delete", async () => {
  const { shop, runtime } = openShop();
  reconfigure(runtime, "configured-secret");
  shop.fail("put tags", new ProviderError("failed_precondition", "configured-secret, long-secret"));
  const { message, reasons } = await unfinished(
    creating(runtime, { type: Shelf, inputs: { ...inputs, secretNote: new Secret("long-secret") } }),
  );
  expect([message, ...reasons]).toEqual(["[secret], [secret]", "[secret], [secret]"]);
  shop.fail("delete", new ProviderError("aborted", "in use by long-secret"));
  const gone = deleting(runtime, { olds: { secretNote: new Secret("long-secret") } });
  await expect(gone).rejects.toMatchObject({ code: "aborted", message: "in use by [secret]" });
});
