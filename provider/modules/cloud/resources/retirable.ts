// With the setting `apiGatewayRetired`, resources of the API gateway leave the state without a request. See docs/modules/cloud.md#retirement.
import type { Module } from "../../../contract/module";
import type { Resource } from "../../../contract/resource";
import type { CloudClient } from "../client";

type Resources = Module<CloudClient>["resources"];

/** Wraps every resource of a table: with the setting, Read reports a missing object, and Delete succeeds. The module rejects writes. */
export function retirable(resources: Resources): Resources {
  return Object.fromEntries(Object.entries(resources).map(([name, resource]) => [name, retirableResource(resource)]));
}

function retirableResource<Inputs, State>(resource: Resource<CloudClient, Inputs, State>): Resource<CloudClient, Inputs, State> {
  return {
    ...resource,
    read: async (request, context) => (context.client.isGatewayRetired ? undefined : resource.read(request, context)),
    delete: async (request, context) => (context.client.isGatewayRetired ? undefined : resource.delete(request, context)),
  };
}
