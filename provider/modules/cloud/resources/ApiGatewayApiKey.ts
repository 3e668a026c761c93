// Keys of callers (cloud-resources.md 4.3). A key is switched on and off by actions of its own; it must be off to be deleted.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import type { Plain } from "../../../core/value";
import type { CloudClient } from "../client";
import { isCode } from "../errors";
import { changing } from "./changing";
import { newObject } from "./creation";
import { findKey, keyGone } from "./find-key";
import { ids } from "./ids";
import { stateOf } from "./state";
import { sentOf, shownSecret } from "./values";

type Inputs = Cloud.ApiGatewayApiKeyInputs;
type State = Cloud.ApiGatewayApiKeyState;

const kind = "ApiGatewayApiKey";
const { check } = ids(["accessKeyId"], "AKIDz8krbsJ5yKBZQpn74WFkmLPx3exampl");
/** How the service refuses to switch a key to what it is already, among other reasons. */
const perhapsSo = ["UnsupportedOperation.UnsupportedUpdateApiKey"];
/** How the service refuses to delete a key that is on: somebody else has switched it on since. */
const enabled = ["UnsupportedOperation.InvalidStatus"];

const statusOf = (told: Plain | undefined): "off" | "on" | undefined => (told === 1 ? "on" : told === 0 ? "off" : undefined);

async function turn(id: string, wanted: "off" | "on", client: CloudClient): Promise<void> {
  try {
    await client.write(wanted === "off" ? "DisableApiKey" : "EnableApiKey", { AccessKeyId: id });
  } catch (error) {
    if (!isCode(error, perhapsSo) || statusOf((await findKey(id, client))?.["Status"]) !== wanted) throw error;
  }
}

/** A key. */
export const ApiGatewayApiKey: Resource<CloudClient, Inputs, State> = {
  rules: {
    properties: {
      secretName: { minLength: 1 },
      accessKeyId: { pattern: { matches: /^[A-Za-z0-9_]{5,50}$/, says: "expected 5 to 50 letters, digits or underscores" } },
      accessKeySecret: { pattern: { matches: /^[A-Za-z0-9_]{10,50}$/, says: "expected 10 to 50 letters, digits or underscores" } },
    },
    test: ({ accessKeyType, accessKeyId, accessKeySecret }) => {
      const manual = accessKeyType === "manual";
      const pair = { accessKeyId, accessKeySecret };
      const wrong = Object.entries(pair).filter(([, value]) => (value !== undefined) !== manual);
      const reason = manual
        ? "required for accessKeyType manual"
        : "can be chosen for accessKeyType manual only; the service makes it for auto";
      return wrong.map(([property]) => ({ property, reason }));
    },
  },
  filled: ["accessKeyId", "accessKeySecret"],
  // Of a key that the service made, the program takes over no more than it can give; a secret that is hidden cannot be taken over.
  leaves: ({ accessKeyType, accessKeySecret }) => [
    ...(accessKeyType === "manual" ? [] : (["accessKeyId"] as const)),
    ...(accessKeyType === "manual" && accessKeySecret !== "" ? [] : (["accessKeySecret"] as const)),
  ],
  stables: ["apiGatewayApiKeyId", "accessKeyId", "createTime"],
  // The same id cannot stand twice.
  deleteBeforeReplace: (old, next) => next.accessKeyType === "manual" && next.accessKeyId === old.accessKeyId,
  checkId: check,
  birth: (inputs) => ({ ...inputs, status: "on" }),

  async create(inputs, client) {
    const pair = inputs.accessKeyType === "manual" ? (["accessKeyId", "accessKeySecret"] as const) : [];
    const { id, answer } = await newObject(client, {
      action: "CreateApiKey",
      params: sentOf(inputs, ["secretName", "accessKeyType", ...pair]),
      id: "AccessKeyId",
      find: `Look for a key named "${inputs.secretName}" with getApiGatewayApiKeys. Import it by its ID, or delete it.`,
    });
    const { accessKeyId, accessKeySecret, createTime, modifyTime } = stateOf<State>(client, kind, answer);
    return { id, outputs: { apiGatewayApiKeyId: id, accessKeyId, accessKeySecret, createTime, modifyTime } };
  },

  // The id of a manual key is the program's. Without the same secret it may be a key of somebody else.
  async recover({ accessKeyType, accessKeyId, accessKeySecret, secretName }, client) {
    if (accessKeyType !== "manual" || accessKeyId === undefined) return undefined;
    const key = await findKey(accessKeyId, client);
    return key?.["AccessKeySecret"] === accessKeySecret && key?.["SecretName"] === secretName ? accessKeyId : undefined;
  },

  apply: changing(keyGone, async (id, { status, accessKeySecret }, previous, client) => {
    if (accessKeySecret !== undefined && accessKeySecret !== previous.accessKeySecret)
      await client.write("UpdateApiKey", { AccessKeyId: id, AccessKeySecret: accessKeySecret });
    if (status !== undefined && status !== previous.status) await turn(id, status, client);
  }),

  async read(id, client, known) {
    const key = await findKey(id, client);
    if (!key) return undefined;
    const kept = known?.standing.accessKeySecret ?? known?.outputs["accessKeySecret"];
    const status = statusOf(key["Status"]) ?? known?.inputs.status ?? "on";
    const own = { apiGatewayApiKeyId: id, status, accessKeySecret: shownSecret(key["AccessKeySecret"], kept) };
    return { id, state: stateOf(client, kind, key, { own, had: known?.inputs }) };
  },

  async delete(id, client, known) {
    const disable = async (): Promise<void> => client.undo("DisableApiKey", { AccessKeyId: id }, [...keyGone, ...perhapsSo]);
    const remove = async (): Promise<void> => client.undo("DeleteApiKey", { AccessKeyId: id }, keyGone);
    const off = known.standing.status === "off";
    if (!off) await disable();
    try {
      await remove();
    } catch (error) {
      if (!off || !isCode(error, enabled)) throw error;
      await disable();
      await remove();
    }
  },
};
