// Privileges of an application as they are written and read. See docs/modules/search-access.md#application-privileges. Pure.
import type { ObjectTest, Rules, ValueRule } from "../../../../contract/rules";
import type { Search } from "../../../../core/gen/types";
import { equalText, isObject } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import { wholeCollection } from "../../collections";
import { equalSets } from "../../equality";
import { objectText } from "../../json/fields";
import { json as jsonText, nothing, readMembers, receivedIn, receivedMember, texts, writeMembers, type Members } from "../../json/typed";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { metadataRule } from "./privileges";

/** Privileges by name. */
export type Privileges = Readonly<Record<string, Search.ApplicationPrivilege>>;

/** All applications with their privileges. */
export const applications = wholeCollection(["_security", "privilege"], isObject);

const members: Members = { actions: texts(), metadata: jsonText() };

/** The rule for names of applications. */
export const applicationRule: ValueRule = {
  pattern: {
    matches: /^[a-z][A-Za-z0-9]{2,}([-_][^\\/*?"<>|,\s]*)?$/,
    reason:
      'must begin with a lower-case letter and at least two letters or digits; a suffix that begins with - or _ must not contain whitespace or any of \\ / * ? " < > | ,',
  },
};

/** The rule for the names of privileges. */
export const privilegeNames: ValueRule = {
  keys: {
    pattern: {
      matches: /^[a-z][A-Za-z0-9_.-]*$/,
      reason: "a name must begin with a lower-case letter, followed by letters, digits, _, . and -",
    },
  },
};

/** The rules of the type of a privilege, by token. */
export const applicationTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:ApplicationPrivilege": {
    properties: {
      actions: { minItems: 1, pattern: { matches: /[/*:]/, reason: "an action must contain /, * or :" } },
      metadata: metadataRule,
    },
  },
};

/** Rejects an application without privileges: there is no such object. */
export const anyPrivilege: ObjectTest = ({ privileges }) =>
  isObject(privileges) && Object.keys(privileges).length === 0
    ? [{ property: "privileges", reason: "expected at least one privilege. Add one." }]
    : [];

/** Returns the privileges of an application in a response, which is an empty object if there are none. */
export function privilegesIn(response: SearchResponse | undefined, application: string): Privileges {
  if (!response) return {};
  const { json } = response;
  const expected = `privileges of the application "${application}"`;
  // An application without privileges is no member.
  const own = isObject(json) && Object.hasOwn(json, application) ? json[application] : json;
  if (!isObject(own) || Object.keys(objectOf(json)).some((name) => name !== application)) throw unexpectedResponse(response, expected);
  const all = receivedIn(response, application);
  return Object.fromEntries(
    Object.keys(own).map((name) => {
      const { actions, ...others } = readMembers(receivedMember(all, name), members) as Partial<Search.ApplicationPrivilege>;
      if (actions === undefined) throw unexpectedResponse(response, expected);
      return [name, { actions, ...others }];
    }),
  );
}

/** Returns the privileges of these names. */
export function pickPrivileges(privileges: Privileges, names: readonly string[]): Privileges {
  return Object.fromEntries(Object.entries(privileges).filter(([name]) => names.includes(name)));
}

/** Returns whether two privileges are the same. */
export function equalPrivilege(left: Search.ApplicationPrivilege, right: Search.ApplicationPrivilege): boolean {
  return equalSets([...left.actions], [...right.actions]) && equalText(left.metadata ?? "{}", right.metadata ?? "{}");
}

/** Returns the body of the PUT. */
export function privilegesText(application: string, privileges: Privileges): string {
  const bodies = Object.entries(privileges).map(([name, { actions, metadata = "{}" }]): [string, string] => [
    name,
    objectText(writeMembers({ actions: [...actions], metadata }, members, nothing)),
  ]);
  return objectText({ [application]: objectText(Object.fromEntries(bodies)) });
}
