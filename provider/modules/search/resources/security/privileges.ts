// Privileges of roles and of API keys: their members in the API, equality and rules. See docs/modules/search-access.md#roles. Pure.
import type { PropertyTraits } from "../../../../contract/properties";
import type { ObjectTest, Rules, ValueRule } from "../../../../contract/rules";
import { mergeTraits, sameTraits } from "../../../../core/compare/traits";
import { isJsonMap, type Json } from "../../../../core/json/exact-json";
import { canonical, equal, equalText } from "../../../../core/json/json";
import { objectOf, rowsOf, textsOf } from "../../../../core/values/records";
import { mapMembers, type Plain } from "../../../../core/values/value";
import { equalJsonOrBlank, equalSets } from "../../equality";
import { contentOf } from "../../json/fields";
import { flag, json, object, objects, serverMade, text, texts, type Members } from "../../json/typed";
import { otherMembersTraits } from "../other-members";

const fields = object({ grants: texts("grant"), excepts: texts("except") });

/** The members of privileges on indices. */
export const indexMembers: Members = {
  names: texts(),
  privileges: texts(),
  // The server rejects an empty object and a blank query.
  fieldSecurity: { ...fields, write: (value, current) => (equal(value, {}) ? "" : fields.write(value, current)) },
  query: { ...text(), write: (value) => (isBlankPrivilege(value) ? "" : JSON.stringify(value)) },
  allowRestrictedIndices: flag(),
  // Servers from 9.5 on return it on request, and reject it in a PUT.
  implicitlyGranted: serverMade(),
};

/** The lists of objects in a role, and the members of their elements. */
const lists: Readonly<Record<string, Members>> = {
  indices: indexMembers,
  remoteIndices: { clusters: texts(), ...indexMembers },
  remoteClusters: { clusters: texts(), privileges: texts() },
  applications: { application: text(), privileges: texts(), resources: texts() },
};

/** The members of a role that grant privileges, and that describe it. */
export const privilegeMembers: Members = {
  clusters: texts("cluster"),
  ...mapMembers(lists, (members, list) => objects(members, equalPrivileges, list === "remoteClusters" ? "remote_cluster" : undefined)),
  runAs: texts("run_as"),
  global: json(),
  metadata: json(),
  description: text(),
};

function isBlankPrivilege(value: Plain | undefined): boolean {
  return value === undefined || (typeof value === "string" && value.trim() === "");
}

/** Returns whether two elements grant the same: names and privileges are sets, queries are JSON. */
export function equalPrivileges(left: Plain, right: Plain): boolean {
  return canonicalPrivileges(left) === canonicalPrivileges(right);
}

/** Returns whether two lists of privileges have equal elements, in any order. */
export function equalPrivilegeLists(left: Plain, right: Plain): boolean {
  const sorted = (list: Plain): string[] => (Array.isArray(list) ? list.map(canonicalPrivileges).sort() : []);
  return equal(sorted(left), sorted(right));
}

function canonicalPrivileges(value: Plain): string {
  const { query, fieldSecurity, allowRestrictedIndices, ...sets } = objectOf(value);
  return canonical({
    ...mapMembers(sets, (list) => (Array.isArray(list) ? sortedSet(list) : list)),
    query: isBlankPrivilege(query) ? null : contentOf(query!),
    fieldSecurity: canonicalFields(fieldSecurity),
    allowRestrictedIndices: allowRestrictedIndices === true,
  });
}

/** All fields without exception are the same as no restriction of fields; an empty list of fields covers none. */
function canonicalFields(value: Plain | undefined): Plain {
  const { grants = ["*"], excepts = [] } = objectOf(value);
  const granted = sortedSet(textsOf(grants));
  const exceptions = sortedSet(textsOf(excepts));
  return exceptions.length === 0 && granted.includes("*") ? null : [granted, exceptions];
}

function equalFields(left: Plain, right: Plain): boolean {
  return equal(canonicalFields(left), canonicalFields(right));
}

function sortedSet(list: readonly Plain[]): Plain[] {
  return [...new Set(list.map(String))].sort();
}

/** The server returns every category that it has, also those without privileges. */
function equalGlobals(left: Plain, right: Plain): boolean {
  return equal(withoutEmpty(contentOf(left)), withoutEmpty(contentOf(right)));
}

function withoutEmpty(global: Json): Json {
  const isEmpty = (value: Json | undefined): boolean => equal(value, {}) || equal(value, []);
  return isJsonMap(global) ? Object.fromEntries(Object.entries(global).filter(([, value]) => !isEmpty(value))) : global;
}

const set: PropertyTraits = { equals: equalSets };

/** The traits of members of the elements of lists. */
const elementTraits: Readonly<Record<string, PropertyTraits>> = {
  names: set,
  privileges: set,
  clusters: set,
  resources: set,
  query: { default: "", equals: equalJsonOrBlank },
  fieldSecurity: { default: {}, equals: equalFields },
  allowRestrictedIndices: { default: false },
};

/** Returns the traits of the privileges below a path, such as `roleDescriptors.*.`. */
export function privilegeTraits(at = ""): { [path: string]: PropertyTraits | undefined } {
  const below = (...names: string[]): string[] => names.map((name) => `${at}${name}`);
  const inLists = Object.entries(lists).flatMap(([list, members]) => [
    [`${at}${list}[*]`, { equals: equalPrivileges }] as const,
    ...Object.entries(elementTraits).flatMap(([member, traits]) =>
      member in members ? [[`${at}${list}[*].${member}`, traits] as const] : [],
    ),
  ]);
  return mergeTraits<string>(
    sameTraits(below("clusters", "runAs"), { default: [], ...set }),
    sameTraits(below(...Object.keys(lists)), { default: [], equals: equalPrivilegeLists }),
    Object.fromEntries(inLists),
    sameTraits(below("metadata"), { default: "{}", equals: equalText }),
    sameTraits(below("global"), { default: "{}", equals: equalGlobals }),
    sameTraits(below("description"), { default: "" }),
    sameTraits(below("otherMembers"), otherMembersTraits),
  );
}

/** The rule for metadata. */
export const metadataRule: ValueRule = { json: "object", test: reservedKeyViolation };

function reservedKeyViolation(value: unknown): string | undefined {
  const key = Object.keys(objectOf(contentOf(String(value)))).find((each) => each.startsWith("_"));
  return key === undefined ? undefined : `the key "${key}" begins with _, which Elasticsearch reserves. Rename the key.`;
}

const atLeastOne: ValueRule = { minItems: 1 };
const indexRules = { names: atLeastOne, privileges: atLeastOne, query: { json: "objectOrBlank" } } as const;

/** The rules of the types of privileges, by token. */
export const privilegeTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:RoleFieldSecurity": { properties: { excepts: { needs: ["grants"] } } },
  "quartet:search:RoleIndexPrivileges": { properties: indexRules },
  "quartet:search:RoleRemoteIndexPrivileges": { properties: indexRules },
  "quartet:search:RoleRemoteClusterPrivileges": { properties: { clusters: atLeastOne, privileges: atLeastOne } },
  "quartet:search:PrivilegeCheckIndices": { properties: { names: atLeastOne, privileges: atLeastOne } },
  "quartet:search:RoleApplicationPrivileges": { properties: { privileges: atLeastOne, resources: atLeastOne } },
};

/** Returns the elements of the lists of privileges that repeat another one, which is a mistake in the program. */
export function repeatedPrivileges(role: Readonly<Record<string, unknown>>): ReturnType<ObjectTest> {
  return Object.keys(lists).flatMap((list) => {
    const texts = rowsOf(role[list]).map(canonicalPrivileges);
    return texts.flatMap((each, i) => {
      const first = texts.indexOf(each);
      return first === i ? [] : [{ property: `${list}[${i}]`, reason: `equals ${list}[${first}]. Remove one of them.` }];
    });
  });
}
