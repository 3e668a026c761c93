/** Part one: ingest pipelines and an index template, from creation to deletion. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoServer } from "./server";
import type { DemoContext, Story } from "./context";
import { change, create, destroy, edit, revertDrift, runAndShow, unchanged } from "./context";

/** Returns the story on the server. */
export const searchStory = ({ title, environment, rest }: DemoServer): Story => ({
  title: "Elasticsearch: ingest pipelines and an index template",
  example: "search-logs-yaml",
  server: title,
  environment,
  steps: [
    ["Create two ingest pipelines and an index template, look the template up", create],
    ["Preview again: nothing is to be done", unchanged],
    ["Change one property of the program", change("dataRetention", "30d", "90d")],
    ["Somebody changes a pipeline behind Pulumi's back: refresh finds it, up reverts it", (context) => drift(context, rest)],
    ["Take over a pipeline that exists already", (context) => adopt(context, rest)],
    ["Remove everything", (context) => destroy(context, () => isLeft(context, rest))],
  ],
});

type Rest = DemoServer["rest"];

async function drift(context: DemoContext, rest: Rest): Promise<void> {
  const { prefix, log } = context;
  const path = `/_ingest/pipeline/${prefix}-stamp`;
  const { [`${prefix}-stamp`]: pipeline } = (await rest("GET", path)) as Record<string, object>;
  await rest("PUT", path, { ...withoutDates(pipeline ?? {}), description: "edited by hand" });
  log(`   PUT ${path}: another description`);
  await revertDrift(context, /description: ".*" => "edited by hand"/);
}

/** Newer servers return the dates of a pipeline, and reject them in requests. */
function withoutDates(pipeline: object): object {
  return Object.fromEntries(Object.entries(pipeline).filter(([key]) => !/^(created|modified)_date/.test(key)));
}

async function adopt(context: DemoContext, rest: Rest): Promise<void> {
  const { prefix, log, program } = context;
  const name = `${prefix}-old`;
  await rest("PUT", `/_ingest/pipeline/${name}`, { description: "made by hand", processors: [{ lowercase: { field: "url.path" } }] });
  log(`   PUT /_ingest/pipeline/${name}: made by hand`);
  const args = ["import", "quartet:search:SearchIngestPipeline", "old", name, "--yes", "--skip-preview", "--protect=false"];
  await runAndShow(context, [...args, "--suppress-outputs", "--out", "imported.yaml"]);
  const code = readFileSync(join(program, "imported.yaml"), "utf8").replace(/^resources:\n/, "");
  log("   the code that the CLI wrote, added to Pulumi.yaml:");
  code
    .trimEnd()
    .split("\n")
    .forEach((line) => log(`     ${line}`));
  edit(context, "\nresources:\n", `\nresources:\n${code}`);
  await unchanged(context);
}

async function isLeft({ prefix }: DemoContext, rest: Rest): Promise<boolean> {
  const pipelines = await rest("GET", `/_ingest/pipeline/${prefix}-*`);
  const template = await rest("GET", `/_index_template/${prefix}-logs`);
  return template !== undefined || Object.keys(pipelines ?? {}).length > 0;
}
