// 160: Ctrl-C during up. The state contains all created objects, and the next up creates the others.
import { hang, latency } from "../emulators/faults";
import type { Fault } from "../emulators/faults";
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";
import { until } from "../support/waiting";

let cli: Cli;
let search: Search;

beforeAll(async () => {
  search = await openSearch();
  cli = await openCli();
});
afterEach(() => {
  search.faults.clear();
  search.emulator.pipelines.clear();
  search.emulator.indexTemplates.clear();
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

/** Three pipelines, each of which depends on the previous one, and an independent template. */
async function chain(name: string): Promise<Stack> {
  const stack = await cli.stack(name, search.environment);
  const pipeline = (own: string, ...dependsOn: string[]): object => ({
    type: "quartet:search:SearchIngestPipeline",
    properties: { name: own, processors: ['{"drop":{}}'] },
    options: { dependsOn },
  });
  const template = { type: "quartet:search:SearchIndexTemplate", properties: { name: "beside", indexPatterns: ["beside-*"] } };
  stack.program({
    resources: { one: pipeline("one"), two: pipeline("two", "${one}"), three: pipeline("three", "${two}"), beside: template },
  });
  return stack;
}

/** Sends Ctrl-C while a request is in progress, and after the independent template is written. */
function pressing(interrupt: AbortController, fault: Fault): Fault {
  return async (respond) => {
    await until("template", () => search.emulator.indexTemplates.has("beside"));
    interrupt.abort();
    return fault(respond);
  };
}

const storedNames = (): string[] => [...search.emulator.pipelines.names(), ...search.emulator.indexTemplates.names()].sort();
const known = async (stack: Stack): Promise<string[]> => (await stack.resources()).map(({ id = "" }) => id.split("/")[1] ?? "").sort();

describe("160: Ctrl-C during up", () => {
  it.each([
    // A cancelled write is waited for, longer than the CLI needs to cancel; a cancelled read is not.
    ["a write is on its way", "PUT /_ingest/pipeline/two", latency(10_000)],
    ["an object is read back", "GET /_ingest/pipeline/two", hang()],
  ])("while %s: no created object is lost", async (_moment, match, fault) => {
    const stack = await chain(match.slice(0, 3).toLowerCase());
    const interrupt = new AbortController();
    search.faults.add({
      match: (request) => `${request.method} ${request.path}` === match && isAfterWrite(match),
      fault: pressing(interrupt, fault),
    });
    const run = await stack.run(["up", "--yes", "--skip-preview"], { interrupt: interrupt.signal });
    expect(run).toMatchObject({ interrupted: true });
    expect(run.code).not.toBe(0);
    expect(run.stdout).toMatch(/cancel/i);
    expect(run.stdout).not.toMatch(/prematurely|bug in the provider/);
    expect(storedNames()).toEqual(["beside", "one", "two"]);
    expect(await known(stack)).toEqual(storedNames());

    search.faults.clear();
    await stack.up();
    expect(storedNames()).toEqual(["beside", "one", "three", "two"]);
    expect(await stack.steps()).toEqual([]);
    expect((await stack.resources()).flatMap(({ initErrors = [] }) => initErrors)).toEqual([]);
  });

  /** Whether the read follows the write of the object; the read before it creates nothing. */
  const isAfterWrite = (match: string): boolean => match.startsWith("PUT") || search.emulator.pipelines.has("two");

  it("while the server does not respond a read: ends, and created objects stay in the state", async () => {
    const stack = await chain("silent");
    const interrupt = new AbortController();
    const fault = pressing(interrupt, hang());
    search.faults.add({ match: (request) => request.path.endsWith("/three"), fault });
    const run = await stack.run(["up", "--yes", "--skip-preview"], { interrupt: interrupt.signal });
    expect(run.code).not.toBe(0);
    expect(await known(stack)).toEqual(storedNames());

    search.faults.clear();
    await stack.up();
    expect(storedNames()).toEqual(["beside", "one", "three", "two"]);
  });
});

describe("the connection breaks after a write", () => {
  it("the object is found again, and the run succeeds", async () => {
    const stack = await chain("broken");
    const fault: Fault = async (respond) => {
      await respond();
      return "reset";
    };
    search.faults.add({ match: "PUT /_ingest/pipeline/two", times: 1, fault });
    await stack.up();
    expect(await known(stack)).toEqual(["beside", "one", "three", "two"]);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  });
});
