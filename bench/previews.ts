// Whole previews with the real CLI, as time above the preview of an empty program.
import { groupIds } from "./emulators";
import { Figures } from "./figures";
import type { Row } from "./results";
import { startServices, variablesOf } from "./services";
import type { BenchCli, PluginSource, Program } from "./stacks";

const calls = groupIds.length;

const invokes = (token: string, inputs: (i: number) => object): Program => ({
  variables: Object.fromEntries(
    Array.from({ length: calls }, (_, i) => [`call${i}`, { "fn::invoke": { function: token, arguments: inputs(i) } }]),
  ),
});

const programs = {
  helpers: invokes("quartet:search:getSearchIngestProcessorBytes", (i) => ({ field: `field-${i}` })),
  getGroup: invokes("quartet:datapipeline:getGroup", (i) => ({ id: groupIds[i]! })),
};

type ProgramName = keyof typeof programs;

/** Runs one preview of each program with each plugin per round, in turn. */
export async function measurePreviews(cli: BenchCli, rounds: number): Promise<Row[]> {
  const services = await startServices();
  const sources: Record<string, PluginSource> = {
    O: { path: cli.plugin("official.cjs") },
    path: { path: cli.ours },
    installed: "installed",
  };
  const stacks: [name: string, folder: string][] = [["empty", await cli.stack("empty", "none", {})]];
  for (const [kind, source] of Object.entries(sources)) {
    for (const [name, program] of Object.entries(programs))
      stacks.push([`${name} ${kind}`, await cli.stack(`${name}-${kind}`.toLowerCase(), source, program)]);
  }
  const preview = (folder: string): Promise<number> => cli.time(folder, ["preview"], variablesOf(services));
  // The first preview of each program fills the caches of the CLI and of the file system.
  for (const [, folder] of stacks) await preview(folder);
  const figures = new Figures();
  for (let round = 0; round < rounds; round++) for (const [name, folder] of stacks) figures.add(name, await preview(folder));
  services.stop();
  return (["helpers", "getGroup"] as const).flatMap((name) => rowsOf(figures, name));
}

const goals: Record<ProgramName, number> = { helpers: 0.35, getGroup: 0.4 };

function rowsOf(figures: Figures, program: ProgramName): Row[] {
  const official = figures.above(`${program} O`, "empty");
  const text = program === "helpers" ? `${calls} processor helpers` : `${calls} \`getGroup\``;
  return ["installed", "path"].map((kind) => {
    const ours = figures.above(`${program} ${kind}`, "empty");
    return {
      section: "preview",
      measurement: `${text}, above an empty program, plugin ${kind === "installed" ? "installed" : "by path"} / official by path`,
      value: ours / official,
      unit: "",
      ...(kind === "installed" ? { goal: goals[program] } : {}),
      detail: `${ours.toFixed(0)} ms / ${official.toFixed(0)} ms; empty ${figures.median("empty").toFixed(0)} ms`,
    };
  });
}
