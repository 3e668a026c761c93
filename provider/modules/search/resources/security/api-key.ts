// API keys as they are written and read. See docs/modules/search-access.md#api-keys. Pure.
import type { Named, PropertyTraits } from "../../../../contract/properties";
import type { ObjectTest, Rules, ValueRule } from "../../../../contract/rules";
import { mergeTraits, sameTraits } from "../../../../core/compare/traits";
import type { Search } from "../../../../core/gen/types";
import { equalText } from "../../../../core/json/json";
import { numberOf, objectOf, omitUndefined } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import { equalSets } from "../../equality";
import { objectText } from "../../json/fields";
import {
  object,
  objectMap,
  objects,
  readMembers,
  receivedIn,
  receivedMember,
  receivedText,
  rest,
  serverMade,
  text,
  textIfUnknown,
  texts,
  writeMembers,
  json,
  type Members,
  type Received,
} from "../../json/typed";
import { listIn, unexpectedResponse, type SearchResponse } from "../../response";
import { timeOf } from "../../times";
import { otherMembersTest } from "../other-members";
import { equalPrivilegeLists, equalPrivileges, indexMembers, metadataRule, privilegeMembers, privilegeTraits } from "./privileges";
import { violationsOf } from "./rotation";

/** The inputs, with the name that Check adds. */
export type KeyInputs = Named<Search.SearchApiKeyInputs, "name">;

/** The state. */
export type KeyState = Search.SearchApiKeyState & {
  /** The key as the server has it, if elements of its lists have members that no type here has. */
  __key?: string;
};

const { privileges: _privileges, implicitlyGranted: _granted, ...accessMembers } = indexMembers;

const descriptorMembers: Members = {
  ...privilegeMembers,
  restriction: object({ workflows: texts() }),
  transientMetadata: serverMade(),
  otherMembers: rest(),
};

/** Members of a key that a write states. */
const writable: Members = {
  name: text(),
  expiration: text(),
  roleDescriptors: objectMap(descriptorMembers),
  access: object({
    searches: objects(accessMembers, equalPrivileges, "search"),
    replications: objects(accessMembers, equalPrivileges, "replication"),
  }),
  certificateIdentity: text(),
  metadata: json(),
};

const { expiration: _expiration, ...readable } = writable;

/** Returns the body of a write of these inputs. `empty`: texts for inputs that are absent because the program has removed them. */
export function keyText(
  inputs: Partial<KeyInputs>,
  { __key: current }: Partial<KeyState> = {},
  empty: Readonly<Record<string, string>> = {},
): string {
  const given = Object.entries(writeMembers({ ...inputs }, writable, receivedText(current))).filter(([, value]) => value !== undefined);
  return objectText({ ...empty, ...Object.fromEntries(given) });
}

/** A key as the server returns it. */
export interface ReceivedKey {
  id: string;
  /** ISO 8601, once somebody has invalidated the key. */
  invalidation: string | undefined;
  isInvalidated: boolean;
  /** ms since 1970. */
  expiration: number | undefined;
  /** Inputs and outputs; without the expiration, of which the server has the time only. */
  state: Pick<KeyState, "apiKeyId" | "name" | "type" | "creation" | "username" | "realm"> & Partial<KeyState>;
  realmType: string | undefined;
}

/** Returns the keys of a response. Fails for a key of another form. */
export function apiKeysIn(response: SearchResponse): ReceivedKey[] {
  const list = receivedIn(response, "api_keys");
  return listIn(response, "api_keys").map((_key, i) => keyOf(receivedMember(list, i), response));
}

function keyOf(key: Received, response: SearchResponse): ReceivedKey {
  const { id, creation, expiration, invalidation, invalidated, username, realm, realm_type, type = "rest" } = objectOf(key.value);
  const isTime = (value: Plain | undefined): boolean => value === undefined || value === null || typeof value === "number";
  const isKey = [id, username, realm, type].every((value) => typeof value === "string") && typeof creation === "number";
  if (!isKey || !isTime(expiration) || !isTime(invalidation)) throw unexpectedResponse(response, "API keys with ID, creation and owner");
  // The server derives the descriptors of a cross-cluster key from its access.
  const { role_descriptors: _derived, ...ownMembers } = objectOf(key.value);
  const members = readMembers(type === "cross_cluster" ? { ...key, value: ownMembers } : key, readable);
  return {
    id: String(id),
    isInvalidated: invalidated === true,
    invalidation: timeOf(invalidation),
    expiration: numberOf(expiration),
    realmType: typeof realm_type === "string" ? realm_type : undefined,
    state: {
      name: "",
      ...members,
      apiKeyId: String(id),
      type: String(type),
      creation: timeOf(creation)!,
      username: String(username),
      realm: String(realm),
      ...omitUndefined({ expiresAt: timeOf(expiration), __key: textIfUnknown(key, members, readable) }),
    },
  };
}

/** The traits of what a key may do. */
export function keyTraits(): { [path: string]: PropertyTraits | undefined } {
  const accesses = ["access.searches", "access.replications"];
  return mergeTraits<string>(
    privilegeTraits("roleDescriptors.*."),
    { "roleDescriptors.*.restriction.workflows": { equals: equalSets }, "access.searches[*].query": { default: "{}", equals: equalText } },
    sameTraits(accesses, { default: [], equals: equalPrivilegeLists }),
    sameTraits(
      accesses.map((at) => `${at}[*]`),
      { equals: equalPrivileges },
    ),
    sameTraits(
      accesses.map((at) => `${at}[*].allowRestrictedIndices`),
      { default: false },
    ),
  );
}

const atLeastOne: ValueRule = { minItems: 1 };

/** The rules of the types of API keys, by token. */
export const keyTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:RoleRestriction": { properties: { workflows: atLeastOne } },
  "quartet:search:RoleDescriptor": {
    properties: { global: { json: "object" }, metadata: metadataRule, otherMembers: { json: "object" } },
    test: otherMembersTest(descriptorMembers),
  },
  "quartet:search:ApiKeySearchAccess": { properties: { names: atLeastOne, query: { json: "object" } } },
  "quartet:search:ApiKeyReplicationAccess": { properties: { names: atLeastOne } },
};

/** The rules over several inputs. */
export const keyTest: ObjectTest = ({ type, access, certificateIdentity, roleDescriptors }) => {
  const isCrossCluster = type === "cross_cluster";
  const { searches, replications } = objectOf(access);
  const accesses = [searches, replications].filter((list) => Array.isArray(list) && list.length > 0);
  const descriptors = Object.values(objectOf(roleDescriptors));
  const isRestricted = descriptors.some((descriptor) => objectOf(descriptor)["restriction"] !== undefined);
  return violationsOf([
    ["access", !isCrossCluster && access !== undefined, "is for keys of the type cross_cluster only. Set type, or remove access."],
    [
      "certificateIdentity",
      !isCrossCluster && certificateIdentity !== undefined,
      "is for keys of the type cross_cluster only. Set type, or remove certificateIdentity.",
    ],
    ["access", isCrossCluster && accesses.length === 0, "a key of the type cross_cluster requires access.searches or access.replications"],
    ["roleDescriptors", isCrossCluster && descriptors.length > 0, "is for keys of the type rest only. Use access."],
    ["roleDescriptors", isRestricted && descriptors.length > 1, "a descriptor with restriction must be the only one"],
  ]);
};

/** Returns whether the descriptors grant nothing: a key can only create such keys. */
export function grantsNothing(descriptors: Search.SearchApiKeyInputs["roleDescriptors"]): boolean {
  const all = Object.values(descriptors ?? {});
  const grants = ({
    clusters = [],
    indices = [],
    applications = [],
    runAs = [],
    remoteIndices = [],
    remoteClusters = [],
  }: Search.RoleDescriptor): boolean =>
    [clusters, indices, applications, runAs, remoteIndices, remoteClusters].some((list) => list.length > 0);
  return all.length > 0 && !all.some((descriptor) => grants(descriptor));
}
