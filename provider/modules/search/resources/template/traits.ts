// Traits that index and component templates have in common. See docs/modules/search.md#index-template-equality. Pure.
import { equal } from "../../../../core/json/json";
import { sameTraits, mergeTraits } from "../../../../core/compare/traits";
import { containsMembers, equalAliases, equalAliasLists, equalJsonOrBlank, matchesLifecycle } from "../../equality";
import { oneBlock } from "../../settings";
import { equalDurations } from "../../units";
import { objectNameFormat, objectNameRule } from "../ids";
import { containsMappings, equalMappings } from "./mappings";
import { equalSettings } from "./settings";

/** The traits of the part `template`, and of the properties beside it that both kinds of templates have. */
export const templateTraits = mergeTraits(
  sameTraits(["template.aliases"], { default: [] }),
  sameTraits(["deprecated", "template.aliases[*].isHidden", "template.aliases[*].isWriteIndex"], { default: false }),
  sameTraits(["template.aliases[*].indexRouting", "template.aliases[*].routing", "template.aliases[*].searchRouting"], { default: "" }),
  sameTraits(["template.lifecycle.enabled", "template.dataStreamOptions.failureStore.lifecycle.enabled"], { default: true }),
  sameTraits(["template.settings", "template.mappings"], { default: "{}" }),
  {
    name: { validate: objectNameRule, stable: true, autoname: objectNameFormat },
    metadata: { validate: { json: "objectOrBlank" }, equals: equalJsonOrBlank, default: "" },
    version: { validate: { whole: true } },
    "template.settings": { equals: equalSettings },
    "template.mappings": { equals: { diff: equalMappings, refresh: containsMappings } },
    "template.aliases": { equals: equalAliasLists },
    "template.aliases[*]": { equals: equalAliases },
    "template.lifecycle": { equals: { diff: equal, refresh: matchesLifecycle } },
    "template.lifecycle.dataRetention": { equals: equalDurations },
    // The server adds members, for example `enabled: true`.
    "template.dataStreamOptions": { equals: { diff: equal, refresh: containsMembers } },
    "template.dataStreamOptions.failureStore.lifecycle": { default: {} },
    "template.dataStreamOptions.failureStore.lifecycle.dataRetention": { equals: equalDurations },
    searchConnections: { validate: oneBlock, local: true },
    timeouts: { local: true },
  },
);
