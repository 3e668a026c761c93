// The result file of a function: path, mode, text and failures. See docs/modules/cloud.md#result-files.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlainMap } from "../../../../../provider/core/values/value";
import { cloud } from "../../../../../provider/modules/cloud";
import { failure, operation } from "../support";
import { lookupCaller, stubSend, hastyClient, replaying, rejection } from "./driver";
import { fileTextOf, samples } from "../../../../samples/cloud/functions";
import { inContext } from "../../../../support/contexts";

let home: string;
let path: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "quartet-results-"));
  path = join(home, "out.json");
});
afterEach(() => rmSync(home, { recursive: true }));

const keysOf = samples.find(({ name }) => name === "getApiGatewayApiKeys")!;

/** Calls the function of API keys, as in the sample, with this output file. */
const written = (resultOutputFile: string, at: string | undefined = home): Promise<PlainMap> =>
  cloud.functions["getApiGatewayApiKeys"]!.read(
    { ...keysOf.inputs, resultOutputFile },
    inContext(hastyClient(replaying(keysOf.exchanges).send, operation(), at)),
  ) as Promise<PlainMap>;
const text = (): string => readFileSync(path, "utf8");
const modeOf = (place: string): number => statSync(place).mode & 0o777;

describe.each(samples.map((sample, n) => [`${sample.name} (${n})`, sample] as const))("%s", (_title, sample) => {
  test("writes its result, and returns the same as without a file", async () => {
    const invoke = await lookupCaller(replaying(sample.exchanges).send, { HOME: home });
    const inputs = { ...sample.inputs, resultOutputFile: path };
    const { outputs } = await invoke(sample.name, inputs);
    expect(outputs).toEqual({ ...inputs, ...sample.found });
    expect(text()).toBe(fileTextOf(sample));
    expect(modeOf(path)).toBe(0o600);
  });
});

test("the example of the specification, to the letter", async () => {
  await written(path);
  expect(text()).toBe(
    '[\n\t{\n\t\t"access_key_secret": "secretEXAMPLE",\n\t\t"api_key_id": "AKIDgatewayEXAMPLE",\n\t\t"create_time": "2023-11-14T22:13:20Z",\n' +
      '\t\t"modify_time": "2023-11-14T22:13:20Z",\n\t\t"status": "on"\n\t}\n]',
  );
});

test("nothing found is an empty list; <, > and & stand as they are", async () => {
  const invoke = await lookupCaller(
    stubSend(({ params }) => ({ Result: params["Filters"] ? null : { APIDocSet: [{ ApiDocName: "<a>&b" }] } })).send,
  );
  await invoke("getApiGatewayUsagePlans", { usagePlanId: "x", resultOutputFile: path });
  expect(text()).toBe("[]");
  await invoke("getApiGatewayApiDocs", { resultOutputFile: path });
  expect(text()).toContain('"api_doc_name": "<a>&b"');
});

describe("the place", () => {
  test("an existing file is replaced whole, and gets the mode of its kind", async () => {
    writeFileSync(path, "x".repeat(10_000), { mode: 0o644 });
    await written(path);
    expect(JSON.parse(text())).toHaveLength(1);
    expect(modeOf(path)).toBe(0o600);
    expect(readdirSync(home)).toEqual(["out.json"]);
  });

  test("~ is the home directory, at the beginning and before a slash only", async () => {
    expect(await written("~/deep/out.json")).toMatchObject({ resultOutputFile: "~/deep/out.json" });
    expect(existsSync(join(home, "deep", "out.json"))).toBe(true);
    await written(join(home, "~", "out.json"));
    expect(readdirSync(home).sort()).toEqual(["deep", "~"].sort());
  });

  test("without a home directory ~ is rejected", async () => {
    const client = hastyClient(replaying(keysOf.exchanges).send);
    const reading = cloud.functions["getApiGatewayApiKeys"]!.read(
      { ...keysOf.inputs, resultOutputFile: "~/out.json" },
      inContext(client),
    ) as Promise<unknown>;
    expect((await failure(reading)).message).toMatch(/~\/out\.json: cannot be written: no home directory/);
  });

  test("parent folders are created, readable for all", async () => {
    const before = process.umask(0o022);
    await written(join(home, "a", "b", "out.json")).finally(() => process.umask(before));
    expect([modeOf(join(home, "a")), modeOf(join(home, "a", "b"))]).toEqual([0o755, 0o755]);
  });

  test("an empty path is none", async () => {
    expect(await written("")).toMatchObject({ resultOutputFile: "", id: "partner#" });
    expect(readdirSync(home)).toEqual([]);
  });

  test("a link is replaced, not followed", async () => {
    const target = join(home, "target");
    writeFileSync(target, "old");
    symlinkSync(target, path);
    await written(path);
    expect(readFileSync(target, "utf8")).toBe("old");
    expect(JSON.parse(text())).toHaveLength(1);
  });
});

describe("failures of files", () => {
  test.each(["~", "~/", "~/taken"])("the directory %p is rejected, and nothing is left beside it", async (requestedInputs) => {
    mkdirSync(join(home, "taken"));
    const failed = await failure(written(requestedInputs));
    expect(failed).toMatchObject({ code: "failed_precondition" });
    expect(failed.message).toMatch(/^resultOutputFile: \S+: cannot be written: it is a directory\. Set the path of a file\.$/);
    expect(readdirSync(home)).toEqual(["taken"]);
  });

  test("a parent that is a file fails the lookup; the path is reported, nothing of the content", async () => {
    writeFileSync(join(home, "file"), "");
    const failed = await failure(written(join(home, "file", "out.json")));
    expect(failed.message).toContain(join(home, "file", "out.json"));
    expect(failed.message).toMatch(/EEXIST|ENOTDIR/);
    expect(failed.message).not.toContain("secretEXAMPLE");
    expect(readdirSync(home)).toEqual(["file"]);
  });

  test("a failed read keeps an old file unchanged, and creates none", async () => {
    writeFileSync(path, "old");
    for (const response of [rejection("InvalidParameter"), { Result: null }]) {
      const client = hastyClient(stubSend(() => response).send, operation(), home);
      for (const resultOutputFile of [path, "~/new.json"])
        await failure(cloud.functions["getApiGatewayApiKeys"]!.read({ resultOutputFile }, inContext(client)) as Promise<unknown>);
    }
    expect(text()).toBe("old");
    expect(readdirSync(home)).toEqual(["out.json"]);
  });

  test("a file is written for each of two equal calls, without a kept response", async () => {
    const invoke = await lookupCaller(replaying(keysOf.exchanges).send);
    const inputs = { ...keysOf.inputs, resultOutputFile: path };
    await invoke("getApiGatewayApiKeys", inputs);
    rmSync(path);
    await invoke("getApiGatewayApiKeys", inputs);
    expect(existsSync(path)).toBe(true);
  });

  // The superuser may write everywhere.
  (process.getuid?.() === 0 ? test.skip : test)("a directory that may not be written", async () => {
    chmodSync(home, 0o500);
    await expect(written(path)).rejects.toThrow(/EACCES/);
    chmodSync(home, 0o700);
  });
});
