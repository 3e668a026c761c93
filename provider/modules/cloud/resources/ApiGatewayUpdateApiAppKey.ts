// The change of an application's key. See docs/modules/cloud.md#application-key-updates.
import type { Cloud } from "../../../core/gen/types";
import { idPart } from "../ids";
import { oneTimeOperation } from "./operation";

/** A change of a key. */
export const ApiGatewayUpdateApiAppKey = oneTimeOperation<Cloud.ApiGatewayUpdateApiAppKeyInputs, Cloud.ApiGatewayUpdateApiAppKeyState>({
  token: "quartet:cloud:ApiGatewayUpdateApiAppKey",
  idInput: "apiAppId",
  state: (inputs, id) => ({ ...inputs, apiGatewayUpdateApiAppKeyId: id }),
  properties: { apiAppId: { validate: idPart }, apiAppKey: { validate: { minLength: 1 } } },
  run: ({ apiAppId, apiAppKey }, client) => client.write("UpdateApiAppKey", { ApiAppId: apiAppId, ApiAppKey: apiAppKey }),
});
