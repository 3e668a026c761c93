/** Preview checks. See docs/protocol.md#preview-checks. */
import type { PreviewCheckRequest } from "../../../provider/core/contract";
import { InvalidInputsError, ProviderError, type Failure } from "../../../provider/core/errors";
import type { PlainMap } from "../../../provider/core/value";
import { unknown } from "../../../provider/core/value";
import { newCall, openShop } from "../../support/fake-module";
import { creating, inputs, Note, outcome, state, updating } from "./writing";

type Check = (request: PreviewCheckRequest<PlainMap>) => Promise<Failure[]>;

/** A shop whose notes have the check, with preview checks on or off. */
async function checking(check: Check, on = true) {
  const opened = openShop();
  const { resource, module } = await opened.runtime.registry.resource(Note);
  const previewCheck = jest.fn(check);
  Object.assign(resource, { previewCheck });
  module.previewChecks = () => on;
  return { ...opened, previewCheck };
}

const none: Check = async () => [];
const both = [
  ["create", (runtime: Parameters<typeof creating>[0], call = newCall().call) => creating(runtime, { preview: true }, call)],
  [
    "update",
    (runtime: Parameters<typeof creating>[0], call = newCall().call) =>
      updating(runtime, { preview: true, olds: state(), news: { ...inputs, label: "new" } }, call),
  ],
] as const;

describe.each(both)("the preview of an %s", (_, preview) => {
  it("runs the check with the plain inputs, and returns what it returned before", async () => {
    const { runtime, previewCheck } = await checking(none);
    const result = await preview(runtime);
    expect(previewCheck.mock.calls[0]![0].inputs).toMatchObject({ name: "n", secretNote: "psst" });
    const without = await preview((await checking(none, false)).runtime);
    expect(result).toEqual(without);
  });

  it("runs no check while it is off", async () => {
    const { runtime, previewCheck } = await checking(none, false);
    await preview(runtime);
    expect(previewCheck).not.toHaveBeenCalled();
  });

  it("fails with the failures of the check, without secrets", async () => {
    const { runtime } = await checking(async () => [{ property: "label", reason: "not psst" }]);
    const error = await outcome(preview(runtime));
    expect(error).toBeInstanceOf(InvalidInputsError);
    expect((error as InvalidInputsError).failures).toEqual([{ property: "label", reason: "not [secret]" }]);
  });

  it("reports an error of the check as a warning, without secrets", async () => {
    const { runtime } = await checking(() => Promise.reject(new ProviderError("unavailable", "GET /psst: no response")));
    const { call, logged } = newCall();
    await preview(runtime, call);
    expect(logged).toEqual([`warning: Preview check skipped: ${Note}: GET /[secret]: no response`]);
  });

  it("ends with Cancel", async () => {
    const stop = new ProviderError("cancelled", "the operation was cancelled");
    const { runtime } = await checking(() => Promise.reject(stop));
    expect(await outcome(preview(runtime))).toMatchObject({ code: "cancelled" });
  });
});

it("omits unknown inputs, and reports them as unknown", async () => {
  const { runtime, previewCheck } = await checking(none);
  await creating(runtime, { preview: true, inputs: { ...inputs, label: unknown } });
  const [{ inputs: known, isUnknown }] = previewCheck.mock.calls[0]!;
  expect(known).not.toHaveProperty("label");
  expect([isUnknown("label"), isUnknown("name"), isUnknown("size")]).toEqual([true, false, false]);
});

it("runs no check outside of previews", async () => {
  const { runtime, previewCheck } = await checking(none);
  await creating(runtime);
  expect(previewCheck).not.toHaveBeenCalled();
});
