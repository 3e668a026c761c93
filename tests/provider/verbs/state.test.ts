/** From what a module answers to what the engine keeps (protocol 2.21, 4.6). */
import type { PlainMap } from "../../../provider/core/value";
import { limitTime } from "../../../provider/verbs/state";
import { newCall, openShop } from "../../support/fake-module";

describe("a time limit", () => {
  const found = async (properties: string[] = []) => {
    const { house } = openShop();
    const note = await house.resource("quartet:shop:Note");
    const inputProperties = Object.fromEntries(properties.map((name) => [name, {}]));
    return { ...note, spec: { ...note.spec, inputProperties: { ...note.spec.inputProperties, ...inputProperties } } };
  };
  const cases: [name: string, timeout: number, inputs: PlainMap, seconds: number][] = [
    ["the resource option first", 1.5, { timeouts: { create: "20m" } }, 1.5],
    ["then the input", 0, { timeouts: { create: "1h30m" } }, 5400],
    ["then the table of the resource", 0, { timeouts: { update: "1s" } }, 600],
    ["and that, too, when the input is no duration", 0, { timeouts: { create: "soon" } }, 600],
  ];

  it.each(cases)("is taken from %s", async (_name, timeout, inputs, seconds) => {
    const { call } = newCall();
    const limit = jest.spyOn(call, "limit").mockReturnValue();
    limitTime(call, "create", await found(), { timeout, inputs });
    expect(limit.mock.calls[0]![0]).toBe(seconds);
  });

  it("says how it is raised: by the option, and by the input where there is one", async () => {
    const { call } = newCall();
    const limit = jest.spyOn(call, "limit").mockReturnValue();
    limitTime(call, "delete", await found(), { timeout: 2, inputs: {} });
    limitTime(call, "delete", await found(["timeouts"]), { timeout: 2, inputs: {} });
    const [first, second] = limit.mock.calls.map(([, error]) => error.message);
    expect(first).toMatch(/time limit of 2 s; raise it with the resource option customTimeouts.delete$/);
    expect(second).toMatch(/customTimeouts.delete or the input timeouts.delete$/);
  });
});
