// Tokens of service accounts. See docs/modules/search-access.md#service-tokens.
import type { Named } from "../../../../contract/properties";
import type { Resource } from "../../../../contract/resource";
import type { ObjectCollection } from "../../../../contract/shared-reads";
import { asProviderError, hasCode, ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf, textOf } from "../../../../core/values/records";
import type { PlainMap } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { addressAdvice, unexpectedResponse } from "../../response";
import { idIn, objectName, objectNameFormat, partsFormat } from "../../ids";
import { requireOther } from "./lock-out";
import { createAgainIfLost } from "./lost-secret";
import { issueTime, rotationTest, rotationTraits } from "./rotation";
import { clusterObject } from "../cluster-object";

type Inputs = Named<Search.SearchServiceTokenInputs, "name">;
type State = Search.SearchServiceTokenState;

const accountsPath = ["_security", "service"];
const namePattern = /^[A-Za-z0-9-][A-Za-z0-9_-]{0,255}$/;

const ownName =
  "is not possible with triggers or rotateAfter: the new token exists before the old one is deleted, so that both need a name. Remove name, or triggers and rotateAfter.";

const rotationKeys = ["triggers", "rotateAfter"] as const;

/** A token and its account. */
interface Place {
  namespace: string;
  service: string;
  name: string;
}

/** The credentials of a service account, by `<namespace>/<service>`; an account has all its tokens in one response. */
const accounts: ObjectCollection<SearchClient, PlainMap> = {
  parentOf: (account) => account,
  async *all(account, client) {
    yield new Map([[account, await credentialsOf(account, client)]]);
  },
};

/** A token of a service account. */
export const SearchServiceToken: Resource<SearchClient, Inputs, State> = {
  ...clusterObject,
  properties: {
    namespace: { validate: { minLength: 1 } },
    service: { validate: { minLength: 1 } },
    name: {
      validate: { pattern: { matches: namePattern, reason: "must consist of at most 256 letters, digits, _ and -, and not begin with _" } },
      stable: true,
      autoname: { ...objectNameFormat, adapt: (text) => objectNameFormat.adapt(text).replaceAll(".", "-") },
    },
    ...rotationTraits,
    value: { writeOnly: true, stable: true },
  },
  validate: rotationTest,
  normalize(known, options) {
    const { inputs = {}, failures = [] } = issueTime(known, options);
    const { olds, isGiven, isUnknown } = options;
    // The resource option `ignoreChanges` gives the old name, which was generated if the token was rotating.
    const isKept = known.name === olds.name && rotationKeys.some((key) => olds[key] !== undefined);
    const isNamed = rotationKeys.some(isGiven) && isGiven("name") && !isUnknown("name") && !isKept;
    return { inputs, failures: isNamed ? [...failures, { property: "name", reason: ownName }] : failures };
  },
  importId: partsFormat(["namespace", "service", "name"], "elastic/fleet-server/token-1"),
  identity: { inputs: ["name"], id: async (inputs, client) => idIn(client, pathOf(inputs)), rejectsExisting: true, returnsSecret: true },

  async create({ inputs, created }, { client }) {
    const id = await idIn(client, pathOf(inputs));
    const value = await createToken(inputs, client);
    created(id, { ...inputs, value });
  },

  async read({ id }, { client, load }) {
    const place = placeOf(id);
    const account = `${place.namespace}/${place.service}`;
    const credentials = await load(accounts, account, async () => credentialsOf(account, client));
    const { tokens, nodes_credentials: nodes } = objectOf(credentials);
    if (isObject(objectOf(tokens)[place.name])) return { id, state: { ...place } };
    if (isObject(objectOf(objectOf(nodes)["file_tokens"])[place.name]))
      client.warnOnce(
        `Token "${place.name}" of ${account} is in files of the nodes only: it is another object, which the API cannot delete.`,
      );
    return undefined;
  },

  async update() {
    // Only inputs that the service does not store can change in place.
  },

  async delete({ id }, { client }) {
    await requireOther("serviceTokens", objectName(id), client);
    await client.delete(tokenPath(placeOf(id)));
  },

  async *list(_query, { client }) {
    const listed = objectOf(await client.get(accountsPath, { expects: "list" }));
    for (const account of Object.keys(listed)) {
      const { tokens } = await credentialsOf(account, client);
      for (const name of Object.keys(objectOf(tokens))) yield { id: await idIn(client, `${account}/${name}`), name };
    }
  },

  async previewCheck({ inputs: { namespace = "elastic", service } }, { client }) {
    if (service === undefined) return [];
    const account = await client.get([...accountsPath, namespace, service]);
    const isKnown = Object.keys(objectOf(account)).length > 0;
    return isKnown
      ? []
      : [{ property: "service", reason: `Elasticsearch has no service account ${namespace}/${service}. Check both names.` }];
  },
};

function pathOf({ namespace = "elastic", service, name }: Inputs): string {
  return `${namespace}/${service}/${name}`;
}

function placeOf(id: string): Place {
  const [namespace = "", service = "", name = ""] = objectName(id).split("/");
  return { namespace, service, name };
}

function tokenPath({ namespace, service, name }: Place): string[] {
  return [...accountsPath, namespace, service, "credential", "token", name];
}

async function credentialsOf(account: string, client: SearchClient): Promise<PlainMap> {
  const response = await client.fetch([...accountsPath, ...account.split("/"), "credential"], { expects: "list" });
  const credentials = objectOf(response?.json);
  const { tokens } = credentials;
  if (response && !(isObject(tokens) && Object.values(tokens).every(isObject)))
    throw unexpectedResponse(response, "tokens of a service account");
  return credentials;
}

/** Creates the token. One whose response was lost is deleted: its value is lost. */
async function createToken(inputs: Inputs, client: SearchClient): Promise<string> {
  const place = { namespace: "elastic", ...inputs };
  const account = `${place.namespace}/${place.service}`;
  if (isObject(objectOf((await credentialsOf(account, client))["tokens"])[place.name])) throw taken(place);
  return createAgainIfLost(
    async () => putToken(place, client),
    async () => client.delete(tokenPath(place)),
  );
}

async function putToken(place: Place, client: SearchClient): Promise<string> {
  const response = await client.put(tokenPath(place), undefined, { repeat: "unsent" }).catch((error: unknown) => {
    throw hasCode(error, "aborted") ? taken(place, error) : error;
  });
  const value = textOf(objectOf(objectOf(response)["token"])["value"]);
  if (value !== undefined) return value;
  throw new ProviderError("unavailable", `Create failed: service token: the response has no value. ${addressAdvice}`, { ambiguous: true });
}

function taken({ namespace, service, name }: Place, cause?: unknown): ProviderError {
  return new ProviderError("already_exists", `Elasticsearch has a token "${name}" of the account ${namespace}/${service}.`, {
    ...(cause !== undefined && { cause: asProviderError(cause) }),
  });
}
