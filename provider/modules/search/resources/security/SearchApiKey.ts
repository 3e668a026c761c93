// API keys. See docs/modules/search-access.md#api-keys.
import { createKeyedMutex } from "../../../../core/concurrency/keyed-mutex";
import type { Failure } from "../../../../core/errors/errors";
import type { ModuleConfiguration, NormalizeOptions } from "../../../../contract/context";
import type { CreateRequest, Resource } from "../../../../contract/resource";
import { asProviderError, hasCode, ProviderError, withHint } from "../../../../core/errors/errors";
import { objectOf, omitUndefined, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { authorizationsOf, createConnection } from "../../connection";
import { utcTime } from "../../times";
import { durationRule, equalDurations, nanosecondsOf } from "../../units";
import { idIn, objectName, objectNameFormat } from "../../ids";
import { grantsNothing, keyTest, keyText, keyTraits, type KeyInputs, type KeyState, type ReceivedKey } from "./api-key";
import { callerOf, invalidateKey, keyPages, keyPath, ownerIn, ownKeys, readKey } from "./api-key-requests";
import { requireOther } from "./lock-out";
import { createAgainIfLost } from "./lost-secret";
import { metadataRule, privilegeTraits } from "./privileges";
import { privilegeFailures } from "./preview";
import { issueTime, rotationTest, rotationTraits } from "./rotation";
import { addressAdvice } from "../../response";
import { clusterObject } from "../cluster-object";

const crossClusterPath = ["_security", "cross_cluster", "api_key"];
const certificateVersion = "9.3.0";
/** How much the time of expiration may differ from that of the state, in ms. */
const toleranceMs = 1000;

type Creation = Pick<CreateRequest<KeyInputs, KeyState>, "inputs" | "differences">;

/** Creates of one name run one after the other, so that each recognizes the key that a lost request has created. */
const creationMutex = createKeyedMutex();

/** An API key. */
export const SearchApiKey: Resource<SearchClient, KeyInputs, KeyState> = {
  ...clusterObject,
  properties: {
    ...keyTraits(),
    name: {
      validate: {
        maxLength: 256,
        pattern: {
          matches: /^(?!_)[^*\s]([^*]*[^*\s])?$/,
          reason: "must not begin with _ or whitespace, end with whitespace, or contain *",
        },
      },
      stable: true,
      autoname: objectNameFormat,
    },
    type: { validate: { pattern: { matches: /^(rest|cross_cluster)$/, reason: "must be rest or cross_cluster" } } },
    expiration: {
      validate: durationRule,
      equals: equalDurations,
      requiresReplaceIf: (prior, next) => prior !== undefined && next === undefined,
      writeOnly: true,
    },
    metadata: { ...privilegeTraits()["metadata"], validate: metadataRule },
    ...rotationTraits,
    overlap: { validate: durationRule, equals: equalDurations, local: true },
    apiKeyId: { stable: true },
    apiKey: { writeOnly: true, stable: true },
    encoded: { writeOnly: true, stable: true },
    creation: { stable: true },
    expiresAt: { stable: { unlessChanged: ["expiration"] } },
    username: { stable: true },
    realm: { stable: true },
  },
  validate: [keyTest, rotationTest],
  normalize(known, options) {
    const { inputs = {}, failures = [] } = issueTime(known, options);
    return { inputs, failures: [...failures, ...derivationFailures(known, options)] };
  },

  async create({ inputs, created, differences }, { client, log, signal }) {
    await requireSupport(inputs, client);
    const { uuid } = await client.cluster();
    if (Object.keys(inputs.roleDescriptors ?? {}).length === 0 && inputs.access === undefined)
      log("warning", "The API key has all privileges of its owner: it has neither roleDescriptors nor access.");
    const create = async (): Promise<NewKey> => createKey({ inputs, differences }, client);
    const { id, api_key: apiKey, encoded } = await creationMutex(`${uuid} ${inputs.name}`, signal, create);
    const credentials = textOf(encoded) ?? Buffer.from(`${id}:${apiKey}`).toString("base64");
    created(`${uuid}/${id}`, { ...inputs, apiKeyId: id, apiKey, encoded: credentials });
  },

  async read({ id, prior }, context) {
    const key = await readKey(objectName(id), ownerIn(prior?.state ?? {}), context);
    if (!key)
      context.client.warnOnce(
        `The API key ${objectName(id)} does not exist: the server removes keys that have been invalid for some time.`,
      );
    if (!key || isDead(key, context.client)) return undefined;
    if (!prior) context.log("info", "Elasticsearch does not return the secret of an API key. The first rotation sets apiKey and encoded.");
    return { id, state: { ...key.state, ...omitUndefined({ expiration: prior && expirationOf(key, prior.state) }) } };
  },

  async update({ id, inputs, changed, prior, merged, remote }, { client }) {
    if (changed.has("certificateIdentity")) await requireSupport(inputs, client);
    const current = await remote();
    const isCrossCluster = inputs.type === "cross_cluster";
    const isDrifted = inputs.expiration !== undefined && current.expiration !== prior.state.expiration;
    const always = [...(isDrifted ? ["expiration"] : []), ...(isCrossCluster ? ["access"] : [])];
    const candidates = writtenNames.filter((name) => changed.has(name) || always.includes(name));
    const written = candidates.length > 0 ? await merged(...candidates) : inputs;
    // An ignored expiration is that of the service: a time, not a duration.
    const names = candidates.filter((name) => name !== "expiration" || changed.has(name) || written.expiration === inputs.expiration);
    if (names.length > 0) {
      const sent = Object.fromEntries(names.map((name) => [name, written[name]]));
      const removed = names.filter((name) => written[name] === undefined && removals[name] !== undefined);
      const empty = Object.fromEntries(removed.map((name) => removals[name]!));
      await send([...pathOf(isCrossCluster), objectName(id)], keyText(sent, current, empty), current, client);
    }
    const key = await readKey(objectName(id), ownerIn(current), client.alone);
    return key && { id, state: { ...key.state, ...omitUndefined({ expiration: inputs.expiration ?? current.expiration }) } };
  },

  async delete({ id, prior }, { client, log }) {
    const { overlap } = prior.inputs;
    const name = objectName(id);
    const owner = ownerIn(prior.state);
    await requireOther("apiKeys", name, client);
    if (overlap === undefined || (nanosecondsOf(overlap) ?? 0) === 0) return invalidateKey(name, owner, client);
    const key = await readKey(name, owner, client.alone);
    if (!key || key.isInvalidated) return;
    const end = Date.now() + nanosecondsOf(overlap)! / 1e6;
    if (key.expiration !== undefined && key.expiration <= end)
      return log(
        "info",
        `The API key ${name} ("${key.state.name}") remains valid until ${key.state.expiresAt!}, before its overlap of ${overlap} ends.`,
      );
    await expire(key, overlap, client);
    log("info", `The API key ${name} ("${key.state.name}") remains valid until ${utcTime(end) ?? `its overlap of ${overlap} ends`}.`);
  },

  async *list(_query, { client }) {
    for await (const { rows } of keyPages([{ term: { invalidated: false } }], client))
      for (const key of rows) if (isListed(key)) yield { id: await idIn(client, key.id), name: key.state.name };
  },

  async previewCheck({ inputs: { roleDescriptors } }, { client }) {
    const failures: Failure[] = [];
    for (const [name, descriptor] of Object.entries(roleDescriptors ?? {}))
      failures.push(...(await privilegeFailures(descriptor, client, `roleDescriptors[${JSON.stringify(name)}].`)));
    return failures;
  },
};

/** The inputs that an update writes. */
const writtenNames = ["expiration", "roleDescriptors", "access", "metadata", "certificateIdentity"] as const;

/** What removes an input: its name on the server and the value. An omitted member stays as it is. */
const removals: Partial<Record<(typeof writtenNames)[number], [name: string, value: string]>> = {
  roleDescriptors: ["role_descriptors", "{}"],
  metadata: ["metadata", "{}"],
  certificateIdentity: ["certificate_identity", "null"],
};

function pathOf(isCrossCluster: boolean): string[] {
  return isCrossCluster ? crossClusterPath : keyPath;
}

async function requireSupport({ certificateIdentity }: KeyInputs, client: SearchClient): Promise<void> {
  if (certificateIdentity !== undefined) await client.requireVersion("certificateIdentity", certificateVersion);
}

/** A key can create only keys without privileges: the server rejects others, and this failure names what to do. */
function derivationFailures(
  { type, roleDescriptors, searchConnections }: Partial<KeyInputs>,
  { configuration, olds, isUnknown }: NormalizeOptions,
): Failure[] {
  const isNew = Object.keys(olds).length === 0;
  if (!isNew || !configuration || ["type", "roleDescriptors", "searchConnections"].some(isUnknown)) return [];
  if (!usesApiKey(configuration, searchConnections)) return [];
  if (type === "cross_cluster")
    return [{ property: "type", reason: "a cross-cluster key cannot be created with an API key. Use a user or a bearer token." }];
  if (grantsNothing(roleDescriptors)) return [];
  const advice = "Use a user, a bearer token, or descriptors without privileges.";
  return [{ property: "roleDescriptors", reason: `a key cannot create a key with privileges. ${advice}` }];
}

/** Returns whether requests authenticate with an API key. The first one reports a connection that is invalid. */
function usesApiKey({ settings, env }: ModuleConfiguration, call: KeyInputs["searchConnections"]): boolean {
  try {
    const connection = createConnection({ call, settings: settings.searchServers, env }, () => "");
    return authorizationsOf(connection).some((value) => /^ApiKey\s/i.test(value));
  } catch {
    return false;
  }
}

interface NewKey {
  id: string;
  api_key: string;
  encoded: Plain | undefined;
}

/** Creates the key. One whose response was lost is invalidated: its secret is lost. */
async function createKey(creation: Creation, client: SearchClient): Promise<NewKey> {
  const { inputs } = creation;
  const before = await ownKeys(inputs.name, client);
  const remove = before && (async () => invalidateNewKey(creation, before, client));
  return createAgainIfLost(async () => postKey(inputs, client), remove);
}

/** Invalidates the key of the name that was not there before. Fails if there are several, or if it differs from the declared one: it has another creator. */
async function invalidateNewKey({ inputs, differences }: Creation, before: readonly ReceivedKey[], client: SearchClient): Promise<void> {
  const known = new Set(before.map(({ id }) => id));
  const made = ((await ownKeys(inputs.name, client)) ?? []).filter(({ id }) => !known.has(id));
  if (made.length > 1 || made.some(({ state }) => differences(inputs, state).length > 0)) {
    const ids = made.map(({ id }) => id).join(", ");
    throw new ProviderError("aborted", `Keys of this name were created at the same time, perhaps by others: ${ids}.`);
  }
  for (const { id, state } of made) await invalidateKey(id, ownerIn(state), client);
}

async function postKey(inputs: KeyInputs, client: SearchClient): Promise<NewKey> {
  const isCrossCluster = inputs.type === "cross_cluster";
  try {
    return newKey(await client.post(pathOf(isCrossCluster), keyText(inputs), { repeat: "unsent" }));
  } catch (error) {
    if (!asProviderError(error).ambiguous) throw error;
    const list = `GET /_security/api_key?name=${encodeURIComponent(inputs.name)}`;
    throw withHint(
      error,
      `A key "${inputs.name}" whose secret is lost may exist. List the keys with ${list} and invalidate those that nobody uses.`,
    );
  }
}

function newKey(response: unknown): NewKey {
  const { id, api_key: key, encoded } = objectOf(response);
  if (typeof id === "string" && typeof key === "string") return { id, api_key: key, encoded };
  throw new ProviderError("unavailable", `Create failed: API key: the response has no ID or no key. ${addressAdvice}`, { ambiguous: true });
}

/** Sends an update. Only the owner of a key can update it. */
async function send(path: readonly string[], body: string, { username, realm }: Partial<KeyState>, client: SearchClient): Promise<void> {
  try {
    await client.put(path, body);
  } catch (error) {
    const caller = await callerOf(client).catch(() => undefined);
    const isOwner = caller === undefined || username === undefined || (caller.username === username && caller.realm === realm);
    throw isOwner ? error : withHint(error, `API keys are updated by their owner "${username}" (realm ${realm}).`);
  }
}

/** Lets the key expire after the overlap. Fails if the server does not permit it: the key must not end earlier than declared. */
async function expire({ id, state }: ReceivedKey, overlap: string, client: SearchClient): Promise<void> {
  const isCrossCluster = state.type === "cross_cluster";
  try {
    await client.put(
      [...pathOf(isCrossCluster), id],
      keyText({ expiration: overlap, ...(isCrossCluster && { access: state.access! }) }, state),
    );
  } catch (error) {
    if (!hasCode(error, "failed_precondition", "not_found", "permission_denied")) throw error;
    const advice = "Use the credentials of its owner, or invalidate the key with DELETE /_security/api_key.";
    throw new ProviderError(
      "failed_precondition",
      `Delete failed: API key ${id}: its expiration cannot be set, so that it would end before its overlap. ${advice}`,
      {
        cause: asProviderError(error),
      },
    );
  }
}

/** Returns whether the key is of no use any more, and logs why. */
function isDead({ id, isInvalidated, invalidation, expiration, state }: ReceivedKey, client: SearchClient): boolean {
  const isExpired = expiration !== undefined && expiration <= Date.now();
  const reason = isInvalidated ? `was invalidated at ${invalidation ?? "an unknown time"}` : `expired at ${state.expiresAt ?? ""}`;
  if (isInvalidated || isExpired) client.warnOnce(`The API key ${id} ("${state.name}") ${reason}. The next update creates a new one.`);
  return isInvalidated || isExpired;
}

/** Returns the duration that was written last, or the time of expiration if another writer has changed it. */
function expirationOf({ state }: ReceivedKey, { expiration, expiresAt: before, apiKeyId }: Partial<KeyState>): string | undefined {
  const now = state.expiresAt;
  if (apiKeyId === undefined) return expiration;
  if (before === undefined) return now === undefined || expiration !== undefined ? expiration : now;
  const isSame = now !== undefined && Math.abs(Date.parse(now) - Date.parse(before)) <= toleranceMs;
  return isSame ? expiration : now;
}

/** Keys of products and of service accounts belong to others. */
function isListed({ state, expiration, realmType }: ReceivedKey): boolean {
  const { managed } = objectOf(JSON.parse(state.metadata ?? "{}"));
  const isAlive = expiration === undefined || expiration > Date.now();
  return isAlive && managed !== true && state.realm !== "_service_account" && realmType !== "_service_account";
}
