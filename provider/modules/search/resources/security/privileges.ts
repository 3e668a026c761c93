// Privileges of roles and of API keys: their members in the API, equality and rules. See docs/modules/search-access.md#roles. Pure.
import type { PropertyTraits } from "../../../../contract/properties";
import type { ObjectTest, Rules, ValueRule } from "../../../../contract/rules";
import { mergeTraits, sameTraits } from "../../../../core/compare/traits";
import { canonical, equal, equalText, isObject } from "../../../../core/json/json";
import { objectOf, rowsOf, textsOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import { equalSets } from "../../equality";
import { contentOf } from "../../json/fields";
import { flag, json, object, objects, remoteName, serverMade, text, texts, type Members } from "../../json/typed";

const indexMembers: Members = {
  names: texts(),
  privileges: texts(),
  fieldSecurity: object({ grants: texts("grant"), excepts: texts("except") }),
  query: text(),
  allowRestrictedIndices: flag(),
  // Servers from 9.5 on return it on request, and reject it in a PUT.
  implicitlyGranted: serverMade(),
};

/** The members of a role that grant privileges, and that describe it. */
export const privilegeMembers: Members = {
  clusters: texts("cluster"),
  indices: objects(indexMembers, equalPrivileges),
  remoteIndices: objects({ clusters: texts(), ...indexMembers }, equalPrivileges),
  remoteClusters: objects({ clusters: texts(), privileges: texts() }, equalPrivileges, "remote_cluster"),
  applications: objects({ application: text(), privileges: texts(), resources: texts() }, equalPrivileges),
  runAs: texts("run_as"),
  global: json(),
  metadata: json(),
  description: text(),
};

/** Members of roles and descriptors that are lists of objects. */
const lists = ["indices", "remoteIndices", "remoteClusters", "applications"] as const;

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
    ...Object.fromEntries(Object.entries(sets).map(([key, list]) => [key, Array.isArray(list) ? sortedSet(list) : list!])),
    query: query === undefined ? null : contentOf(query),
    fieldSecurity: canonicalFields(fieldSecurity),
    allowRestrictedIndices: allowRestrictedIndices === true,
  });
}

/** All fields without exception are the same as no restriction of fields. */
function canonicalFields(value: Plain | undefined): Plain {
  const { grants, excepts } = objectOf(value);
  const exceptions = sortedSet(textsOf(excepts));
  const fields = sortedSet(textsOf(grants));
  return exceptions.length === 0 && (fields.length === 0 || equal(fields, ["*"])) ? null : [fields, exceptions];
}

function equalFields(left: Plain, right: Plain): boolean {
  return equal(canonicalFields(left), canonicalFields(right));
}

function sortedSet(list: readonly Plain[]): Plain[] {
  return [...new Set(list.map(String))].sort();
}

/** Returns whether two JSON objects are equal; a blank text is an empty object. */
export function equalObjectTexts(left: Plain, right: Plain): boolean {
  return equal(contentOf(left), contentOf(right));
}

/** Servers add empty members, which grant nothing. */
function equalGlobals(left: Plain, right: Plain): boolean {
  return canonical(granted(contentOf(left) as Plain)) === canonical(granted(contentOf(right) as Plain));
}

function granted(global: Plain): Plain {
  const isEmpty = ([name, value]: [string, Plain]): boolean =>
    (Array.isArray(value) && value.length === 0) || (name === "role" && equal(value, {}));
  return isObject(global) ? Object.fromEntries(Object.entries(global).filter((entry) => !isEmpty(entry))) : global;
}

/** Returns the traits of the privileges below a path, such as `roleDescriptors.*.`. */
export function privilegeTraits(at = ""): { [path: string]: PropertyTraits | undefined } {
  const below = (...names: string[]): string[] => names.map((name) => `${at}${name}`);
  const inLists = (member: string): string[] => lists.map((list) => `${at}${list}[*].${member}`);
  return mergeTraits<string>(
    sameTraits(below("clusters", "runAs"), { default: [], equals: equalSets }),
    sameTraits(below(...lists), { default: [], equals: equalPrivilegeLists }),
    sameTraits(
      lists.map((list) => `${at}${list}[*]`),
      { equals: equalPrivileges },
    ),
    sameTraits(["names", "privileges", "clusters", "resources"].flatMap(inLists), { equals: equalSets }),
    sameTraits(inLists("query"), { equals: equalText }),
    sameTraits(inLists("fieldSecurity"), { equals: equalFields }),
    sameTraits(inLists("allowRestrictedIndices"), { default: false }),
    sameTraits(below("metadata"), { default: "{}", equals: equalObjectTexts }),
    sameTraits(below("global"), { default: "{}", equals: equalGlobals }),
    sameTraits(below("description"), { default: "" }),
    sameTraits(below("otherMembers"), { computed: true }),
  );
}

/** The rule for metadata. */
export const metadataRule: ValueRule = { json: "object", test: reservedKeyViolation };

function reservedKeyViolation(value: unknown): string | undefined {
  const key = Object.keys(objectOf(contentOf(String(value)))).find((each) => each.startsWith("_"));
  return key === undefined ? undefined : `the key "${key}" is reserved by Elasticsearch. Remove the underscore at its beginning.`;
}

const atLeastOne: ValueRule = { minItems: 1 };
const indexRules = { names: atLeastOne, privileges: atLeastOne, query: { json: "object" } } as const;

/** The rules of the types of privileges, by token. */
export const privilegeTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:RoleIndexPrivileges": { properties: indexRules },
  "quartet:search:RoleRemoteIndexPrivileges": { properties: { clusters: atLeastOne, ...indexRules } },
  "quartet:search:RoleRemoteClusterPrivileges": { properties: { clusters: atLeastOne, privileges: atLeastOne } },
  "quartet:search:RoleApplicationPrivileges": { properties: { privileges: atLeastOne, resources: atLeastOne } },
};

/** Returns equal elements in the lists of privileges: the server would merge them. */
export function repeatedPrivileges(role: Readonly<Record<string, unknown>>): ReturnType<ObjectTest> {
  return lists.flatMap((list) => {
    const texts = rowsOf(role[list]).map(canonicalPrivileges);
    return texts.flatMap((each, i) => {
      const first = texts.indexOf(each);
      return first === i ? [] : [{ property: `${list}[${i}]`, reason: `equals ${list}[${first}]. Remove one of them.` }];
    });
  });
}

/** Returns the rule for `otherMembers`: a member that a property writes does not belong there. */
export function otherMembersTest(members: Members): ObjectTest {
  const properties = new Map(Object.entries(members).map(([key, member]) => [remoteName(key, member), key]));
  return ({ otherMembers }) => {
    const names = typeof otherMembers === "string" ? Object.keys(objectOf(contentOf(otherMembers))) : [];
    const written = names.filter((name) => properties.has(name));
    return written.map((name) => ({
      property: "otherMembers",
      reason: `the member "${name}" is written by ${properties.get(name)!}. Use this property.`,
    }));
  };
}
