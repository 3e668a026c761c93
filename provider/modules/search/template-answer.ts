// An index template as the server answers it, in the words of the schema (search spec 8). Pure.
import { isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";
import { byCodePoint } from "./json-text";
import { textOf } from "./json-fields";
import { fromRemote } from "./names";

/** One entry of `index_templates`. */
export interface RemoteTemplate {
  name: string;
  template: PlainMap;
}

/** The templates in the answer to `GET /_index_template/...`; none when there is no answer. */
export function templatesIn(answer: Plain | undefined): RemoteTemplate[] {
  const list = isObject(answer) ? answer["index_templates"] : undefined;
  return listOf(list).flatMap((entry) => {
    if (!isObject(entry) || typeof entry["name"] !== "string" || !isObject(entry["index_template"])) return [];
    return [{ name: entry["name"], template: entry["index_template"] }];
  });
}

/** The outputs that describe a template. What the server does not tell is absent, but for lists and flags, which are then empty and false. */
export function described({ name, template }: RemoteTemplate): PlainMap {
  return {
    name,
    indexPatterns: listOf(template["index_patterns"]),
    composedOfs: listOf(template["composed_of"]),
    ignoreMissingComponentTemplates: listOf(template["ignore_missing_component_templates"]),
    ...fromRemote(template, ["priority", "version", "allowAutoCreate", "deprecated"]),
    ...given("metadata", textOf(template["_meta"])),
    ...given("dataStream", dataStream(template["data_stream"])),
    ...given("template", body(template["template"])),
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

function body(remote: Plain | undefined): PlainMap | undefined {
  if (!isObject(remote)) return undefined;
  const lifecycle = isObject(remote["lifecycle"]) ? fromRemote(remote["lifecycle"], ["dataRetention", "enabled"]) : undefined;
  return {
    ...given("settings", textOf(remote["settings"])),
    ...given("mappings", textOf(remote["mappings"])),
    ...given("aliases", aliases(remote["aliases"])),
    ...given("lifecycle", lifecycle),
    ...given("dataStreamOptions", dataStreamOptions(remote["data_stream_options"])),
  };
}

function aliases(remote: Plain | undefined): PlainMap[] | undefined {
  const names = isObject(remote) ? Object.keys(remote).sort(byCodePoint) : [];
  return names.length === 0 ? undefined : names.map((name) => alias(name, (remote as PlainMap)[name]));
}

function alias(name: string, remote: Plain | undefined): PlainMap {
  return {
    name,
    ...given("filter", isObject(remote) ? textOf(remote["filter"]) : undefined),
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
