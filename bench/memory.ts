// Resident memory of a server over many mixed calls: after its start, after 9,000 and after 100,000 calls.
import { known } from "../tests/emulators/datapipeline/example";
import { encode } from "../provider/plugin/codec";
import { InvokeRequest } from "../provider/plugin/gen/provider";
import type { ValueMap } from "../provider/core/values/value";
import { startEngine } from "../tests/support/engine";
import { load } from "./load";
import type { Row } from "./results";
import { clientOf, contenders, request, resident, start, type Contender } from "./servers";
import { putTemplate, startServices, variablesOf, type RunningServices } from "./services";

const template = "quartet-bench-memory";
const invokePath = "/pulumirpc.ResourceProvider/Invoke";
/** Calls of one kind in a turn; six turns of ten are helpers, which programs call most. */
const turn = 100;
const width = 16;

const requestOf = (tok: string, args: ValueMap): Buffer =>
  Buffer.from(InvokeRequest.encode({ tok, args: encode(args), preview: false }).finish());
const helper = requestOf("quartet:search:getSearchIngestProcessorBytes", { field: "file.size" });
const group = requestOf("quartet:datapipeline:getGroup", { id: known.group });
const lookup = requestOf("quartet:search:getSearchIndexTemplate", { name: template });
const mix = [helper, helper, group, helper, lookup, helper, helper, group, helper, lookup];

/** Measures the plugin and a bare gRPC server over `calls` calls, and the official server over the first 9,000. */
export async function measureMemory(calls: number): Promise<Row[]> {
  const services = await startServices();
  const engine = await startEngine({ health: "unknown" });
  await putTemplate(services, template);
  const early = Math.min(9000, calls);
  const byName = (name: string): Contender => contenders.find((contender) => contender.name === name)!;
  const environment = { services, engine: engine.address };
  const official = await sizes(byName("O"), [early], environment);
  const floor = await sizes(byName("G"), [early, calls], environment);
  const ours = await sizes(byName("ours"), [early, calls], environment);
  engine.die();
  services.stop();
  const mib = (values: readonly number[], at: number): string => `${values[at]!.toFixed(0)} MiB`;
  const row = { section: "memory", unit: "MiB" } as const;
  return [
    {
      ...row,
      measurement: `resident after ${early.toLocaleString("en")} mixed calls`,
      value: ours[1]!,
      goal: 100,
      detail: `after the start ${mib(ours, 0)}; bare gRPC server ${mib(floor, 1)}; official ${mib(official, 1)} and ${mib(official, 0)}`,
    },
    {
      ...row,
      measurement: `resident after ${calls.toLocaleString("en")} mixed calls`,
      value: ours[2]!,
      goal: 100,
      detail: `bare gRPC server ${mib(floor, 2)}`,
    },
  ];
}

/** Returns the resident memory after the first response and after each count of calls. */
async function sizes(
  contender: Contender,
  counts: readonly number[],
  { services, engine }: { services: RunningServices; engine: string },
): Promise<number[]> {
  const running = await start(contender, { engine, variables: variablesOf(services) });
  const client = clientOf(running);
  await request(client, "GetPluginInfo");
  client.close();
  const measured = [resident(running.child.pid!)];
  let done = 0;
  for (const count of counts) {
    for (; done < count; done += turn) await load(running.port, invokePath, mix[(done / turn) % mix.length]!, { count: turn, width });
    measured.push(resident(running.child.pid!));
  }
  await running.stop();
  return measured;
}
