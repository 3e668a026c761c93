/** What the programs on Elasticsearch share: changes by another client, adoption, and what is left on the server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoContext, Story } from "./context";
import { edit, runAndShow, unchanged } from "./context";
import type { Rest } from "./rest";

/** A part of the demo that creates objects on the user's cluster. */
export interface SearchStory extends Story {
  /** The paths of everything that it creates, in the order in which the objects can be removed. */
  paths: (prefix: string) => string[];
}

/** Creates a pipeline with another client, imports it, and adds the code of the CLI to the program. */
export async function adopt(context: DemoContext, rest: Rest): Promise<void> {
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

/** Returns whether one of the objects exists. */
export async function isAnyLeft(paths: readonly string[], rest: Rest): Promise<boolean> {
  const found = await Promise.all(paths.map((path) => rest("GET", path)));
  return found.some((object) => object !== undefined);
}
