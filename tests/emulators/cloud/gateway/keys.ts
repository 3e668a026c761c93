/** API keys: created by the service or brought along, switched on and off, listed. */
import type { JsonObject } from "../../exchange";
import { filled, FORMAT, newTags, oneOf, paging, reject, strings } from "../api";
import { type Call, done, filters, has, type Run, type Table, timesOf } from "./call";
import { stamps, type ApiKey } from "./gateway-state";
import { keysOf } from "./plans";

const row = (key: ApiKey): JsonObject => ({
  AccessKeyId: key.id,
  AccessKeySecret: key.secret,
  AccessKeyType: key.type,
  ...key.given,
  ...timesOf(key),
  Status: key.enabled ? 1 : 0,
});

/** 32 letters and digits, as the service creates them. */
const letters = ({ gateway }: Call) => Array.from({ length: 4 }, () => gateway.newId("").slice(1)).join("");

/** A value that a manual key must bring along, and other keys must not. */
const brought = ({ params }: Call, name: string, { form, isManual }: { form: RegExp; isManual: boolean }) => {
  const value = String(params[name] ?? "");
  if (isManual ? !form.test(value) : params[name] !== undefined)
    reject(FORMAT, `\`${name}\` is for manual keys and must have the form ${form.source}.`);
  return value;
};

const secretForm = /^[A-Za-z0-9_]{10,50}$/;

const turn =
  (enabled: boolean): Run =>
  (call) => {
    const key = call.find("keys");
    if (key.enabled === enabled)
      reject("UnsupportedOperation.UnsupportedUpdateApiKey", `The key is ${enabled ? "enabled" : "disabled"} already.`);
    key.enabled = enabled;
    call.change(key, {});
    return done;
  };

const one = strings("AccessKeyId!");

/** The actions of keys. */
export const keys: Table = {
  CreateApiKey: [
    { "SecretName!": filled, AccessKeyType: oneOf(["auto", "manual"], FORMAT), ...strings("AccessKeyId", "AccessKeySecret"), ...newTags },
    (call) => {
      const type = (call.params.AccessKeyType ?? "auto") as ApiKey["type"];
      const isManual = type === "manual";
      const given = [/^[A-Za-z0-9_]{5,50}$/, secretForm].map((form, index) =>
        brought(call, ["AccessKeyId", "AccessKeySecret"][index]!, { form, isManual }),
      );
      const [id, secret] = (isManual ? given : [`AKID${letters(call)}`, letters(call)]) as [string, string];
      if (call.gateway.keys.has(id)) reject("FailedOperation.AccessKeyExist", "A key of that id exists already.");
      const { SecretName = null } = call.params;
      const key: ApiKey = { id, region: call.region, ...stamps(call.now), secret, type, given: { SecretName }, enabled: true };
      call.gateway.keys.set(id, key);
      return { Result: row(key) };
    },
  ],
  /** Whether ids and names must fit as a whole is not documented: a part is enough here, so that a caller that requires one key must compare. */
  DescribeApiKeysStatus: [
    { ...filters, ...paging },
    (call) =>
      call.listed(
        "ApiKeySet",
        call
          .filtered(call.visible("keys"), { AccessKeyId: has(({ id }) => id), SecretName: has(({ given }) => given.SecretName) })
          .map(row),
      ),
  ],
  /** A new secret: brought along for manual keys, created here for the others. */
  UpdateApiKey: [
    { ...one, ...strings("AccessKeySecret") },
    (call) => {
      const key = call.find("keys");
      const isManual = key.type === "manual";
      const secret = brought(call, "AccessKeySecret", { form: secretForm, isManual });
      key.secret = isManual ? secret : letters(call);
      call.change(key, {});
      return { Result: row(key) };
    },
  ],
  EnableApiKey: [one, turn(true)],
  DisableApiKey: [one, turn(false)],
  DeleteApiKey: [
    one,
    (call) => {
      const { gateway, now } = call;
      const { enabled, id } = call.find("keys");
      if (enabled) reject("UnsupportedOperation.InvalidStatus", "An enabled key cannot be deleted.");
      if (gateway.plans.values().some((plan) => keysOf(gateway, plan, now).includes(id)))
        reject("UnsupportedOperation.ResourceIsInUse", "The key is bound to a usage plan.");
      gateway.keys.delete(id);
      return done;
    },
  ],
};
