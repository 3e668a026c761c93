/** The first act: ingest pipelines and an index template, from nothing to nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoServer } from "./server";
import type { Stage, Story } from "./stage";
import { change, create, destroy, edit, revertDrift, runAndShow, unchanged } from "./stage";

/** The story on that server. */
export const searchStory = ({ title, environment, rest }: DemoServer): Story => ({
  title: "Elasticsearch: ingest pipelines and an index template",
  example: "search-logs-yaml",
  server: title,
  environment,
  steps: [
    ["Create two ingest pipelines and an index template, look the template up", create],
    ["Ask again: nothing is to be done", unchanged],
    ["Change one property of the program", change("dataRetention", "30d", "90d")],
    ["Somebody changes a pipeline behind Pulumi's back: refresh finds it, up reverts it", (stage) => drift(stage, rest)],
    ["Take over a pipeline that exists already", (stage) => adopt(stage, rest)],
    ["Remove everything", (stage) => destroy(stage, () => isLeft(stage, rest))],
  ],
});

type Rest = DemoServer["rest"];

async function drift(stage: Stage, rest: Rest): Promise<void> {
  const { prefix, say } = stage;
  const path = `/_ingest/pipeline/${prefix}-stamp`;
  const { [`${prefix}-stamp`]: pipeline } = (await rest("GET", path)) as Record<string, object>;
  await rest("PUT", path, { ...withoutDates(pipeline ?? {}), description: "edited by hand" });
  say(`   PUT ${path}: another description`);
  await revertDrift(stage, /description: ".*" => "edited by hand"/);
}

/** Newer servers tell when a pipeline was written and do not take it back. */
function withoutDates(pipeline: object): object {
  return Object.fromEntries(Object.entries(pipeline).filter(([key]) => !/^(created|modified)_date/.test(key)));
}

async function adopt(stage: Stage, rest: Rest): Promise<void> {
  const { prefix, say, program } = stage;
  const name = `${prefix}-old`;
  await rest("PUT", `/_ingest/pipeline/${name}`, { description: "made by hand", processors: [{ lowercase: { field: "url.path" } }] });
  say(`   PUT /_ingest/pipeline/${name}: made by hand`);
  const args = ["import", "quartet:search:SearchIngestPipeline", "old", name, "--yes", "--skip-preview", "--protect=false"];
  await runAndShow(stage, [...args, "--suppress-outputs", "--out", "imported.yaml"]);
  const code = readFileSync(join(program, "imported.yaml"), "utf8").replace(/^resources:\n/, "");
  say("   the code that the CLI wrote, added to Pulumi.yaml:");
  code
    .trimEnd()
    .split("\n")
    .forEach((line) => say(`     ${line}`));
  edit(stage, "\nresources:\n", `\nresources:\n${code}`);
  await unchanged(stage);
}

async function isLeft({ prefix }: Stage, rest: Rest): Promise<boolean> {
  const pipelines = await rest("GET", `/_ingest/pipeline/${prefix}-*`);
  const template = await rest("GET", `/_index_template/${prefix}-logs`);
  return template !== undefined || Object.keys(pipelines ?? {}).length > 0;
}
