// The body that makes an index template (search spec 13.1). JSON given as text goes into it as it stands. Pure.
import type { Search } from "../../../../core/gen/types";
import { objectText, textOf } from "../../json/fields";
import { toRemote } from "../../mapping";

/** The body of the PUT; `former` is the data stream part that stands on the server. */
export function templateBody(inputs: Search.SearchIndexTemplateInputs, former?: Search.IndexTemplateDataStream): string {
  const { ignoreMissingComponentTemplates: missing, template, dataStream } = inputs;
  return objectText({
    index_patterns: textOf(inputs.indexPatterns),
    composed_of: textOf(inputs.composedOfs ?? []),
    ignore_missing_component_templates: missing?.length ? textOf(missing) : undefined,
    ...toRemote(inputs, ["priority", "version", "allowAutoCreate", "deprecated"]),
    _meta: inputs.metadata,
    template: template && innerBody(template),
    data_stream: dataStream && dataStreamBody(dataStream, former),
  });
}

/** Older servers do not know `allow_custom_routing`: it is written only where it is, or was, true. */
function dataStreamBody(
  { hidden = false, allowCustomRouting = false }: Search.IndexTemplateDataStream,
  former?: Search.IndexTemplateDataStream,
): string {
  const routing = allowCustomRouting || former?.allowCustomRouting === true;
  return objectText({ hidden: textOf(hidden), allow_custom_routing: routing ? textOf(allowCustomRouting) : undefined });
}

function innerBody({ settings, mappings, aliases, lifecycle, dataStreamOptions }: Search.IndexTemplateBody): string {
  const store = dataStreamOptions?.failureStore;
  return objectText({
    settings,
    mappings,
    aliases: aliases?.length ? objectText(Object.fromEntries(aliases.map((alias) => [alias.name, aliasBody(alias)]))) : undefined,
    lifecycle: lifecycle && lifecycleBody(lifecycle),
    data_stream_options: store && objectText({ failure_store: storeBody(store) }),
  });
}

/** `routing` stands first: the server takes it for both others, and what it reads later wins. */
function aliasBody({ filter, routing, indexRouting, searchRouting, isHidden, isWriteIndex }: Search.IndexTemplateAlias): string {
  return objectText({
    filter,
    routing: routing ? textOf(routing) : undefined,
    index_routing: indexRouting ? textOf(indexRouting) : undefined,
    search_routing: searchRouting ? textOf(searchRouting) : undefined,
    is_hidden: isHidden ? "true" : undefined,
    is_write_index: isWriteIndex ? "true" : undefined,
  });
}

function lifecycleBody(lifecycle: Search.IndexTemplateLifecycle): string {
  return objectText(toRemote(lifecycle, ["dataRetention", "enabled"]));
}

function storeBody({ enabled, lifecycle }: Search.FailureStore): string {
  const inner = lifecycle && lifecycleBody(lifecycle);
  return objectText({ enabled: textOf(enabled), lifecycle: inner === "{}" ? undefined : inner });
}
