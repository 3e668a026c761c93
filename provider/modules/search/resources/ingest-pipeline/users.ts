// The indices that use a pipeline, which the server does not delete then. See docs/modules/search.md#ingest-pipelines.
import { isObject } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { byCodePoint } from "../../json/writer";

const settings = ["index.default_pipeline", "index.final_pipeline"] as const;
const advice =
  "Set them to another pipeline or to `_none`, also in the templates of new indices, or delete the indices; then run the command again.";
const maximumNames = 20;

/** Returns the indices whose settings name the pipeline, and what to do; an empty text if there are none, or if the settings cannot be read. */
export async function usersHint(pipeline: string, client: SearchClient): Promise<string> {
  const query = { flat_settings: "true", expand_wildcards: "all" };
  const indices = await client.get(["_all", "_settings", settings.join(",")], { query, expects: "list" }).catch(() => undefined);
  const lines = settings.map((setting) => lineOf(setting, indexNames(objectOf(indices), setting, pipeline))).filter((line) => line !== "");
  return lines.length === 0 ? "" : `${lines.join(" ")} ${advice}`;
}

function indexNames(indices: object, setting: string, pipeline: string): string[] {
  const names = Object.entries(indices).filter(([, index]) => isObject(index) && objectOf(index["settings"])[setting] === pipeline);
  return names.map(([name]) => name).sort(byCodePoint);
}

function lineOf(setting: string, indices: readonly string[]): string {
  if (indices.length === 0) return "";
  const more = indices.length > maximumNames ? ` and ${indices.length - maximumNames} more` : "";
  return `Indices with this pipeline in \`${setting}\`: ${indices.slice(0, maximumNames).join(", ")}${more}.`;
}
