// Traits that index and component templates have in common. See docs/modules/search.md#index-template-equality. Pure.
import { equal } from "../../../../core/json/json";
import { mergeTraits, sameTraits, traitsBelow } from "../../../../core/compare/traits";
import { containsMembers, equalAliases, equalAliasLists, equalJsonOrBlank, matchesLifecycle } from "../../equality";
import { equalDurations } from "../../units";
import { objectNameTraits, objectNameRule } from "../../ids";
import { containsMappings, equalMappings } from "./mappings";
import { equalSettings } from "./settings";

/** The traits of the parts of a template. */
export const partTraits = mergeTraits(
  sameTraits(["aliases[*].isHidden", "aliases[*].isWriteIndex"], { default: false }),
  sameTraits(["aliases[*].indexRouting", "aliases[*].routing", "aliases[*].searchRouting"], { default: "" }),
  sameTraits(["lifecycle.enabled", "dataStreamOptions.failureStore.lifecycle.enabled"], { default: true }),
  sameTraits(["lifecycle.dataRetention", "dataStreamOptions.failureStore.lifecycle.dataRetention"], { equals: equalDurations }),
  {
    aliases: { default: [], equals: equalAliasLists },
    "aliases[*]": { equals: equalAliases },
    settings: { default: "{}", equals: equalSettings },
    mappings: { default: "{}", equals: { diff: equalMappings, refresh: containsMappings } },
    lifecycle: { equals: { diff: equal, refresh: matchesLifecycle } },
    // The server adds members, for example `enabled: true`.
    dataStreamOptions: { equals: { diff: equal, refresh: containsMembers } },
    "dataStreamOptions.failureStore.lifecycle": { default: {} },
  },
);

/** The traits of the part `template`, and of the properties beside it that both kinds of templates have. */
export const templateTraits = mergeTraits(traitsBelow("template", partTraits), {
  deprecated: { default: false },
  name: objectNameTraits(objectNameRule),
  metadata: { validate: { json: "objectOrBlank" }, equals: equalJsonOrBlank, default: "" },
  version: { validate: { whole: true } },
});
