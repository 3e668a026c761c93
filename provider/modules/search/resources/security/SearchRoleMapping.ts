// Role mappings of the native store. See docs/modules/search-access.md#role-mappings.
import type { Resource } from "../../../../contract/resource";
import { equalText } from "../../../../core/json/json";
import type { SearchClient } from "../../client";
import { equalSets } from "../../equality";
import { objectNameTraits } from "../../ids";
import { previewRoles } from "./known-roles";
import { equalRules, rulesTest } from "./mapping-rules";
import { mappingNameRule } from "./names";
import { nativeObject } from "./native";
import { metadataRule } from "./privileges";
import { mappingState, mappingText, roleMappings, type MappingInputs, type MappingState } from "./role-mapping";

/** A role mapping. */
export const SearchRoleMapping: Resource<SearchClient, MappingInputs, MappingState> = {
  ...nativeObject<MappingInputs, MappingState>({
    noun: "role mapping",
    instead: "Use another name, or read the role mapping with getSearchRoleMapping.",
    key: "name",
    collection: roleMappings,
    text: ({ inputs }) => mappingText(inputs),
    state: mappingState,
  }),
  properties: {
    name: objectNameTraits(mappingNameRule),
    enabled: { default: true },
    roles: { validate: { minItems: 1 }, equals: equalSets },
    roleTemplates: { validate: { minItems: 1 } },
    "roleTemplates[*].format": { default: "string" },
    "roleTemplates[*].template.source": { equals: equalText },
    "roleTemplates[*].template.params": { default: "{}", equals: equalText },
    "roleTemplates[*].template.lang": { default: "mustache" },
    rules: { validate: { json: "object" }, equals: equalRules },
    metadata: { validate: metadataRule, default: "{}", equals: equalText },
  },
  exactlyOne: [["roles", "roleTemplates"]],
  validate: rulesTest,

  previewCheck: previewRoles,
};
