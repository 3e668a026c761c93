// Privileges that an application defines; only the declared ones are managed. See docs/modules/search-access.md#application-privileges.
import type { Resource } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import { equalText, isObject } from "../../../../core/json/json";
import type { Search } from "../../../../core/gen/types";
import { objectOf, ownMember, rowsOf, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { fetchFrom, listsOfNames } from "../../collections";
import { equalSets } from "../../equality";
import type { SearchResponse } from "../../response";
import { idIn, objectName } from "../../ids";
import { listedNames, referrers, shortList } from "../listing";
import {
  anyPrivilege,
  applicationRule,
  applications,
  equalPrivilege,
  pickPrivileges,
  privilegeNames,
  privilegesIn,
  privilegesText,
  type Privileges,
} from "./application-privileges";
import { warnOfReplaced } from "./native";
import { clusterObject } from "../cluster-object";

type Inputs = Search.SearchApplicationPrivilegesInputs;
type State = Search.SearchApplicationPrivilegesState;

const { path } = applications;

/** Privileges of an application. */
export const SearchApplicationPrivileges: Resource<SearchClient, Inputs, State> = {
  ...clusterObject,
  properties: {
    application: { validate: applicationRule, stable: true },
    privileges: { validate: privilegeNames },
    "privileges.*.actions": { equals: equalSets },
    "privileges.*.metadata": { default: "{}", equals: equalText },
  },
  validate: anyPrivilege,
  identity: {
    inputs: ["application"],
    id: ({ application }, client) => idIn(client, application),
    differing: (inputs, state) => differingPrivileges(inputs.privileges ?? {}, objectOf(state["privileges"]) as unknown as Privileges),
  },

  async create({ inputs, created }, { client }) {
    const id = await idIn(client, inputs.application);
    const response = await put(inputs.application, inputs.privileges, client);
    warnOfReplaced(`A privilege of the application "${inputs.application}"`, response, client);
    created(id);
  },

  async update({ id, inputs: { privileges: declared }, prior, merged, remote }, { client }) {
    const application = objectName(id);
    const { privileges } = await merged();
    const { privileges: current } = await remote();
    const taken = Object.keys(declared).filter((name) => !ownMember(prior.inputs.privileges, name) && differs(name, declared, current));
    if (taken.length > 0) throw alreadyDefinedError(application, taken);
    const changed = Object.keys(privileges).filter((name) => !ownMember(current, name) || differs(name, privileges, current));
    if (changed.length > 0) await put(application, pickPrivileges(privileges, changed), client);
    await remove(
      application,
      Object.keys(prior.inputs.privileges ?? {}).filter((name) => !ownMember(declared, name)),
      client,
    );
  },

  async read({ id, prior }, reading) {
    const application = objectName(id);
    const all = privilegesIn(await fetchFrom(applications, application, reading), application);
    const declared = (prior?.inputs.privileges ?? prior?.planned?.privileges) && {
      ...prior.inputs.privileges,
      ...prior.planned?.privileges,
    };
    const owned = declared ? pickPrivileges(all, Object.keys(declared)) : all;
    return Object.keys(owned).length === 0 ? undefined : { id, state: { application, privileges: owned } };
  },

  async delete({ id, prior }, { client, log }) {
    const application = objectName(id);
    const users = await rolesWith(application, client);
    await remove(application, Object.keys(prior.inputs.privileges ?? {}), client);
    if (users.length > 0) log("warning", `Roles grant privileges of the application "${application}": ${shortList(users)}.`);
  },

  async *list(_query, { client }) {
    const names = await listedNames(path, (privileges, name) => !isOfProduct(name, privileges), client);
    for (const name of names) yield { id: await idIn(client, name), name };
  },
};

function differingPrivileges(declared: Privileges, found: Privileges): string[] {
  const names = Object.keys(declared).filter((name) => differs(name, declared, found));
  return names.map((name) => `privileges.${name}`);
}

function differs(name: string, declared: Privileges, found: Privileges): boolean {
  const other = ownMember(found, name);
  return other !== undefined && !equalPrivilege(declared[name]!, other);
}

function alreadyDefinedError(application: string, names: readonly string[]): ProviderError {
  const advice = "Choose another name, or declare it as it is.";
  return new ProviderError(
    "already_exists",
    `The application "${application}" has other privileges of these names: ${shortList(names)}. ${advice}`,
  );
}

async function put(application: string, privileges: Privileges, client: SearchClient): Promise<SearchResponse> {
  return client.write("PUT", path, privilegesText(application, privileges), { isOutcome: (json) => isObject(objectOf(json)[application]) });
}

/** Deletes privileges, those that do not exist included. */
async function remove(application: string, names: readonly string[], client: SearchClient): Promise<void> {
  for (const part of listsOfNames(names))
    await client.delete([...path, application, part.join(",")], { isOutcome: (json) => isObject(objectOf(json)[application]) });
}

/** Applications of Kibana, and those with a privilege that a product manages. */
function isOfProduct(name: string, privileges: Plain): boolean {
  return (
    name.startsWith("kibana-") ||
    Object.values(objectOf(privileges)).some((each) => objectOf(objectOf(each)["metadata"])["_managed"] === true)
  );
}

/** Returns the roles that grant privileges of the application; none if they cannot be read. */
async function rolesWith(application: string, client: SearchClient): Promise<string[]> {
  const grants = (role: Plain): boolean =>
    rowsOf(objectOf(role)["applications"]).some((each) => textOf(each["application"]) === application);
  return referrers(["_security", "role"], grants, client);
}
