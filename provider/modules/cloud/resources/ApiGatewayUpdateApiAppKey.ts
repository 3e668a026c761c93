// The change of an application's key (cloud-resources.md 4.18): done once, when the resource is made; nothing is read or undone.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import type { CloudClient } from "../client";
import { part } from "./ids";

type Inputs = Cloud.ApiGatewayUpdateApiAppKeyInputs;
type State = Cloud.ApiGatewayUpdateApiAppKeyState;

/** A change of a key. */
export const ApiGatewayUpdateApiAppKey: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { apiAppId: part, apiAppKey: { minLength: 1 } } },

  async create({ apiAppId, apiAppKey }, client) {
    // The same key given twice is the same key, so that it may be repeated.
    await client.write("UpdateApiAppKey", { ApiAppId: apiAppId, ApiAppKey: apiAppKey });
    return { id: apiAppId, outputs: { apiGatewayUpdateApiAppKeyId: apiAppId } };
  },

  async read(id, _client, known) {
    const { apiAppId = id, apiAppKey } = known?.inputs ?? {};
    if (apiAppKey === undefined) {
      throw new ProviderError(
        "invalid_argument",
        "quartet:cloud:ApiGatewayUpdateApiAppKey cannot be imported: it is an operation that is done once and leaves no object to read; let the program make it, which sets the key again",
      );
    }
    return { id, state: { apiAppId, apiAppKey, apiGatewayUpdateApiAppKeyId: id } };
  },

  delete: async () => undefined,
};
