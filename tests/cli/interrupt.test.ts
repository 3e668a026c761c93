// 160: Ctrl-C during up. The state contains all created objects, and the next up creates the others.
import { hang, latency, type Fault } from "../emulators/faults";
import { cliOfFile, type Stack } from "../support/cli";
import { openSearch, type Search } from "../support/search";
import { until } from "../support/waiting";

const cli = cliOfFile();
let search: Search;

beforeAll(async () => void (search = await openSearch()));
afterEach(() => {
  search.faults.clear();
  search.emulator.pipelines.clear();
  search.emulator.indexTemplates.clear();
});

/** Three pipelines, each of which depends on the previous one, and an independent template. */
async function chain(name: string) {
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

const storedNames = () => [...search.emulator.pipelines.names(), ...search.emulator.indexTemplates.names()].sort();
const known = async (stack: Stack) => (await stack.resources()).map(({ id = "" }) => id.split("/")[1] ?? "").sort();

describe("160: Ctrl-C during up", () => {
  it.each([
    // A cancelled write is waited for, longer than the CLI needs to cancel; a cancelled read is not.
    ["a write is on its way", "PUT /_ingest/pipeline/two", latency(10_000)],
    ["an object is read back", "GET /_ingest/pipeline/two", hang()],
    ["an object is looked for", "GET /_ingest/pipeline/three", hang()],
  ])("while %s: no created object is lost", async (moment, match, fault) => {
    const stack = await chain(moment.replaceAll(" ", "-"));
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
  const isAfterWrite = (match: string) => match.startsWith("PUT") || search.emulator.pipelines.has("two");
});
