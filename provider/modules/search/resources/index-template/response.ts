// Index templates as the server returns them, with the names of the schema. See docs/modules/search.md#getsearchindextemplate. Pure.
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json";
import { omitUndefined } from "../../../../core/records";
import type { Plain, PlainMap } from "../../../../core/value";
import { jsonParts } from "../../json/parts";
import { byCodePoint } from "../../json/writer";
import { asText, fromRemote } from "../../mapping";
import { listIn, type SearchResponse } from "../../response";

/** Returns the JSON text of a part of the template as it was received; `undefined` if it is absent or null. */
type TextAt = (...path: (string | number)[]) => string | undefined;

/** One entry of `index_templates`. */
export interface RemoteTemplate {
  name: string;
  template: PlainMap;
  textAt: TextAt;
}

/** Returns the templates in a response to `GET /_index_template/...`; none if there is no response. Fails as `listIn`. */
export function templatesIn(response: SearchResponse | undefined): RemoteTemplate[] {
  if (!response) return [];
  const partAt = jsonParts(response.text);
  return listIn(response, "index_templates").flatMap((entry, i) => {
    if (!isObject(entry) || typeof entry["name"] !== "string" || !isObject(entry["index_template"])) return [];
    const textAt: TextAt = (...path) => {
      const text = partAt(["index_templates", i, "index_template", ...path]);
      return text === "null" ? undefined : text;
    };
    return [{ name: entry["name"], template: entry["index_template"], textAt }];
  });
}

/** Returns the state of a template. Members that the server does not return are absent. */
export function templateState({ name, template, textAt }: RemoteTemplate): Search.SearchIndexTemplateState {
  const texts = (key: string): string[] | undefined => textsIn(template[key], key, textAt);
  return {
    name,
    indexPatterns: texts("index_patterns") ?? [],
    ...fromRemote(template, ["priority", "version", "allowAutoCreate", "deprecated"]),
    ...omitUndefined({
      composedOfs: texts("composed_of"),
      ignoreMissingComponentTemplates: texts("ignore_missing_component_templates"),
      metadata: textAt("_meta"),
      dataStream: dataStreamOf(template["data_stream"]),
      template: bodyOf(template["template"], textAt),
    }),
  };
}

function textsIn(value: Plain | undefined, key: string, textAt: TextAt): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return [asText(value, () => textAt(key))];
  return value.map((item, i) => asText(item, () => textAt(key, i)));
}

function dataStreamOf(remote: Plain | undefined): Search.IndexTemplateDataStream | undefined {
  if (!isObject(remote)) return undefined;
  return { hidden: false, allowCustomRouting: false, ...fromRemote(remote, ["hidden", "allowCustomRouting"]) };
}

function bodyOf(remote: Plain | undefined, textAt: TextAt): Search.IndexTemplateBody | undefined {
  if (!isObject(remote)) return undefined;
  return omitUndefined({
    settings: textAt("template", "settings"),
    mappings: textAt("template", "mappings"),
    aliases: aliasesOf(remote["aliases"], textAt),
    lifecycle: lifecycleOf(remote["lifecycle"]),
    dataStreamOptions: dataStreamOptionsOf(remote["data_stream_options"]),
  });
}

function aliasesOf(remote: Plain | undefined, textAt: TextAt): Search.IndexTemplateAlias[] | undefined {
  if (!isObject(remote) || Object.keys(remote).length === 0) return undefined;
  const names = Object.keys(remote).sort(byCodePoint);
  return names.map((name) => ({
    name,
    ...omitUndefined({ filter: textAt("template", "aliases", name, "filter") }),
    indexRouting: "",
    routing: "",
    searchRouting: "",
    isHidden: false,
    isWriteIndex: false,
    ...fromRemote(remote[name], ["indexRouting", "searchRouting", "isHidden", "isWriteIndex"]),
  }));
}

function lifecycleOf(remote: Plain | undefined): Search.IndexTemplateLifecycle | undefined {
  return isObject(remote) ? fromRemote(remote, ["dataRetention", "enabled"]) : undefined;
}

function dataStreamOptionsOf(remote: Plain | undefined): Search.DataStreamOptions | undefined {
  const store = isObject(remote) ? remote["failure_store"] : undefined;
  if (!isObject(store)) return undefined;
  return { failureStore: { ...fromRemote(store, ["enabled"]), ...omitUndefined({ lifecycle: lifecycleOf(store["lifecycle"]) }) } };
}
