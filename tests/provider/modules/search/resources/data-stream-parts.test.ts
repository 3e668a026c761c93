/** Lifecycle and options of data streams, on the emulator. See docs/modules/search.md#data-stream-lifecycles. */
import type { SearchEmulatorOptions } from "../../../../emulators/search";
import { request } from "../../../../emulators/eventrouting/caller";
import { uuid } from "../support";
import { rejection, stackFixture, type StackFixture } from "./stack-fixture";

const kinds = {
  lifecycle: { token: "quartet:search:SearchDataStreamLifecycle", inTemplate: "lifecycle", previous: "previousLifecycle" },
  options: { token: "quartet:search:SearchDataStreamOptions", inTemplate: "data_stream_options", previous: "previousOptions" },
} as const;

/** A stack, and data streams `a` and `b` whose template has the part. */
function streams(part: keyof typeof kinds, ofTemplate?: object, options?: SearchEmulatorOptions): StackFixture {
  const fixture = stackFixture(kinds[part].token, options);
  const put = (path: string, body?: object): void => {
    const { status, body: text } = fixture.emulator.handle(request(`PUT ${path}`, body, { authorization: undefined }));
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };
  const template = ofTemplate && { [kinds[part].inTemplate]: ofTemplate };
  put("/_index_template/t", { index_patterns: ["a", "b"], data_stream: {}, ...(template && { template }) });
  put("/_data_stream/a");
  put("/_data_stream/b");
  fixture.lines();
  return fixture;
}

const remote = ({ emulator }: StackFixture, name = "a") => emulator.dataStreams.get(name)!;
const thirtyDays = { name: "a", dataRetention: "30d" };
const enabledStore = { name: "a", failureStore: { enabled: true } };

test("data 37: a lifecycle of the template is taken over and restored", async () => {
  const fixture = streams("lifecycle", { data_retention: "10d" });
  await fixture.stack.up(thirtyDays);
  expect(remote(fixture).lifecycle).toEqual({ enabled: true, data_retention: "30d" });
  expect(fixture.stack.stored!.outputs).toMatchObject({ previousLifecycle: '{"enabled":true,"data_retention":"10d"}' });
  expect(await fixture.stack.refresh()).toEqual([]);
  await fixture.stack.destroy();
  expect(remote(fixture).lifecycle).toEqual({ enabled: true, data_retention: "10d" });
});

test("a lifecycle that is taken over is restored although the response of the write was lost", async () => {
  const fixture = streams("lifecycle", { data_retention: "10d" });
  fixture.override.set("PUT /_data_stream/a/_lifecycle?expand_wildcards=all", () => {
    remote(fixture).lifecycle = { enabled: true, data_retention: "30d" };
    return rejection("out of order", 500, "exception");
  });
  await fixture.stack.up(thirtyDays);
  fixture.override.clear();
  await fixture.stack.destroy();
  expect(remote(fixture).lifecycle).toEqual({ enabled: true, data_retention: "10d" });
});

test("options of the template are taken over and restored", async () => {
  const fixture = streams("options", { failure_store: { enabled: false } });
  await fixture.stack.up(enabledStore);
  expect(remote(fixture).options).toEqual({ failure_store: { enabled: true } });
  await fixture.stack.destroy();
  expect(remote(fixture).options).toEqual({ failure_store: { enabled: false } });
});

test("data 38: a lifecycle of another writer is not taken over", async () => {
  const fixture = streams("lifecycle", { data_retention: "10d" });
  remote(fixture).lifecycle = { enabled: true, data_retention: "7d" };
  const message = expect.stringMatching(new RegExp(`pulumi import ${kinds.lifecycle.token} [^]*${uuid}/a`)) as string;
  await expect(fixture.stack.up(thirtyDays)).rejects.toMatchObject({ code: "already_exists", message });
  expect(remote(fixture).lifecycle).toEqual({ enabled: true, data_retention: "7d" });
});

test("a simulation that is not permitted: the lifecycle is taken over with a warning", async () => {
  const fixture = streams("lifecycle", { data_retention: "10d" });
  fixture.override.set("POST /_index_template/_simulate_index/a", rejection("not permitted", 403, "security_exception"));
  await fixture.stack.up(thirtyDays);
  expect(fixture.logged()).toContainEqual({
    severity: "warning",
    message: expect.stringMatching(/taken over without a comparison/) as string,
  });
  expect(fixture.stack.stored!.outputs).toMatchObject({ previousLifecycle: expect.stringContaining("10d") as string });
});

test("data 39: with another name the old stream has its previous lifecycle again", async () => {
  const fixture = streams("lifecycle", { data_retention: "10d" });
  await fixture.stack.up(thirtyDays);
  expect(await fixture.stack.up({ ...thirtyDays, name: "b" })).toBe("delete first");
  expect(remote(fixture, "a").lifecycle).toMatchObject({ data_retention: "10d" });
  expect(remote(fixture, "b").lifecycle).toMatchObject({ data_retention: "30d" });
});

test("data 40: a default retention of the cluster is an output and no difference", async () => {
  const fixture = streams("lifecycle", undefined, { globalRetention: { default_retention: "7d" } });
  await fixture.stack.up({ name: "a" });
  expect(fixture.stack.stored!.outputs).toMatchObject({ effectiveRetention: "7d", retentionDeterminedBy: "default_global_retention" });
  expect(await fixture.stack.refresh()).toEqual([]);
});

test("data 41: a maximum of the cluster is a warning", async () => {
  const fixture = streams("lifecycle", undefined, { globalRetention: { max_retention: "9d" } });
  await fixture.stack.up(thirtyDays);
  const message = "The cluster limits the retention to 9d (max_global_retention).";
  expect(fixture.logged().filter((line) => line.message === message)).toHaveLength(1);
});

test("data 42: all violations of rounds are reported at once", async () => {
  const { stack, lines } = streams("lifecycle");
  const rounds = (count: number) => Array.from({ length: count }, (_, i) => ({ after: `${i + 1}d`, fixedInterval: `${2 ** i}h` }));
  const message = async (program: object): Promise<string> => stack.up({ name: "a", ...program }).then(() => "", String);
  expect(await message({ downsamplings: rounds(11) })).toMatch(/at most 10/);
  const wrong = [
    { after: "2d", fixedInterval: "2m" },
    { after: "1d", fixedInterval: "3m" },
  ];
  expect(await message({ downsamplings: wrong })).toMatch(/\[0\]\.fixedInterval[^]*\[1\]\.after[^]*\[1\]\.fixedInterval/);
  expect(await message({ downsamplingMethod: "last_value" })).toMatch(/downsamplingMethod[^]*downsamplings/);
  expect(await message({ name: "a*" })).toMatch(/name/);
  expect(lines()).toEqual([]);
});

test("data 43: a lifecycle that serverless cannot remove stays, with a warning", async () => {
  const fixture = streams("lifecycle", undefined, { buildFlavor: "serverless" });
  await fixture.stack.up(thirtyDays);
  await fixture.stack.destroy();
  expect(fixture.stack.stored).toBeUndefined();
  expect(fixture.logged()).toContainEqual({ severity: "warning", message: expect.stringContaining("it stays") as string });
});

test("data 44: frozenAfter needs 9.5", async () => {
  const fixture = streams("lifecycle", undefined, { version: "9.4.0" });
  await expect(fixture.stack.up({ name: "a", frozenAfter: "90d" })).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining("9.5.0") as string,
  });
  expect(fixture.lines()).toEqual([]);
});

test("data 45: options that are declared and gone again", async () => {
  const fixture = streams("options");
  await fixture.stack.up({ name: "a", failureStore: { enabled: false } });
  expect(await fixture.stack.refresh()).toEqual([]);
  await fixture.stack.destroy();
  expect(remote(fixture)).not.toHaveProperty("options");
});

test("data 46: options need 8.19", async () => {
  const fixture = streams("options", undefined, { version: "8.18.0" });
  await expect(fixture.stack.up(enabledStore)).rejects.toThrow("8.19.0");
  expect(fixture.lines()).toEqual([]);
});

test.each([
  ["lifecycle", thirtyDays],
  ["options", enabledStore],
] as const)("data 47: the %s of a stream that is gone are gone", async (part, program) => {
  const fixture = streams(part);
  await fixture.stack.up(program);
  fixture.emulator.dataStreams.delete("a");
  await fixture.stack.refresh();
  expect(fixture.stack.stored).toBeUndefined();
});

test("a stream that does not exist is an error that says what to do", async () => {
  const { stack } = streams("lifecycle");
  await expect(stack.up({ name: "missing" })).rejects.toThrow("Create the data stream first and pass its name.");
});

test("a lifecycle that another writer has changed stays when the resource is deleted", async () => {
  const fixture = streams("lifecycle");
  await fixture.stack.up(thirtyDays);
  remote(fixture).lifecycle = { enabled: true, data_retention: "5d" };
  await fixture.stack.destroy();
  expect(remote(fixture).lifecycle).toEqual({ enabled: true, data_retention: "5d" });
  expect(fixture.logged()).toContainEqual({ severity: "warning", message: expect.stringContaining("It stays") as string });
});

test("an update keeps a member that only the server knows", async () => {
  const fixture = streams("lifecycle");
  await fixture.stack.up(thirtyDays);
  Object.assign(remote(fixture).lifecycle!, { later: { a: 1 } });
  fixture.bodies();
  await fixture.stack.up({ ...thirtyDays, dataRetention: "31d" }).catch(() => undefined);
  expect(fixture.bodies()["PUT _lifecycle"]).toEqual({ enabled: true, data_retention: "31d", later: { a: 1 } });
});
