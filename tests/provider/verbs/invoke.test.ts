/** Functions. See docs/protocol.md#invoke, docs/protocol.md#lookup-execution and docs/protocol.md#without-secrets. */
import { InvalidInputsError, ProviderError } from "../../../provider/core/errors/errors";
import { Secret, type ValueMap } from "../../../provider/core/values/value";
import { invoke } from "../../../provider/verbs/invoke";
import { newCall, openShop, reconfigure } from "../../support/fake-module";
import { shown } from "../../support/values";
import { deferred, until } from "../../support/waiting";
import { creating } from "./writing";

const getNote = "quartet:shop:getNote";
const getSum = "quartet:shop:getSum";

function openFunctions() {
  const { shop, runtime } = openShop();
  const run = (token: string, args: ValueMap = { name: "n" }, call = newCall().call) =>
    invoke(runtime, { token, args, preview: false }, call);
  return { shop, runtime, run, notes: () => shop.calls.filter((line) => line.startsWith("getNote")) };
}

it("a response is secret where it is made of all arguments and one of them is", async () => {
  const { run } = openFunctions();
  for (const [two, json] of [
    [2, '{"sum":3}'],
    [new Secret(2), new Secret('{"sum":3}')],
  ] as const)
    expect(shown((await run(getSum, { numbers: [1, two], label: "l" })).result)).toBe(shown({ sum: 3, label: "l", json }));
});

it("a response has no secret members on request, and shares the request of a caller with them", async () => {
  const { shop, run } = openFunctions();
  const [{ result }] = await Promise.all([run(getNote, { name: "n", withoutSecrets: true }), run(getNote)]);
  expect(shop.calls).toHaveLength(1);
  expect(shown(result)).toBe(shown({ name: "n", text: "text of n", box: { label: "l" }, all: ["n", "with undefined"] }));
  const fromSecret = await run(getNote, { name: new Secret("secret-name"), withoutSecrets: true });
  expect(JSON.stringify(fromSecret.result)).not.toContain("secret-name");
});

it("wrong arguments that only the module can validate are failures, too, without secrets", async () => {
  const { run, shop } = openFunctions();
  shop.fail("getNote", new InvalidInputsError([{ property: "name", reason: "hunter2hunter2 is taken" }]));
  const { failures } = await run(getNote, { name: "n", password: "hunter2hunter2" });
  expect(failures).toEqual([{ property: "name", reason: "[secret] is taken" }]);
});

it.each([
  ["quartet:shop:getNoet", /did you mean "quartet:shop:getNote"/],
  ["quartet:bakery:getBread", /no module "bakery"/],
  ["", /unknown function/],
  ["quartet:shop:getLost", /report/],
])("wrong arguments of the unknown function %j are not validated", async (token, message) => {
  await expect(openFunctions().run(token, {})).rejects.toThrow(message);
});

it("80: equal concurrent calls share one request, with and without secret arguments; each caller gets its own response", async () => {
  const { run, shop } = openFunctions();
  const all = await Promise.all([run(getNote), run(getNote, { name: new Secret("n"), size: 3 }), run(getNote, { size: 3, name: "n" })]);
  expect(shop.calls).toEqual(["getNote n"]);
  expect(all.slice(0, 2).map(({ result }) => shown(result!["name"]))).toEqual(['"n"', 'secret("n")']);
  (all[0]!.result!["box"] as ValueMap)["label"] = "changed";
  expect((all[2]!.result!["box"] as ValueMap)["label"]).toBe("l");
});

it("81: equal concurrent calls share one request as long as another call runs, but send a new one if the read has side effects, after a write and after a configuration", async () => {
  const { shop, run, runtime, notes } = openFunctions();
  const { implementation } = await runtime.registry.function(getNote);
  const response = deferred();
  shop.at("getNote", ({ inputs }) => (inputs["name"] === "slow" ? response.promise : undefined));
  const slow = run(getNote, { name: "slow" });
  for (let i = 0; i < 2; i++) await run(getNote, { name: "first" });
  implementation.cacheable = ({ name }) => name !== "written";
  for (const name of ["written", "kept", "written", "kept"]) await run(getNote, { name });
  await runtime.write(async () => {});
  await run(getNote, { name: "kept" });
  reconfigure(runtime);
  await run(getNote, { name: "kept" });
  response.resolve();
  await slow;
  expect(notes().map((line) => line.split(" ")[1])).toEqual(["slow", "first", "written", "kept", "written", "kept", "kept"]);
});

it("81: equal concurrent calls are not shared when one started during a write and the other after it", async () => {
  const { run, shop, runtime, notes } = openFunctions();
  const gates: (() => void)[] = [];
  const hold = (): Promise<void> => new Promise((resolve) => gates.push(resolve));
  const gate = (count: number) => until("gate", () => gates.length === count);
  shop.at("created", hold);
  shop.at("getNote", hold);
  const write = creating(runtime);
  await gate(1);
  const during = run(getNote);
  await gate(2);
  gates[0]!();
  await write;
  const after = run(getNote);
  await gate(3);
  gates.forEach((open) => open());
  await Promise.all([during, after]);
  expect(notes()).toHaveLength(2);
});

it("a failing function keeps its code, and neither it nor a log line contains a secret of arguments or configuration", async () => {
  const { run, shop, runtime } = openFunctions();
  reconfigure(runtime, "configured-secret");
  shop.at("getNote", ({ operation }) => {
    operation.status("trying marked-secret");
    operation.log("warning", "argument-secret is weak");
    throw new ProviderError("permission_denied", "configured-secret and argument-secret and marked-secret were rejected");
  });
  const args = { name: new Secret("marked-secret"), server: { password: "argument-secret" } };
  const { call, logged } = newCall();
  const message = "[secret] and [secret] and [secret] were rejected";
  await expect(run(getNote, args, call)).rejects.toMatchObject({ code: "permission_denied", message });
  expect(logged).toEqual(["status: trying [secret]", "warning: [secret] is weak"]);
});

it("a failing function ends when its time is over", async () => {
  const { run, shop } = openFunctions();
  shop.at(
    "getNote",
    ({ operation: { signal } }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  jest.useFakeTimers();
  const message = expect.stringMatching(/quartet:shop:getNote: time limit of 300 s exceeded/);
  const outcome = expect(run(getNote, { name: "m" })).rejects.toMatchObject({ code: "deadline_exceeded", message });
  await jest.advanceTimersByTimeAsync(300_000);
  await outcome;
  jest.useRealTimers();
});
