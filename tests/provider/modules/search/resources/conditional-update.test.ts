// Updates of pipelines that carry the version that was read. See docs/modules/search.md#ingest-pipelines.
import { rejection, stackFixture } from "./stack-fixture";

const set = '{"set":{"field":"a","value":1}}';

describe("an update that changes the version is conditional", () => {
  const program = { name: "app", processors: [set], version: 1 };
  const path = "PUT /_ingest/pipeline/app";

  async function created(version?: number) {
    const fixture = stackFixture("quartet:search:SearchIngestPipeline");
    await fixture.stack.up({ ...program, ...(version === undefined ? { version: undefined } : { version }) });
    fixture.lines();
    return fixture;
  }
  const writes = (lines: string[]): string[] => lines.filter((line) => line.startsWith("PUT"));

  test.each<[string, number | undefined, object, string]>([
    ["a new version", 1, { version: 2 }, `${path}?if_version=1`],
    ["the same version: the server rejects the condition", 1, { description: "d" }, path],
    ["a first version: the server has no condition", undefined, { version: 1 }, path],
    ["a removed version: the server would assign one", 1, { version: undefined }, path],
  ])("%s", async (_name, version, more, line) => {
    const { stack, lines } = await created(version);
    await stack.up({ ...program, ...more });
    expect(writes(lines())).toEqual([line]);
    expect(stack.outputs["version"]).toBe({ ...program, ...more }.version);
  });

  test("a pipeline that another writer changed after it was read is not overwritten", async () => {
    const { stack, emulator, override } = await created(1);
    const theirs = { processors: [{ drop: {} }], version: 7 };
    override.set(`${path}?if_version=1`, () => {
      emulator.pipelines.set("app", theirs);
      return rejection("version conflict, required version [1] for pipeline [app] but current version is [7]");
    });
    await expect(stack.up({ ...program, version: 2 })).rejects.toThrow(
      /version conflict[^]*Another writer has changed the pipeline since it was read\. Run `pulumi up` again\.$/,
    );
    expect(emulator.pipelines.get("app")).toEqual(theirs);
  });

  test("a repeated request whose first attempt was carried out succeeds", async () => {
    const { stack, emulator, override } = await created(1);
    override.set(`${path}?if_version=1`, () => {
      emulator.pipelines.set("app", { processors: [JSON.parse(set)], version: 2 });
      return rejection("version conflict, required version [1] for pipeline [app] but current version is [2]");
    });
    await stack.up({ ...program, version: 2 });
    expect(stack.outputs["version"]).toBe(2);
  });
});
