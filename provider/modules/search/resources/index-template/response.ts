// An index template as the server answers it, in the words of the schema (search spec 8). Pure.
import { isObject } from "../../../../core/json";
import type { Plain, PlainMap } from "../../../../core/value";
import { listIn } from "../../response";
import { jsonParts } from "../../json/parts";
import { byCodePoint } from "../../json/writer";
import { fromRemote } from "../../mapping";
import type { ReadAnswer } from "../../transport";

/** The JSON text of a part of the template, as it was received; nothing when it is absent or null. */
type TextAt = (...path: string[]) => string | undefined;

/** One entry of `index_templates`. */
export interface RemoteTemplate {
  name: string;
  template: PlainMap;
  textAt: TextAt;
}

/** The templates in the answer to `GET /_index_template/...`; none when there is no answer. Fails as `listIn`. */
export function templatesIn(answer: ReadAnswer | undefined): RemoteTemplate[] {
  if (!answer) return [];
  const list = listIn(answer, "index_templates");
  const partAt = jsonParts(answer.text);
  return list.flatMap((entry, i) => {
    if (!isObject(entry) || typeof entry["name"] !== "string" || !isObject(entry["index_template"])) return [];
    const textAt: TextAt = (...path) => {
      const text = partAt(["index_templates", i, "index_template", ...path]);
      return text === "null" ? undefined : text;
    };
    return [{ name: entry["name"], template: entry["index_template"], textAt }];
  });
}

/** The outputs that describe a template. What the server does not tell is absent, but for lists and flags, which are then empty and false. */
export function described({ name, template, textAt }: RemoteTemplate): PlainMap {
  return {
    name,
    indexPatterns: listOf(template["index_patterns"]),
    composedOfs: listOf(template["composed_of"]),
    ignoreMissingComponentTemplates: listOf(template["ignore_missing_component_templates"]),
    ...fromRemote(template, ["priority", "version", "allowAutoCreate", "deprecated"]),
    ...given("metadata", textAt("_meta")),
    ...given("dataStream", dataStream(template["data_stream"])),
    ...given("template", body(template["template"], textAt)),
  };
}

function listOf(value: Plain | undefined): Plain[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The member, unless it is absent. */
function given(key: string, value: Plain | undefined): PlainMap {
  return value === undefined ? {} : { [key]: value };
}

function dataStream(remote: Plain | undefined): PlainMap | undefined {
  return isObject(remote)
    ? { hidden: false, allowCustomRouting: false, ...fromRemote(remote, ["hidden", "allowCustomRouting"]) }
    : undefined;
}

function body(remote: Plain | undefined, textAt: TextAt): PlainMap | undefined {
  if (!isObject(remote)) return undefined;
  const lifecycle = isObject(remote["lifecycle"]) ? fromRemote(remote["lifecycle"], ["dataRetention", "enabled"]) : undefined;
  return {
    ...given("settings", textAt("template", "settings")),
    ...given("mappings", textAt("template", "mappings")),
    ...given("aliases", aliases(remote["aliases"], textAt)),
    ...given("lifecycle", lifecycle),
    ...given("dataStreamOptions", dataStreamOptions(remote["data_stream_options"])),
  };
}

function aliases(remote: Plain | undefined, textAt: TextAt): PlainMap[] | undefined {
  const names = isObject(remote) ? Object.keys(remote).sort(byCodePoint) : [];
  if (names.length === 0) return undefined;
  return names.map((name) => alias(name, (remote as PlainMap)[name], textAt("template", "aliases", name, "filter")));
}

function alias(name: string, remote: Plain | undefined, filter: string | undefined): PlainMap {
  return {
    name,
    ...given("filter", filter),
    ...{ indexRouting: "", routing: "", searchRouting: "", isHidden: false, isWriteIndex: false },
    ...fromRemote(remote, ["indexRouting", "searchRouting", "isHidden", "isWriteIndex"]),
  };
}

function dataStreamOptions(remote: Plain | undefined): PlainMap | undefined {
  const store = isObject(remote) ? remote["failure_store"] : undefined;
  if (!isObject(store)) return undefined;
  const lifecycle = isObject(store["lifecycle"]) ? fromRemote(store["lifecycle"], ["dataRetention", "enabled"]) : undefined;
  return { failureStore: { ...fromRemote(store, ["enabled"]), ...given("lifecycle", lifecycle) } };
}
