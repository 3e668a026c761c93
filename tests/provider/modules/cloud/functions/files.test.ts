// The result file of a function: path, mode, text and failures. See docs/modules/cloud.md#result-files.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileTextOf, samples } from "../../../../samples/cloud/functions";
import { expectFailure, failure } from "../support";
import { invoked, lookedUp, replaying, sampleOf, stubSend } from "./driver";

let home: string;
let path: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "quartet-results-"));
  path = join(home, "out.json");
});
afterEach(() => rmSync(home, { recursive: true }));

const { name, inputs, exchanges } = sampleOf("getApiGatewayApiKeys");

/** Calls the function of API keys, as in the sample, with this output file. */
const written = (resultOutputFile: string) => lookedUp(name, { ...inputs, resultOutputFile }, replaying(exchanges).send, { home });
const text = () => readFileSync(path, "utf8");
const modeOf = (place: string) => statSync(place).mode & 0o777;

test.each(samples)("$name ($#) writes its result", async (sample) => {
  await invoked(sample.name, { ...sample.inputs, resultOutputFile: path }, replaying(sample.exchanges).send);
  expect(text()).toBe(fileTextOf(sample));
});

test("the example of the specification, to the letter", async () => {
  await written(path);
  expect(text()).toBe(
    '[\n\t{\n\t\t"access_key_secret": "secretEXAMPLE",\n\t\t"api_key_id": "AKIDgatewayEXAMPLE",\n\t\t"create_time": "2023-11-14T22:13:20Z",\n' +
      '\t\t"modify_time": "2023-11-14T22:13:20Z",\n\t\t"status": "on"\n\t}\n]',
  );
});

test("nothing found is an empty list; <, > and & stand as they are", async () => {
  const { send } = stubSend(({ params }) => ({ Result: params["Filters"] ? null : { APIDocSet: [{ ApiDocName: "<a>&b" }] } }));
  await lookedUp("getApiGatewayUsagePlans", { usagePlanId: "x", resultOutputFile: path }, send);
  expect(text()).toBe("[]");
  await lookedUp("getApiGatewayApiDocs", { resultOutputFile: path }, send);
  expect(text()).toContain('"api_doc_name": "<a>&b"');
});

test.each(["file", "link"])("an existing %s is replaced whole, and gets the mode of its kind", async (kind) => {
  const old = join(home, kind === "link" ? "target" : "out.json");
  writeFileSync(old, "x".repeat(10_000), { mode: 0o644 });
  if (kind === "link") symlinkSync(old, path);
  await written(path);
  expect(JSON.parse(text())).toHaveLength(1);
  expect(modeOf(path)).toBe(0o600);
  expect(readdirSync(home)).toEqual(kind === "link" ? ["out.json", "target"] : ["out.json"]);
  if (kind === "link") expect(readFileSync(old, "utf8")).toHaveLength(10_000);
});

test("~ is the home directory at the beginning only; parent folders are created, readable for all", async () => {
  const before = process.umask(0o022);
  await written("~/a/b/out.json").finally(() => process.umask(before));
  expect([modeOf(join(home, "a")), modeOf(join(home, "a", "b"))]).toEqual([0o755, 0o755]);
  await written(join(home, "~", "out.json"));
  expect(readdirSync(home).sort()).toEqual(["a", "~"]);
  const homeless = lookedUp(name, { ...inputs, resultOutputFile: "~/out.json" }, replaying(exchanges).send);
  await expectFailure(homeless, "failed_precondition", "~/out.json: cannot be written: no home directory");
});

test("an empty path is none", async () => {
  expect(await written("")).toMatchObject({ resultOutputFile: "", id: "partner#k" });
  expect(readdirSync(home)).toEqual([]);
});

describe("failures of files", () => {
  test.each(["~", "~/taken"])("the directory %p is rejected, and nothing is left beside it", async (file) => {
    mkdirSync(join(home, "taken"));
    const message = /^resultOutputFile: \S+: cannot be written: it is a directory\. Set the path of a file\.$/;
    await expectFailure(written(file), "failed_precondition", message);
    expect(readdirSync(home)).toEqual(["taken"]);
  });

  test("a parent that is a file fails the lookup; the path is reported, nothing of the content", async () => {
    writeFileSync(join(home, "file"), "");
    const { message } = await failure(written(join(home, "file", "out.json")));
    expect(message).toMatch(/file\/out\.json: .*(EEXIST|ENOTDIR)/);
    expect(message).not.toContain("secretEXAMPLE");
    expect(readdirSync(home)).toEqual(["file"]);
  });

  test("a failed read keeps an old file unchanged, and creates none", async () => {
    writeFileSync(path, "old");
    for (const resultOutputFile of [path, "~/new.json"])
      await failure(lookedUp(name, { resultOutputFile }, stubSend(() => ({ Result: null })).send, { home }));
    expect([text(), readdirSync(home)]).toEqual(["old", ["out.json"]]);
  });

  test("a response that is kept is written to no file", async () => {
    const { cacheable } = (await import("../../../../../provider/modules/cloud")).cloud.functions[name]!;
    expect([cacheable!({ resultOutputFile: path }), cacheable!({})]).toEqual([false, true]);
  });
});
