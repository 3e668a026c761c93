/** Preview checks. See docs/protocol.md#preview-checks. */
import type { PreviewCheckRequest } from "../../../provider/contract/resource";
import { InvalidInputsError, ProviderError, type Failure } from "../../../provider/core/errors/errors";
import type { PlainMap } from "../../../provider/core/values/value";
import { newCall, openShop } from "../../support/fake-module";
import { creating, inputs, Note, outcome, state, updating } from "./writing";

type Check = (request: PreviewCheckRequest<PlainMap>) => Promise<Failure[]>;

/** A shop whose notes have the check, with preview checks on or off. */
async function checking(check: Check, on = true, now?: () => number) {
  const opened = openShop(now);
  const { implementation: resource, module } = await opened.runtime.registry.resource(Note);
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

describe.each(both)("the preview of an %s", (operation, preview) => {
  it("runs the check with the operation and the plain inputs, and returns what it returned before", async () => {
    const { runtime, previewCheck } = await checking(none);
    const result = await preview(runtime);
    expect(previewCheck.mock.calls[0]![0]).toMatchObject({ operation, inputs: { name: "n", secretNote: "psst" } });
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

it("runs no check outside of previews", async () => {
  const { runtime, previewCheck } = await checking(none);
  await creating(runtime);
  expect(previewCheck).not.toHaveBeenCalled();
});

describe("a service that could not be reached", () => {
  const failure = new ProviderError("unavailable", "GET /psst: no response");

  /** Previews of notes with these inputs, one after the other; returns what they logged. */
  async function previews(runtime: Parameters<typeof creating>[0], all: object[]): Promise<string[]> {
    const { call, logged } = newCall();
    for (const more of all) await creating(runtime, { preview: true, inputs: { ...inputs, ...more } }, call);
    return logged;
  }

  it("is contacted once, and every resource has its warning without secrets of the others", async () => {
    const { runtime, previewCheck } = await checking(() => Promise.reject(failure));
    const logged = await previews(runtime, [{}, { name: "m", secretNote: "other" }]);
    expect(previewCheck).toHaveBeenCalledTimes(1);
    const again = "the service could not be reached for another resource, and was not contacted again: ";
    const skipped = `warning: Preview check skipped: ${Note}: `;
    expect(logged).toEqual([`${skipped}GET /[secret]: no response`, `${skipped}${again}GET /[secret]: no response`]);
  });

  it("is contacted again after a minute, and after a response for every resource", async () => {
    let now = 0;
    const outcomes = [Promise.reject(failure), Promise.resolve([]), Promise.resolve([])];
    outcomes[0]!.catch(() => {});
    const { runtime, previewCheck } = await checking(
      () => outcomes.shift()!,
      true,
      () => now,
    );
    await previews(runtime, [{}]);
    now = 59_999;
    await previews(runtime, [{}]);
    expect(previewCheck).toHaveBeenCalledTimes(1);
    now = 60_000;
    await previews(runtime, [{}, {}]);
    expect(previewCheck).toHaveBeenCalledTimes(3);
  });

  it("is contacted again with another configuration", async () => {
    const { runtime, previewCheck } = await checking(() => Promise.reject(failure));
    await previews(runtime, [{}]);
    runtime.configure({ settings: {}, secrets: new Set() });
    await previews(runtime, [{}]);
    expect(previewCheck).toHaveBeenCalledTimes(2);
  });

  it("is contacted for every resource if it denies permission", async () => {
    const { runtime, previewCheck } = await checking(() => Promise.reject(new ProviderError("permission_denied", "not allowed")));
    await previews(runtime, [{}, {}]);
    expect(previewCheck).toHaveBeenCalledTimes(2);
  });
});
