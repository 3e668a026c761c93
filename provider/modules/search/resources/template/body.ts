// The part `template` of index and component templates as it is written. JSON given as text is embedded unchanged. See docs/modules/search.md#index-templates. Pure.
import type { Search } from "../../../../core/gen/types";
import { jsonOf, objectText } from "../../json/fields";
import { toRemote } from "../../mapping";

/** Returns the JSON text of the part `template`. */
export function templatePartText({ settings, mappings, aliases, lifecycle, dataStreamOptions }: Search.IndexTemplateBody): string {
  const store = dataStreamOptions?.failureStore;
  return objectText({
    settings,
    mappings,
    aliases: aliases?.length ? objectText(Object.fromEntries(aliases.map((alias) => [alias.name, aliasBody(alias)]))) : undefined,
    lifecycle: lifecycle && lifecycleBody(lifecycle),
    data_stream_options: store && objectText({ failure_store: storeBody(store) }),
  });
}

function aliasBody(alias: Search.IndexTemplateAlias): string {
  return objectText({ ...aliasMembers(alias), is_write_index: alias.isWriteIndex ? "true" : undefined });
}

/**
 * Returns the members of an alias as JSON texts, without the flag of the write index. `routing` is first: the server applies it to both other members, and the later
 * value takes precedence.
 */
export function aliasMembers({
  filter,
  routing,
  indexRouting,
  searchRouting,
  isHidden,
}: Omit<Search.IndexTemplateAlias, "name">): Record<string, string | undefined> {
  return {
    filter,
    routing: routing ? jsonOf(routing) : undefined,
    index_routing: indexRouting ? jsonOf(indexRouting) : undefined,
    search_routing: searchRouting ? jsonOf(searchRouting) : undefined,
    is_hidden: isHidden ? "true" : undefined,
  };
}

function lifecycleBody(lifecycle: Search.IndexTemplateLifecycle): string {
  return objectText(toRemote(lifecycle, ["dataRetention", "enabled"]));
}

function storeBody({ enabled, lifecycle }: Search.FailureStore): string {
  const inner = lifecycle && lifecycleBody(lifecycle);
  return objectText({ enabled: jsonOf(enabled), lifecycle: inner === "{}" ? undefined : inner });
}
