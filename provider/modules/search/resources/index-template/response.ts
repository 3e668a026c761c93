// Index templates as the server returns them, with the names of the schema. See docs/modules/search.md#getsearchindextemplate. Pure.
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { omitUndefined } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import { fromRemote, textListOf } from "../../mapping";
import { templatePart, type RemoteTemplate } from "../template/response";

/** Returns the state of a template. Members that the server does not return are absent. */
export function templateState({ name, template, textAt }: RemoteTemplate): Search.SearchIndexTemplateState {
  const texts = (key: string): string[] | undefined => textListOf(template[key], (path) => textAt(key, ...path));
  return {
    name,
    indexPatterns: texts("index_patterns") ?? [],
    ...fromRemote(template, ["priority", "version", "allowAutoCreate", "deprecated"]),
    ...omitUndefined({
      composedOfs: texts("composed_of"),
      ignoreMissingComponentTemplates: texts("ignore_missing_component_templates"),
      metadata: textAt("_meta"),
      dataStream: dataStreamOf(template["data_stream"]),
      template: templatePart(template["template"], textAt),
    }),
  };
}

function dataStreamOf(remote: Plain | undefined): Search.IndexTemplateDataStream | undefined {
  if (!isObject(remote)) return undefined;
  return { hidden: false, allowCustomRouting: false, ...fromRemote(remote, ["hidden", "allowCustomRouting"]) };
}
