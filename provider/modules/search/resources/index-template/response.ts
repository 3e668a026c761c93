// Index templates as the server returns them, with the names of the schema. See docs/modules/search.md#getsearchindextemplate. Pure.
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json";
import { objectOf, omitUndefined } from "../../../../core/records";
import type { Plain } from "../../../../core/value";
import { jsonParts } from "../../json/parts";
import { byCodePoint } from "../../json/writer";
import { asText, fromRemote } from "../../mapping";
import type { RemoteFailureStore, RemoteIndexTemplate, RemoteTemplateBody, RemoteTemplateEntry } from "../../remote";
import { listIn, type SearchResponse } from "../../response";

/** Returns the JSON text of a part of the template as it was received; `undefined` if it is absent or null. */
type TextAt = (...path: (string | number)[]) => string | undefined;

/** One entry of `index_templates`. */
export interface RemoteTemplate {
  name: string;
  template: RemoteIndexTemplate;
  textAt: TextAt;
}

/** Returns the templates in a response to `GET /_index_template/...`; none if there is no response. Fails as `listIn`. */
export function templatesIn(response: SearchResponse | undefined): RemoteTemplate[] {
  if (!response) return [];
  const partAt = jsonParts(response.text);
  return listIn(response, "index_templates").flatMap((entry, i) => {
    const { name, index_template: template }: RemoteTemplateEntry = objectOf(entry);
    if (typeof name !== "string" || !isObject(template)) return [];
    const textAt: TextAt = (...path) => {
      const text = partAt(["index_templates", i, "index_template", ...path]);
      return text === "null" ? undefined : text;
    };
    return [{ name, template, textAt }];
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
      dataStream: dataStreamOf(template.data_stream),
      template: bodyOf(template.template, textAt),
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
  const { aliases, lifecycle, data_stream_options: dataStreamOptions }: RemoteTemplateBody = remote;
  return omitUndefined({
    settings: textAt("template", "settings"),
    mappings: textAt("template", "mappings"),
    aliases: aliasesOf(aliases, textAt),
    lifecycle: lifecycleOf(lifecycle),
    dataStreamOptions: dataStreamOptionsOf(dataStreamOptions),
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
  const { failure_store: store } = objectOf(remote);
  if (!isObject(store)) return undefined;
  const { lifecycle }: RemoteFailureStore = store;
  return { failureStore: { ...fromRemote(store, ["enabled"]), ...omitUndefined({ lifecycle: lifecycleOf(lifecycle) }) } };
}
