/** API keys: made by the service or brought along, switched on and off, listed. */
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import type { Meanings } from "./filters";
import { filtered, filters } from "./filters";
import { rejectWith, seen, stamp } from "./finding";
import { keysOf } from "./plan-state";
import type { ApiKey, GatewayState } from "./gateway-state";

/** The key of that id. */
export function findKey(gateway: GatewayState, context: CallContext, id: Json | undefined): ApiKey {
  const key = gateway.keys.get(String(id));
  return key !== undefined && seen(key, context) ? key : rejectWith("ResourceNotFound.InvalidAccessKeyId", "The key does not exist.");
}

const row = (key: ApiKey): JsonObject => ({
  AccessKeyId: key.id,
  AccessKeySecret: key.secret,
  AccessKeyType: key.type,
  SecretName: key.name,
  CreatedTime: key.created,
  ModifiedTime: key.modified,
  Status: key.enabled ? 1 : 0,
});

/** Letters and digits in groups of eight, as the service makes them. */
const letters = (gateway: GatewayState, groups: number): string =>
  Array.from({ length: groups }, () => gateway.newId("").slice(1)).join("");

/** A value that a manual key must bring along. */
function brought(params: JsonObject, name: string, form: RegExp): string {
  const value = String(params[name] ?? "");
  return form.test(value)
    ? value
    : rejectWith("InvalidParameter.FormatError", `\`${name}\` of a manual key must have the form ${form.source}.`);
}

const secretForm = /^[A-Za-z0-9_]{10,50}$/;

/** Id and secret of a new key. */
function pair(gateway: GatewayState, params: JsonObject): Pick<ApiKey, "id" | "secret" | "type"> {
  if (params.AccessKeyType === "manual") {
    const id = brought(params, "AccessKeyId", /^[A-Za-z0-9_]{5,50}$/);
    return { id, secret: brought(params, "AccessKeySecret", secretForm), type: "manual" };
  }
  if ((params.AccessKeyType ?? "auto") !== "auto") rejectWith("InvalidParameter.FormatError", "`AccessKeyType` must be auto or manual.");
  if (params.AccessKeyId !== undefined || params.AccessKeySecret !== undefined) {
    rejectWith("InvalidParameter.FormatError", "Only manual keys bring an id and a secret.");
  }
  return { id: `AKID${letters(gateway, 4)}`, secret: letters(gateway, 4), type: "auto" };
}

function create(gateway: GatewayState, params: JsonObject, { region, now }: CallContext): JsonObject {
  const name = String(params.SecretName);
  if (name === "") rejectWith("InvalidParameter.FormatError", "`SecretName` must not be empty.");
  const created = pair(gateway, params);
  if (gateway.keys.has(created.id)) rejectWith("FailedOperation.AccessKeyExist", "A key of that id exists already.");
  const key: ApiKey = { ...created, region, created: stamp(now), modified: stamp(now), name, enabled: true };
  gateway.keys.set(key.id, key);
  return { Result: row(key) };
}

/** A new secret: brought along for manual keys, made here for the others. */
function update(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const key = findKey(gateway, context, params.AccessKeyId);
  if (key.type === "manual") key.secret = brought(params, "AccessKeySecret", secretForm);
  else if (params.AccessKeySecret === undefined) key.secret = letters(gateway, 4);
  else rejectWith("InvalidParameter.FormatError", "The secret of an auto key cannot be chosen.");
  key.modified = stamp(context.now);
  return { Result: row(key) };
}

function turn(gateway: GatewayState, id: Json | undefined, enabled: boolean, context: CallContext): JsonObject {
  const key = findKey(gateway, context, id);
  if (key.enabled === enabled)
    rejectWith("UnsupportedOperation.UnsupportedUpdateApiKey", `The key is ${enabled ? "enabled" : "disabled"} already.`);
  key.enabled = enabled;
  key.modified = stamp(context.now);
  return { Result: true };
}

const plansOf = (gateway: GatewayState, keyId: string, now: Date): string[] =>
  gateway.plans.entries().flatMap(([id, plan]) => (keysOf(gateway, plan, now).includes(keyId) ? [id] : []));

function remove(gateway: GatewayState, id: Json | undefined, context: CallContext): JsonObject {
  const key = findKey(gateway, context, id);
  if (key.enabled) rejectWith("UnsupportedOperation.InvalidStatus", "An enabled key cannot be deleted.");
  if (plansOf(gateway, key.id, context.now).length > 0)
    rejectWith("UnsupportedOperation.ResourceIsInUse", "The key is bound to a usage plan.");
  gateway.keys.delete(key.id);
  return { Result: true };
}

/** Whether ids and names must fit as a whole is not documented: a part is enough here, so that a caller that requires one key must compare. */
const table = (gateway: GatewayState, now: Date): Meanings<ApiKey> => ({
  AccessKeyId: ({ id }, filterValue) => id.includes(filterValue),
  AccessKeySecret: ({ secret }, filterValue) => secret === filterValue,
  SecretName: ({ name }, filterValue) => name.includes(filterValue),
  NotUsagePlanId: ({ id }, filterValue) => !plansOf(gateway, id, now).includes(filterValue),
  Status: ({ enabled }, filterValue) => filterValue === (enabled ? "1" : "0"),
  KeyWord: ({ id, name }, filterValue) => id.includes(filterValue) || name.includes(filterValue),
});

function list(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const all = gateway.keys.entries().map(([, key]) => key);
  const found = filtered(
    all.filter((key) => seen(key, context)),
    params.Filters,
    table(gateway, context.now),
  ).map(row);
  return { Result: { TotalCount: found.length, ApiKeySet: page(found, params) } };
}

const one = { "AccessKeyId!": "string" } as const;

/** CreateApiKey, DescribeApiKeysStatus, UpdateApiKey, EnableApiKey, DisableApiKey, DeleteApiKey. */
export const keys = (gateway: GatewayState): Actions => ({
  CreateApiKey: {
    params: {
      "SecretName!": "string",
      AccessKeyType: "string",
      AccessKeyId: "string",
      AccessKeySecret: "string",
      Tags: [{ "Key!": "string", "Value!": "string" }],
    },
    run: (params, context) => create(gateway, params, context),
  },
  DescribeApiKeysStatus: {
    params: { Filters: filters, Limit: "integer", Offset: "integer" },
    run: (params, context) => list(gateway, params, context),
  },
  UpdateApiKey: { params: { ...one, AccessKeySecret: "string" }, run: (params, context) => update(gateway, params, context) },
  EnableApiKey: { params: one, run: ({ AccessKeyId }, context) => turn(gateway, AccessKeyId, true, context) },
  DisableApiKey: { params: one, run: ({ AccessKeyId }, context) => turn(gateway, AccessKeyId, false, context) },
  DeleteApiKey: { params: one, run: ({ AccessKeyId }, context) => remove(gateway, AccessKeyId, context) },
});
