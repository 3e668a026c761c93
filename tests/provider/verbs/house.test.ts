/** What all verbs share: modules behind their tokens, the configuration in force, secrets kept out of messages. */
import { InvalidInputsError, ProviderError, ResourceInitFailedError } from "../../../provider/core/errors";
import { discreet, guarded, House } from "../../../provider/verbs/house";
import { newCall, openShop, Shop, shopHouse, shopModule } from "../../support/fake-module";

describe("a module", () => {
  it("is loaded once, when its first token is asked for", async () => {
    const load = jest.fn(async () => shopModule(new Shop()));
    const house = shopHouse(new Shop(), { modules: { shop: { settings: [], load } } });
    expect(load).not.toHaveBeenCalled();
    const [one, other] = await Promise.all([house.lookup("quartet:shop:getNote"), house.resource("quartet:shop:Note")]);
    expect(one.module).toBe(other.module);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("that is not there is said plainly", async () => {
    const house = shopHouse(new Shop(), { modules: {} });
    await expect(house.lookup("quartet:shop:getNote")).rejects.toMatchObject({
      code: "failed_precondition",
      message: expect.stringContaining("shop") as string,
    });
    await expect(house.module("constructor")).rejects.toMatchObject({ code: "failed_precondition" });
  });

  it("without code for a token of the schema is our defect", async () => {
    const { house } = openShop();
    await expect(house.resource("quartet:shop:Order")).rejects.toMatchObject({
      code: "internal",
      message: expect.stringMatching(/report/) as string,
    });
  });

  it("is connected once for each configuration, and makes a client for each operation", async () => {
    const { shop, house } = openShop();
    const module = await house.module("shop");
    const { call } = newCall();
    const [one, other] = [house.client(module, { a: 1 }, call), house.client(module, { a: 2 }, call)];
    expect(one).toMatchObject({ inputs: { a: 1 }, operation: call });
    expect(other).toMatchObject({ inputs: { a: 2 } });
    expect(shop.hosts).toHaveLength(1);
    house.configure({}, new Set());
    house.client(module, {}, call);
    expect(shop.hosts).toHaveLength(2);
  });

  it("is not connected before there is a configuration", async () => {
    const house = shopHouse(new Shop());
    const module = await house.module("shop");
    expect(() => house.client(module, {}, newCall().call)).toThrow(expect.objectContaining({ code: "failed_precondition" }) as Error);
  });
});

describe("secrets", () => {
  const house = new House({ schema: { version: "1" } as never, modules: {}, send: undefined, env: {}, fromJson: () => null });
  house.configure({}, new Set(["configured-secret"]));
  const own = new Set(["own-secret"]);

  const errors: [name: string, error: Error, expected: object][] = [
    ["a failure", new ProviderError("permission_denied", "own-secret"), { message: "[secret]" }],
    [
      "wrong inputs",
      new InvalidInputsError([{ property: "a", reason: "configured-secret" }]),
      { message: "a: [secret]", failures: [{ property: "a", reason: "[secret]" }] },
    ],
    [
      "a half-done operation",
      new ResourceInitFailedError("id", {}, ["own-secret", "fine"]),
      { message: "[secret]\nfine", reasons: ["[secret]", "fine"] },
    ],
    ["a defect", new TypeError("own-secret is undefined"), { message: "[secret] is undefined" }],
  ];

  it.each(errors)("are taken out of %s, which stays itself", async (_name, error, expected) => {
    const thrown = await guarded(house, own, newCall().call, () => Promise.reject(error)).catch((caught: unknown) => caught);
    expect(thrown).toBe(error);
    expect(thrown).toMatchObject(expected);
  });

  it("are not the only thing taken out: signatures of requests go, too", async () => {
    const none = new House(house.parts);
    const error = new ProviderError("unavailable", "no answer of https://h/x?sig=abc");
    await expect(guarded(none, new Set(), newCall().call, () => Promise.reject(error))).rejects.toThrow("https://h/x?sig=[secret]");
  });

  it("are taken out of errors that nobody may alter", async () => {
    const frozen = Object.freeze(new Error("own-secret is frozen"));
    const wordless = Object.defineProperty(new Error(), "message", { get: () => ({ toString: null }) });
    for (const [error, message] of [
      [frozen, /^internal error: \[secret\] is frozen/],
      [wordless, /without words/],
    ] as const) {
      await expect(guarded(house, own, newCall().call, () => Promise.reject(error))).rejects.toMatchObject({
        code: "internal",
        message: expect.stringMatching(message) as string,
      });
    }
  });

  it("are taken out of messages, also of those after the end", async () => {
    const { call, said } = newCall();
    await guarded(house, own, call, async (quiet) => {
      quiet.status("own-secret");
      quiet.log("info", "configured-secret");
      const later = quiet.detached(1);
      later.status("own-secret");
      later.log("warning", "own-secret");
      expect(quiet.signal).toBe(call.signal);
    });
    expect(said).toEqual(["status: [secret]", "info: [secret]", "status: [secret]", "warning: [secret]"]);
  });

  it("set the time limit of the very call", async () => {
    const { call } = newCall();
    const limit = jest.spyOn(call, "limit").mockReturnValue();
    const error = new ProviderError("deadline_exceeded", "late");
    discreet(house, own, call).quiet.limit(5, error);
    expect(limit).toHaveBeenCalledWith(5, error);
  });

  it("cost nothing where there are none", () => {
    const { call } = newCall();
    expect(discreet(new House(house.parts), new Set(), call).quiet).toBe(call);
  });
});

describe("an error that cannot be altered", () => {
  const house = new House({ schema: { version: "1" } as never, modules: {}, send: undefined, env: {}, fromJson: () => null });
  const own = new Set(["own-secret"]);

  it.each([
    [
      Object.freeze(new ProviderError("permission_denied", "own-secret", { ambiguous: true })),
      { code: "permission_denied", ambiguous: true, message: "[secret]" },
    ],
    [
      Object.freeze(new ResourceInitFailedError("id-1", { a: 1 }, ["own-secret"], { cause: 5 })),
      { id: "id-1", state: { a: 1 }, reasons: ["[secret]"], message: "[secret]", cause: 5 },
    ],
  ])("keeps its code, id and state", async (error, expected) => {
    await expect(guarded(house, own, newCall().call, () => Promise.reject(error))).rejects.toMatchObject(expected);
  });
});

test("the credentials of a proxy are hidden", async () => {
  const env = { https_proxy: "http://user:proxy-password@proxy:3128" };
  const house = new House({ schema: { version: "1" } as never, modules: {}, send: undefined, env, fromJson: () => null });
  house.configure({}, new Set());
  const sent = `Basic ${Buffer.from("user:proxy-password").toString("base64")}`;
  await expect(guarded(house, new Set(), newCall().call, () => Promise.reject(new Error(sent)))).rejects.toThrow("Basic [secret]");
});
