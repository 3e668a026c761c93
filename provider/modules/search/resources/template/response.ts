// Index and component templates as the server returns them. See docs/modules/search.md#getsearchindextemplate. Pure.
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf, omitUndefined } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { jsonParts } from "../../json/parts";
import { byCodePoint } from "../../json/writer";
import { fromRemote } from "../../mapping";
import { listCollection } from "../../collections";
import { namedEntriesIn, unexpectedResponse, type SearchResponse } from "../../response";

/** The name of a kind of templates on the server: in paths after `_`, in responses in the singular and in the plural. */
export type RemoteKind = "index_template" | "component_template";

/** All templates of a kind. */
export const templates = {
  index_template: listCollection(["_index_template"], { list: "index_templates" }),
  component_template: listCollection(["_component_template"], { list: "component_templates" }),
} as const;

/** Returns the JSON text of a part of the template as it was received; `undefined` if it is absent or null. */
type TextAt = (...path: (string | number)[]) => string | undefined;

/** One template of a response. */
export interface RemoteTemplate {
  name: string;
  template: PlainMap;
  textAt: TextAt;
}

/** Returns the templates in a response to `GET /_index_template/...` or `GET /_component_template/...`; none if there is no response. Fails for an entry of another form. */
export function templatesIn(kind: RemoteKind, response: SearchResponse | undefined): RemoteTemplate[] {
  if (!response) return [];
  const list = `${kind}s`;
  const partAt = jsonParts(response.text);
  return namedEntriesIn(response, list).map((entry, i) => {
    const { name, [kind]: template } = entry;
    if (!isObject(template)) throw unexpectedResponse(response, `templates with their definitions in "${list}"`);
    const textAt: TextAt = (...path) => {
      const text = partAt([list, i, kind, ...path]);
      return text === "null" ? undefined : text;
    };
    return { name: String(name), template, textAt };
  });
}

/** Returns the part `template` of a template. Members that the server does not return are absent. */
export function templatePart(remote: Plain | undefined, textAt: TextAt): Search.IndexTemplateBody | undefined {
  if (!isObject(remote)) return undefined;
  const { aliases, lifecycle, data_stream_options: dataStreamOptions } = remote;
  return omitUndefined({
    settings: textAt("template", "settings"),
    mappings: textAt("template", "mappings"),
    aliases: aliasesIn(aliases, (name) => textAt("template", "aliases", name, "filter")),
    lifecycle: lifecycleOf(lifecycle),
    dataStreamOptions: dataStreamOptionsOf(dataStreamOptions),
  });
}

/** Returns aliases, sorted by name; `undefined` if there are none. `filterOf`: the JSON text of the filter of an alias. */
export function aliasesIn(
  remote: Plain | undefined,
  filterOf: (name: string) => string | undefined,
): Search.IndexTemplateAlias[] | undefined {
  if (!isObject(remote) || Object.keys(remote).length === 0) return undefined;
  const names = Object.keys(remote).sort(byCodePoint);
  return names.map((name) => ({
    name,
    ...omitUndefined({ filter: filterOf(name) }),
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
  const { lifecycle } = store;
  return { failureStore: { ...fromRemote(store, ["enabled"]), ...omitUndefined({ lifecycle: lifecycleOf(lifecycle) }) } };
}
