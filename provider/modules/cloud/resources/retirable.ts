// With the setting `apiGatewayRetired`, resources of the API gateway leave the state without a request. See docs/modules/cloud.md#retirement.
import type { Module, Resource } from "../../../core/contract";
import type { CloudClient } from "../client";
import { retiredError } from "../retirement";

type Resources = Module<CloudClient>["resources"];

/** Wraps every resource of a table: with the setting, Read reports a missing object, Delete succeeds, and Create and Update fail before any request. */
export function retirable(resources: Resources): Resources {
  return Object.fromEntries(Object.entries(resources).map(([name, resource]) => [name, retirableResource(resource)]));
}

function retirableResource<Inputs, State>(resource: Resource<CloudClient, Inputs, State>): Resource<CloudClient, Inputs, State> {
  return {
    ...resource,
    assertWritable({ client }) {
      if (client.options.isGatewayRetired) throw retiredError("Create or Update");
    },
    read: async (request, context) => (context.client.options.isGatewayRetired ? undefined : resource.read(request, context)),
    delete: async (request, context) => (context.client.options.isGatewayRetired ? undefined : resource.delete(request, context)),
  };
}
