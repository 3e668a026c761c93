/** Functions. See docs/protocol.md#invoke and docs/protocol.md#lookup-execution. */
import { InvalidInputsError, ProviderError } from "../../../provider/core/errors/errors";
import { Secret, type Value, type ValueMap } from "../../../provider/core/values/value";
import { invoke, type InvokeResponse } from "../../../provider/verbs/invoke";
import { create } from "../../../provider/verbs/create";
import { newCall, openShop, shopRuntime, Shop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { deferred, until } from "../../support/waiting";

const getNote = "quartet:shop:getNote";
const getSum = "quartet:shop:getSum";

function openFunctions(): {
  run(token: string, args: ValueMap, more?: { preview?: boolean; call?: ReturnType<typeof newCall>["call"] }): Promise<InvokeResponse>;
  /** Lets the call for the name `slow` wait for the promise. */
  holdSlow(): ReturnType<typeof deferred<void>>;
  shop: Shop;
  runtime: ReturnType<typeof shopRuntime>;
} {
  const { shop, runtime } = openShop();
  return {
    shop,
    runtime,
    run: (token, args, { preview = false, call = newCall().call } = {}) => invoke(runtime, { token, args, preview }, call),
    holdSlow() {
      const response = deferred();
      shop.at("getNote", ({ inputs }) => (inputs["name"] === "slow" ? response.promise : undefined));
      return response;
    },
  };
}

describe("a response", () => {
  it("hides values of secret arguments at any place", async () => {
    const { run } = openFunctions();
    const { result } = await run(getNote, { name: new Secret("hidden-name"), password: "plain-by-user" });
    expect(shown(result!["name"])).toBe('secret("hidden-name")');
    expect(shown(result!["text"])).toBe('secret("text of hidden-name")');
    expect(shown(result!["all"])).toBe('[secret("hidden-name"), secret("with plain-by-user")]');
  });

  it("is secret where it is made of all arguments and one of them is", async () => {
    const { run } = openFunctions();
    expect(shown((await run(getSum, { numbers: [1, 2], label: "l" })).result)).toBe(shown({ sum: 3, label: "l", json: '{"sum":3}' }));
    const { result } = await run(getSum, { numbers: [1, new Secret(2)], label: "l" });
    expect(shown(result)).toBe(shown({ sum: 3, label: "l", json: new Secret('{"sum":3}') }));
  });

  it("of a function without requests needs no configuration", async () => {
    const shop = new Shop();
    const runtime = shopRuntime(shop);
    const response = await invoke(runtime, { token: getSum, args: { numbers: [1] }, preview: false }, newCall().call);
    expect(response.result).toMatchObject({ sum: 1 });
    await expect(invoke(runtime, { token: getNote, args: { name: "n" }, preview: false }, newCall().call)).rejects.toMatchObject({
      code: "failed_precondition",
    });
  });
});

describe("wrong arguments", () => {
  it("may be unknown in a preview, with that reason", async () => {
    const { run } = openFunctions();
    expect((await run(getNote, {}, { preview: true })).failures[0]!.reason).toMatch(/preview/);
    expect((await run(getNote, {})).failures[0]!.reason).not.toMatch(/preview/);
  });

  it("that only the module can validate are failures, too, without secrets", async () => {
    const { run, shop } = openFunctions();
    shop.fail("getNote", new InvalidInputsError([{ property: "name", reason: "hunter2hunter2 is taken" }]));
    expect((await run(getNote, { name: "n", password: "hunter2hunter2" })).failures).toEqual([
      { property: "name", reason: "[secret] is taken" },
    ]);
  });

  it("of an unknown function are not validated: the nearest one is named", async () => {
    const { run } = openFunctions();
    await expect(run("quartet:shop:getNoet", {})).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/getNoet.*did you mean "quartet:shop:getNote"/) as string,
    });
    await expect(run("quartet:bakery:getBread", {})).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/no module "bakery"/) as string,
    });
    await expect(run("", {})).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(run("quartet:shop:getLost", {})).rejects.toMatchObject({ code: "internal" });
  });
});

describe("equal concurrent calls", () => {
  it("share one request, with and without secret arguments; each caller gets its own response", async () => {
    const { run, shop } = openFunctions();
    const all = await Promise.all([
      run(getNote, { name: "n" }),
      run(getNote, { name: new Secret("n"), size: 3 }),
      run(getNote, { size: 3, name: "n" }),
    ]);
    expect(shop.calls).toEqual(["getNote n"]);
    expect(shown(all[0]!.result!["name"])).toBe('"n"');
    expect(shown(all[1]!.result!["name"])).toBe('secret("n")');
    (all[0]!.result!["box"] as ValueMap)["label"] = "changed";
    expect((all[2]!.result!["box"] as ValueMap)["label"]).toBe("l");
  });

  it("send one request also when some end before others start, as long as one runs", async () => {
    const { run, holdSlow, shop } = openFunctions();
    const slowResponse = holdSlow();
    const slow = run(getNote, { name: "slow" });
    const first = await run(getNote, { name: new Secret("n") });
    ((first.result!["box"] as ValueMap)["note"] as Secret) = new Secret("altered");
    (first.result!["all"] as Value[]).push("altered");
    await new Promise(setImmediate);
    const { result } = await run(getNote, { name: "n" });
    expect(shown(result!["all"])).toBe('["n", "with undefined"]');
    expect(shown(result!["box"])).toBe(shown({ label: "l", note: new Secret("note of n") }));
    slowResponse.resolve();
    await slow;
    expect(shop.calls).toEqual(["getNote slow", "getNote n"]);
  });

  it("are not shared if the read has side effects", async () => {
    const { run, holdSlow, shop, runtime } = openFunctions();
    const { implementation } = await runtime.registry.function(getNote);
    implementation.cacheable = ({ name }) => name !== "written";
    const slowResponse = holdSlow();
    const slow = run(getNote, { name: "slow" });
    for (const name of ["written", "kept", "written", "kept"]) await run(getNote, { name });
    slowResponse.resolve();
    await slow;
    expect(shop.calls).toEqual(["getNote slow", "getNote written", "getNote kept", "getNote written"]);
  });

  it("send a new request after a write and after a configuration, although a result is kept", async () => {
    const { run, holdSlow, shop, runtime } = openFunctions();
    const slowResponse = holdSlow();
    const slow = run(getNote, { name: "slow" });
    await run(getNote, { name: "n" });
    await runtime.write(async () => {});
    await run(getNote, { name: "n" });
    runtime.configure({ settings: {}, secrets: new Set() });
    await run(getNote, { name: "n" });
    slowResponse.resolve();
    await slow;
    expect(shop.calls).toEqual(["getNote slow", "getNote n", "getNote n", "getNote n"]);
  });

  it("are not shared across a configuration", async () => {
    const { run, shop, runtime } = openFunctions();
    let running: Promise<unknown> | undefined;
    shop.at("getNote", () => {
      shop.at("getNote");
      runtime.configure({ settings: {}, secrets: new Set() });
      running = run(getNote, { name: "n" });
      return new Promise(setImmediate); // The first call is in progress when the second one starts.
    });
    await run(getNote, { name: "n" });
    await running;
    expect(shop.calls).toEqual(["getNote n", "getNote n"]);
  });

  it("are not shared when one started during a write and the other after it", async () => {
    const { run, shop, runtime } = openFunctions();
    const gates: (() => void)[] = [];
    const hold = (): Promise<void> => new Promise((resolve) => gates.push(resolve));
    shop.at("created", hold);
    shop.at("getNote", hold);
    const note = { type: "quartet:shop:Note", urn: "u", inputs: { name: "n" }, preview: false, timeout: 0 };
    const write = create(runtime, note, newCall().call);
    await until("gate", () => gates.length === 1);
    const during = run(getNote, { name: "n" });
    await until("gate", () => gates.length === 2);
    gates[0]!();
    await write;
    const after = run(getNote, { name: "n" });
    await until("gate", () => gates.length === 3);
    gates.forEach((open) => open());
    await Promise.all([during, after]);
    expect(shop.calls.filter((line) => line.startsWith("getNote"))).toHaveLength(2);
  });
});

describe("a failing function", () => {
  it("keeps its code, and contains no secret of arguments or configuration", async () => {
    const { run, shop, runtime } = openFunctions();
    runtime.configure({ settings: {}, secrets: new Set(["configured-secret"]) });
    shop.fail("getNote", new ProviderError("permission_denied", "configured-secret and argument-secret and marked-secret were rejected"));
    const args = { name: new Secret("marked-secret"), server: { password: "argument-secret" } };
    await expect(run(getNote, args)).rejects.toMatchObject({
      code: "permission_denied",
      message: "[secret] and [secret] and [secret] were rejected",
    });
  });

  it("logs no secret", async () => {
    const { run, shop } = openFunctions();
    const { call, logged } = newCall();
    shop.at("getNote", ({ operation }) => {
      operation.status("trying hunter2hunter2");
      operation.log("warning", "hunter2hunter2 is weak");
    });
    await run(getNote, { name: "n", password: "hunter2hunter2" }, { call });
    expect(logged).toEqual(["status: trying [secret]", "warning: [secret] is weak"]);
  });

  it("ends when it is cancelled, and when its time is over", async () => {
    const { run, shop } = openFunctions();
    shop.at(
      "getNote",
      ({ operation }) =>
        new Promise((_, reject) => operation.signal.addEventListener("abort", () => reject(operation.signal.reason as Error))),
    );
    const { call } = newCall();
    const cancelled = run(getNote, { name: "n" }, { call });
    call.abort(new ProviderError("cancelled", "stop"));
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    jest.useFakeTimers();
    const late = run(getNote, { name: "m" });
    const outcome = expect(late).rejects.toMatchObject({
      code: "deadline_exceeded",
      message: expect.stringMatching(/quartet:shop:getNote: time limit of 300 s exceeded/) as string,
    });
    await jest.advanceTimersByTimeAsync(300_000);
    await outcome;
    jest.useRealTimers();
  });
});
