// The switch of an environment to another published version (cloud-resources.md 4.17): done once, when the resource is made; nothing is read or undone.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import type { CloudClient } from "../client";
import { part } from "./ids";

type Inputs = Cloud.ApiGatewayUpdateServiceInputs;
type State = Cloud.ApiGatewayUpdateServiceState;

/** A switch to a version. */
export const ApiGatewayUpdateService: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { serviceId: part, versionName: { minLength: 1 } } },

  async create({ serviceId, environmentName, versionName }, client) {
    // To switch twice to the same version does no harm, so that it may be repeated.
    await client.write("UpdateService", { ServiceId: serviceId, EnvironmentName: environmentName, VersionName: versionName });
    return serviceId;
  },

  async read(id, _client, known) {
    const { serviceId = id, environmentName, versionName } = known?.inputs ?? {};
    if (environmentName === undefined || versionName === undefined) {
      throw new ProviderError(
        "invalid_argument",
        "quartet:cloud:ApiGatewayUpdateService cannot be imported: it is an operation that is done once and leaves no object to read; let the program make it, which switches the environment again",
      );
    }
    return { id, state: { serviceId, environmentName, versionName, apiGatewayUpdateServiceId: id } };
  },

  delete: async () => undefined,
};
