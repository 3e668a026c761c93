/** Preview checks. See docs/protocol.md#preview-checks. */
import type { PreviewCheckRequest } from "../../../provider/contract/resource";
import { InvalidInputsError, ProviderError, type Failure } from "../../../provider/core/errors/errors";
import type { PlainMap } from "../../../provider/core/values/value";
import { newCall, openShop, reconfigure } from "../../support/fake-module";
import { creating, inputs, Note, outcome, state, updating } from "./writing";

type Check = (request: PreviewCheckRequest<PlainMap>) => Promise<Failure[]>;

/** A shop whose notes have the check, with preview checks on or off. */
async function checking(check: Check, on = true, now?: () => number) {
  const { runtime } = openShop(now);
  const { implementation: resource, module } = await runtime.registry.resource(Note);
  const previewCheck = jest.fn(check);
  Object.assign(resource, { previewCheck });
  module.previewChecks = () => on;
  const { call, logged } = newCall();
  const create = (more: object = {}) => creating(runtime, { preview: true, inputs: { ...inputs, ...more } }, call);
  const update = () => updating(runtime, { preview: true, olds: state(), news: { ...inputs, label: "new" } }, call);
  return { runtime, previewCheck, logged, create, update };
}

const unreachable: Check = () => Promise.reject(new ProviderError("unavailable", "GET /psst: no response"));

describe.each(["create", "update"] as const)("the preview of an %s", (operation) => {
  it("runs the check with the operation and the plain inputs, unless it is off, and returns the same", async () => {
    const on = await checking(async () => []);
    const result = await on[operation]();
    expect(on.previewCheck.mock.calls[0]![0]).toMatchObject({ operation, inputs: { name: "n", secretNote: "psst" } });
    const off = await checking(async () => [], false);
    expect(await off[operation]()).toEqual(result);
    expect(off.previewCheck).not.toHaveBeenCalled();
  });

  it("fails with the failures of the check, without secrets", async () => {
    const error = await outcome((await checking(async () => [{ property: "label", reason: "not psst" }]))[operation]());
    expect(error).toBeInstanceOf(InvalidInputsError);
    expect((error as InvalidInputsError).failures).toEqual([{ property: "label", reason: "not [secret]" }]);
  });

  it("ends with Cancel, also while the check runs", async () => {
    const stop = new ProviderError("cancelled", "the operation was cancelled");
    const { code, message } = stop;
    expect(await outcome((await checking(() => Promise.reject(stop)))[operation]())).toMatchObject({ code, message });
  });
});

it("a service that could not be reached is contacted once, and every resource has its warning without secrets of the others; another configuration resets this", async () => {
  const { runtime, previewCheck, logged, create } = await checking(unreachable);
  await create();
  await create({ name: "m", secretNote: "other" });
  expect(previewCheck).toHaveBeenCalledTimes(1);
  const again = "the service could not be reached for another resource, and was not contacted again: ";
  const skipped = `warning: Preview check skipped: ${Note}: `;
  expect(logged).toEqual([`${skipped}GET /[secret]: no response`, `${skipped}${again}GET /[secret]: no response`]);
  reconfigure(runtime);
  await create();
  expect(previewCheck).toHaveBeenCalledTimes(2);
});

it("a service that could not be reached is contacted again after a minute, and after a response for every resource", async () => {
  let now = 0;
  const { previewCheck, create } = await checking(
    async (request) => (now === 0 ? unreachable(request) : []),
    true,
    () => now,
  );
  const calls: number[] = [];
  for (now of [0, 59_999, 60_000, 60_000]) {
    await create();
    calls.push(previewCheck.mock.calls.length);
  }
  expect(calls).toEqual([1, 1, 2, 3]);
});

it("a service that could not be reached is contacted for every resource if it denies permission", async () => {
  const { previewCheck, create } = await checking(() => Promise.reject(new ProviderError("permission_denied", "not allowed")));
  for (let i = 0; i < 2; i++) await create();
  expect(previewCheck).toHaveBeenCalledTimes(2);
});
