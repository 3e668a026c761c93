/** Time limits of resource verbs (docs/protocol.md#timeouts), and how long their reads wait for others (docs/protocol.md#shared-reads). */
import type { ObjectGroup } from "../../../provider/verbs/object-group";
import type { ObjectRead } from "../../../provider/verbs/read-queue";
import { limitTime, readContext, resourceContext } from "../../../provider/verbs/resource-calls";
import { newCall, openShop } from "../../support/fake-module";

describe("a time limit", () => {
  const note = async () => openShop().runtime.registry.resource("quartet:shop:Note");
  const limited = () => {
    const { call } = newCall();
    return { call, limit: jest.spyOn(call, "limit").mockReturnValue() };
  };

  it.each([
    ["1h30m", 5400],
    ["soon", 60],
  ])("is taken from the input %s, or from the resource's own default if that is no duration", async (read, seconds) => {
    const { call, limit } = limited();
    limitTime(call, "read", await note(), { timeout: 0, inputs: { timeouts: { read } } });
    expect(limit.mock.calls[0]![0]).toBe(seconds);
  });

  it("reserves a part for the last read of a write, at most ten seconds", async () => {
    const { call, limit } = limited();
    const resource = await note();
    const shares = [2, 50, 1200].map((timeout) => limitTime(call, "create", resource, { timeout, inputs: {} }).lastReadSeconds);
    expect(shares).toEqual([0.6000000000000001, 5.4, 10.4]);
    expect(limit.mock.calls.map(([seconds]) => seconds)).toEqual([1.8, 45, 1190]);
  });

  it("names the option that raises it, and the input if there is one and no option is set", async () => {
    const { call, limit } = limited();
    const { spec, ...rest } = await note();
    const inputProperties = { ...spec.inputProperties, timeouts: {} };
    for (const timeout of [2, 0]) limitTime(call, "delete", { ...rest, spec: { ...spec, inputProperties } }, { timeout, inputs: {} });
    limitTime(call, "create", { ...rest, spec }, { timeout: 0, inputs: {} });
    const [first, second, third] = limit.mock.calls.map(([, error]) => error());
    const message =
      "Delete failed: quartet:shop:Note: time limit of 2 s exceeded. Increase `customTimeouts.delete`, and run `pulumi up` first.";
    expect(first).toMatchObject({ code: "deadline_exceeded", message });
    expect(second!.message).toMatch(/`customTimeouts.delete` or the input `timeouts.delete`, and run `pulumi up` first\.$/);
    expect(third!.message).toMatch(/Increase `customTimeouts.create`\.$/);
  });
});

test("a read before a write waits for no other, one after it longest", async () => {
  const { runtime } = openShop();
  const note = await runtime.registry.resource("quartet:shop:Note");
  const shared = { ...note, module: { ...note.module, connectionOf: async () => ({}) } };
  const shares: number[] = [];
  const load = async ({ waitShare }: ObjectRead<unknown>): Promise<void> => void shares.push(waitShare);
  jest.spyOn(runtime.loader, "group").mockReturnValue({ load } as ObjectGroup<unknown>);
  const { call } = newCall();
  const writing = resourceContext(runtime, shared, {}, call);
  const read = (context = writing): Promise<unknown> => context.load({}, "n", async () => undefined);
  await read();
  call.recordWrite();
  await read();
  await read(readContext(runtime, shared, {}, { context: newCall().call, isRefresh: false }));
  expect(shares).toEqual([0, 0.1, 0.05]);
});
