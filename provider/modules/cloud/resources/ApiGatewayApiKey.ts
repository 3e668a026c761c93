// Keys of callers. Separate actions enable and disable a key; only a disabled key can be deleted. See docs/modules/cloud.md#api-keys.
import type { PropertyTraits } from "../../../contract/properties";
import type { PriorState, ReadResult, Resource } from "../../../contract/resource";
import type { Cloud } from "../../../core/gen/types";
import type { ObjectTest } from "../../../contract/rules";
import { sameTraits, mergeTraits } from "../../../core/compare/traits";
import type { CloudClient } from "../client";
import { equalWords } from "../equality";
import { hasVendorCode } from "../errors";
import type { RemoteApiKey } from "../remote";
import { createObject, writeWhenVisible } from "./creation";
import { deleteOrRestore } from "./deletion";
import { listOf } from "./listing";
import { apiKeys } from "../collections";
import { keyStatusOf, paramsOf } from "../mapping";
import { resultOf, secretOf } from "./state";

type Inputs = Cloud.ApiGatewayApiKeyInputs;
type State = Cloud.ApiGatewayApiKeyState;

const kind = "ApiGatewayApiKey";
/** Codes with which the service rejects enabling an enabled key and disabling a disabled one, among other reasons. */
const maybeDoneCodes = ["UnsupportedOperation.UnsupportedUpdateApiKey"];
/** Codes with which the service rejects the deletion of an enabled key. */
const enabledCodes = ["UnsupportedOperation.InvalidStatus"];

async function setStatus(id: string, status: string, client: CloudClient): Promise<void> {
  try {
    await client.write(status === "off" ? "DisableApiKey" : "EnableApiKey", { AccessKeyId: id });
  } catch (error) {
    if (!hasVendorCode(error, maybeDoneCodes) || keyStatusOf((await apiKeys.findAlone(id, client))?.Status) !== status) throw error;
  }
}

/** ID and secret are inputs of manual keys only. */
const pairTest: ObjectTest = ({ accessKeyType, accessKeyId, accessKeySecret }) => {
  const isManual = equalWords(accessKeyType, "manual");
  const wrong = Object.entries({ accessKeyId, accessKeySecret }).filter(([, value]) => (value !== undefined) !== isManual);
  const reason = isManual
    ? "required for accessKeyType manual"
    : "can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.";
  return wrong.map(([property]) => ({ property, reason }));
};

const pairTraits: { [Name in "accessKeyId" | "accessKeySecret"]: PropertyTraits } = {
  accessKeyId: {
    validate: {
      pattern: { matches: /^[A-Za-z0-9_]{5,50}$/, reason: "expected 5 to 50 letters, digits or underscores" },
      emptyIsAbsent: true,
    },
    computed: true,
    omitOnImport: (_id, { accessKeyType }) => !equalWords(accessKeyType, "manual"),
  },
  accessKeySecret: {
    validate: {
      pattern: { matches: /^[A-Za-z0-9_]{10,50}$/, reason: "expected 10 to 50 letters, digits or underscores" },
      emptyIsAbsent: true,
    },
    computed: true,
    // A masked secret is read as "".
    omitOnImport: (secret, { accessKeyType }) => !equalWords(accessKeyType, "manual") || secret === "",
  },
};

/** A key. */
export const ApiGatewayApiKey: Resource<CloudClient, Inputs, State> = {
  properties: mergeTraits(
    pairTraits,
    {
      secretName: { validate: { minLength: 1 } },
      // The value selects the request.
      status: { validate: { pattern: { matches: /^(?:on|off)$/, reason: "expected on or off" }, emptyIsAbsent: true } },
      accessKeyType: { validate: { emptyIsAbsent: true }, equals: equalWords },
    },
    sameTraits(["apiGatewayApiKeyId", "accessKeyId", "createTime"], { stable: true }),
  ),
  validate: pairTest,
  // The program chooses the ID of a manual key. A new key is enabled.
  identity: {
    inputs: ["accessKeyId"],
    id: ({ accessKeyId = "" }) => accessKeyId,
    written: (inputs) => ({ ...inputs, status: "on" }),
  },
  importId: apiKeys.ids,

  async create({ inputs, created }, { client }) {
    const pair = equalWords(inputs.accessKeyType, "manual") ? ["accessKeyId", "accessKeySecret"] : [];
    const { id, result } = await createObject(client, {
      action: "CreateApiKey",
      params: paramsOf(inputs, ["secretName", "accessKeyType", ...pair]),
      id: "AccessKeyId",
      lookupHint: `Look for a key named "${inputs.secretName}" with getApiGatewayApiKeys. Import it by its ID, or delete it.`,
    });
    const outputs = { ...resultOf<State>(client, { kind, id }, result).state, ...inputs };
    created(id, { ...outputs, status: "on" });
    if (inputs.status === "off") {
      await writeWhenVisible(client, id, apiKeys.gone, () => setStatus(id, "off", client));
      created(id, outputs);
    }
  },

  async update({ id, inputs: { status, accessKeySecret }, changed }, { client }) {
    if (changed.has("accessKeySecret") && accessKeySecret !== undefined)
      await client.write("UpdateApiKey", { AccessKeyId: id, AccessKeySecret: accessKeySecret });
    if (changed.has("status") && status !== undefined) await setStatus(id, status, client);
  },

  async read({ id, prior }, context) {
    const key = await apiKeys.find(id, context);
    return key && keyResult(context.client, id, key, prior);
  },

  async delete({ id, prior }, { client }) {
    /** Returns whether this deletion disabled the key: a key that another writer disabled stays so if the deletion is rejected. */
    const disable = async (): Promise<boolean> => {
      try {
        await client.remove("DisableApiKey", { AccessKeyId: id }, apiKeys.gone);
        return true;
      } catch (error) {
        if (!hasVendorCode(error, maybeDoneCodes)) throw error;
        return false;
      }
    };
    const remove = async (): Promise<void> => client.remove("DeleteApiKey", { AccessKeyId: id }, apiKeys.gone);
    const removeEnabled = async (): Promise<void> => {
      const isChanged = await disable();
      await deleteOrRestore(remove, async () => isChanged && setStatus(id, "on", client));
    };
    if (prior.state.status !== "off") return removeEnabled();
    try {
      await remove();
    } catch (error) {
      if (!hasVendorCode(error, enabledCodes)) throw error;
      // Another writer enabled the key.
      await removeEnabled();
    }
  },

  list: listOf(apiKeys, "SecretName"),
};

function keyResult(client: CloudClient, id: string, key: RemoteApiKey, prior?: PriorState<Inputs, State>): ReadResult<State> {
  const own = {
    status: keyStatusOf(key.Status) ?? prior?.inputs.status ?? "on",
    accessKeySecret: secretOf(key.AccessKeySecret, prior?.state.accessKeySecret),
  };
  return resultOf(client, { kind, id }, key, { own, priorInputs: prior?.inputs });
}
