// Keys of callers. Separate actions enable and disable a key; only a disabled key can be deleted. See docs/modules/cloud.md#api-keys.
import type { PropertyTraits, Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import type { ObjectTest } from "../../../core/rules";
import { sameTraits, mergeTraits } from "../../../core/traits";
import type { CloudClient } from "../client";
import { hasVendorCode } from "../errors";
import { goneCodes, withGoneHint } from "../gone";
import { keyStatusOf } from "../key-status";
import { createObject } from "./creation";
import { idFormat } from "./ids";
import { findKey } from "./keys";
import { listOf } from "./listing";
import { paramsOf } from "./params";
import { secretOf, stateOf } from "./state";

type Inputs = Cloud.ApiGatewayApiKeyInputs;
type State = Cloud.ApiGatewayApiKeyState;

const kind = "ApiGatewayApiKey";
const gone = goneCodes("key");
const { validate } = idFormat(["accessKeyId"], "AKIDz8krbsJ5yKBZQpn74WFkmLPx3exampl");
/** Codes with which the service rejects enabling an enabled key and disabling a disabled one, among other reasons. */
const maybeDoneCodes = ["UnsupportedOperation.UnsupportedUpdateApiKey"];
/** Codes with which the service rejects the deletion of an enabled key. */
const enabledCodes = ["UnsupportedOperation.InvalidStatus"];

async function setStatus(id: string, status: string, client: CloudClient): Promise<void> {
  try {
    await client.write(status === "off" ? "DisableApiKey" : "EnableApiKey", { AccessKeyId: id });
  } catch (error) {
    if (!hasVendorCode(error, maybeDoneCodes) || keyStatusOf((await findKey(id, client))?.Status) !== status) throw error;
  }
}

/** ID and secret are inputs of manual keys only. */
const pairTest: ObjectTest = ({ accessKeyType, accessKeyId, accessKeySecret }) => {
  const isManual = accessKeyType === "manual";
  const wrong = Object.entries({ accessKeyId, accessKeySecret }).filter(([, value]) => (value !== undefined) !== isManual);
  const reason = isManual
    ? "required for accessKeyType manual"
    : "can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.";
  return wrong.map(([property]) => ({ property, reason }));
};

const pairTraits: { [Name in "accessKeyId" | "accessKeySecret"]: PropertyTraits } = {
  accessKeyId: {
    validate: { pattern: { matches: /^[A-Za-z0-9_]{5,50}$/, reason: "expected 5 to 50 letters, digits or underscores" } },
    computed: true,
    omitOnImport: (_id, { accessKeyType }) => accessKeyType !== "manual",
  },
  accessKeySecret: {
    validate: { pattern: { matches: /^[A-Za-z0-9_]{10,50}$/, reason: "expected 10 to 50 letters, digits or underscores" } },
    computed: true,
    // A masked secret is read as "".
    omitOnImport: (secret, { accessKeyType }) => accessKeyType !== "manual" || secret === "",
  },
};

/** A key. */
export const ApiGatewayApiKey: Resource<CloudClient, Inputs, State> = {
  properties: mergeTraits(
    pairTraits,
    {
      secretName: { validate: { minLength: 1 } },
      // The value selects the request.
      status: { validate: { pattern: { matches: /^(?:on|off)$/, reason: "expected on or off" } } },
    },
    sameTraits(["apiGatewayApiKeyId", "accessKeyId", "createTime"], { stable: true }),
  ),
  validate: pairTest,
  // Two keys cannot have the same ID.
  deleteBeforeReplace: (prior, next) => next.accessKeyType === "manual" && next.accessKeyId === prior.accessKeyId,
  importId: { validate },

  async create({ inputs, created }, { client }) {
    const pair = inputs.accessKeyType === "manual" ? ["accessKeyId", "accessKeySecret"] : [];
    const { id, result } = await createObject(client, {
      action: "CreateApiKey",
      params: paramsOf(inputs, ["secretName", "accessKeyType", ...pair]),
      id: "AccessKeyId",
      lookupHint: `Look for a key named "${inputs.secretName}" with getApiGatewayApiKeys. Import it by its ID, or delete it.`,
    });
    const outputs = { ...stateOf<State>(client, kind, result), ...inputs, apiGatewayApiKeyId: id };
    created(id, { ...outputs, status: "on" });
    if (inputs.status !== "off") return;
    await setStatus(id, "off", client);
    created(id, outputs);
  },

  // The program chooses the ID of a manual key. Core compares name and secret, because the key may be another one.
  async find({ accessKeyType, accessKeyId, ...inputs }, { client }) {
    if (accessKeyType !== "manual" || accessKeyId === undefined) return undefined;
    const key = await read(accessKeyId, client);
    return key && { ...key, written: { ...inputs, accessKeyType, accessKeyId, status: "on" } };
  },

  update: withGoneHint("key", async ({ id, inputs: { status, accessKeySecret }, changed }, { client }) => {
    if (changed.has("accessKeySecret") && accessKeySecret !== undefined)
      await client.write("UpdateApiKey", { AccessKeyId: id, AccessKeySecret: accessKeySecret });
    if (changed.has("status") && status !== undefined) await setStatus(id, status, client);
  }),

  read: ({ id, prior }, { client }) => read(id, client, prior),

  async delete({ id, prior }, { client }) {
    const disable = async (): Promise<void> =>
      client.deleteIgnoringMissing("DisableApiKey", { AccessKeyId: id }, [...gone, ...maybeDoneCodes]);
    const remove = async (): Promise<void> => client.deleteIgnoringMissing("DeleteApiKey", { AccessKeyId: id }, gone);
    const isOff = prior.state.status === "off";
    if (!isOff) await disable();
    try {
      await remove();
    } catch (error) {
      // Another writer enabled the key.
      if (!isOff || !hasVendorCode(error, enabledCodes)) throw error;
      await disable();
      await remove();
    }
  },

  list: listOf({ action: "DescribeApiKeysStatus", rows: "ApiKeySet", id: "AccessKeyId", name: "SecretName" }),
};

async function read(id: string, client: CloudClient, prior?: { inputs: Partial<Inputs>; state: Partial<State> }) {
  const key = await findKey(id, client);
  if (!key) return undefined;
  const own = {
    apiGatewayApiKeyId: id,
    status: keyStatusOf(key.Status) ?? prior?.inputs.status ?? "on",
    accessKeySecret: secretOf(key.AccessKeySecret, prior?.state.accessKeySecret),
  };
  return { id, state: stateOf<State>(client, kind, key, { own, priorInputs: prior?.inputs }) };
}
