// Role mappings as they are written and read. See docs/modules/search-access.md#role-mappings. Pure.
import type { Named } from "../../../../contract/properties";
import type { Rules } from "../../../../contract/rules";
import type { Search } from "../../../../core/gen/types";
import { equal, isObject, parseJson } from "../../../../core/json/json";
import { objectText } from "../../json/fields";
import {
  flag,
  json,
  nothing,
  object,
  objects,
  readMembers,
  receivedIn,
  receivedText,
  text,
  textMap,
  texts,
  writeMembers,
  type Members,
} from "../../json/typed";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { nativeCollection } from "./native";

/** The inputs, with the name that Check adds. */
export type MappingInputs = Named<Search.SearchRoleMappingInputs, "name">;

/** The state. */
export type MappingState = Search.SearchRoleMappingState;

/** All role mappings. */
export const roleMappings = nativeCollection("role_mapping");

const script = object({
  // The server accepts an object, too.
  source: { ...text(), read: ({ value, partAt }) => (typeof value === "string" ? value : partAt([])) },
  scriptId: text("id"),
  params: json(),
  lang: text(),
  options: textMap(),
});

const template: Members = {
  // The server returns the script as a JSON string.
  template: {
    ...script,
    read(part) {
      if (typeof part.value !== "string") return script.read(part);
      return isObject(parseJson(part.value)) ? script.read(receivedText(part.value)) : { source: part.value };
    },
  },
  format: text(),
};

const members: Members = {
  enabled: flag(),
  roles: texts(),
  roleTemplates: objects(template, equal),
  rules: json(),
  metadata: json(),
};

/** The rules of the types of role mappings, by token. */
export const mappingTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:RoleTemplateScript": { properties: { params: { json: "object" } }, exactlyOne: [["source", "scriptId"]] },
};

/** Returns the body of the PUT. */
export function mappingText({ enabled = true, metadata = "{}", ...inputs }: MappingInputs): string {
  return objectText(writeMembers({ ...inputs, enabled, metadata }, members, nothing));
}

/** Returns the role mapping of this name in a response. Fails for a response without it. */
export function mappingState(response: SearchResponse, name: string): MappingState {
  const mapping = receivedIn(response, name);
  const state = readMembers(mapping, members) as Partial<MappingState>;
  const { rules, enabled } = state;
  if (rules === undefined || enabled === undefined) throw unexpectedResponse(response, `the role mapping "${name}"`);
  return { ...state, name, enabled, rules };
}

/** Returns a role mapping as functions describe it. */
export function describeMapping(response: SearchResponse, name: string): Search.SearchRoleMappingSummary {
  return { roles: [], roleTemplates: [], ...mappingState(response, name) };
}
