// Ten thousand lookups of each kind and a thousand objects made and removed: memory and open files return to nearly their first values (cases 12, 13).
import { openFilesOf, residentOf } from "../support/process";
import * as fixtures from "../support/fixture";
import { helperToken, lookupToken, pipeline, template } from "../support/fixture";
import type { Properties } from "../support/structs";
import { until } from "../support/waiting";

jest.setTimeout(600_000);
const fixture = fixtures.fixtureOfFile();
const million = 1_000_000;
const atOnce = 16;

/** Does the work this many times, several at a time. */
async function times(count: number, work: (i: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const callHelper = async (i: number) => {
  expect(await fixture.rpc.resultOf(helperToken, { field: `field-${i}` })).toMatchObject({ field: `field-${i}` });
};
const callServer = async (i: number) => {
  expect(await fixture.rpc.resultOf(lookupToken, { name: `logs-${i}` })).toEqual({ name: `logs-${i}` });
};
/** Every second one is a template. */
const makeAndRemove = async (i: number) => {
  const name = `object-${i}`;
  const subject = { ...(i % 2 ? pipeline : template), name };
  const inputs: Properties = i % 2 ? { name, processors: ['{"drop":{}}'] } : { name, indexPatterns: [`${name}-*`] };
  const { id, properties } = await fixture.rpc.create({ ...subject, inputs });
  await fixture.rpc.delete({ ...subject, id, properties, oldInputs: inputs });
};

test("memory and open files are released", async () => {
  const search = await fixture.search();
  const { pid } = fixture.plugin;
  // Whatever is loaded, compiled and connected once is there before the first measurement, and the young generation of V8 has its size.
  await times(2000, callHelper);
  await times(2000, callServer);
  await times(200, makeAndRemove);
  const memory = residentOf(pid);
  const files = openFilesOf(pid) ?? 0;
  await times(10_000, callHelper);
  await times(10_000, callServer);
  await times(1000, makeAndRemove);
  // A pause in which V8 collects, and the lines that the lookups log reach the engine.
  await until("memory near what it was", () => residentOf(pid) < memory + 48 * million);
  await until("as many open files as before", () => (openFilesOf(pid) ?? 0) <= files + 2);
  expect(search.emulator.pipelines.size + search.emulator.indexTemplates.size).toBe(0);
  expect(fixture.plugin.stderr()).toBe(""); // where Node would warn of listeners that pile up
});
