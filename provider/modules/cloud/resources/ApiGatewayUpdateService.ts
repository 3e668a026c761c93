// The switch of an environment to another published version. See docs/modules/cloud.md#service-updates.
import type { Cloud } from "../../../core/gen/types";
import { idPart } from "../ids";
import { oneTimeOperation } from "./operation";

/** A switch to a version. */
export const ApiGatewayUpdateService = oneTimeOperation<Cloud.ApiGatewayUpdateServiceInputs, Cloud.ApiGatewayUpdateServiceState>({
  token: "quartet:cloud:ApiGatewayUpdateService",
  idInput: "serviceId",
  state: (inputs, id) => ({ ...inputs, apiGatewayUpdateServiceId: id }),
  properties: {
    serviceId: { validate: idPart },
    versionName: { validate: { minLength: 1 } },
    environmentName: { validate: { minLength: 1 } },
  },
  run: ({ serviceId, environmentName, versionName }, client) =>
    client.write("UpdateService", { ServiceId: serviceId, EnvironmentName: environmentName, VersionName: versionName }),
});
