// What all resources of the gateway have in common: the region in their states, the wait until a new object is visible, and the retirement of the service.
import type { Module } from "../../../contract/module";
import type { CreateRequest, ReadResult, Resource } from "../../../contract/resource";
import { settingsNote } from "../../../core/errors/config-command";
import { ProviderError } from "../../../core/errors/errors";
import { mapMembers, type PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";

type Resources = Module<CloudClient>["resources"];
type CloudResource = Resource<CloudClient, PlainMap, PlainMap>;

/** The internal output that contains the region: no ID of the service names it. States of earlier versions have none. See docs/modules/cloud.md#regions. */
const regionOutput = "__region";

/**
 * Wraps every resource of a table. Its states contain the region, and a request from another region fails before it is sent. A create that does not return the
 * object ends when a read finds it. With the setting `apiGatewayRetired`, Read reports a missing object, and Delete succeeds: no request is sent, and the
 * module rejects writes. See docs/modules/cloud.md#visibility and docs/modules/cloud.md#retirement.
 */
export function gatewayResources(resources: Resources): Resources {
  return mapMembers<CloudResource, CloudResource>(resources, gatewayResource);
}

function gatewayResource(resource: CloudResource): CloudResource {
  const { update } = resource;
  const read: CloudResource["read"] = async (request, context) =>
    context.client.isGatewayRetired ? undefined : inRegion(await resource.read(request, context), context.client);
  return {
    ...resource,
    read,
    async verifyPlace(request, client) {
      await verifyRegion(request, client);
      await resource.verifyPlace?.(request, client);
    },
    async create(request, context) {
      const { inputs, created } = request;
      const { client } = context;
      const region = { [regionOutput]: await client.region() };
      let reported: { id: string; state: Partial<PlainMap> } | undefined;
      const report: CreateRequest<PlainMap, PlainMap>["created"] = (id, state = inputs) => {
        reported = { id, state: { ...state, ...region } };
        created(id, reported.state);
      };
      const written = await resource.create({ ...request, created: report }, context);
      if (written || !reported) return inRegion(written, client);
      const { id, state } = reported;
      const prior = { inputs, state: { ...state, ...inputs } };
      return client.waitUntil(`visibility of ${id}`, () => read({ id, prior }, context));
    },
    ...(update && { update: async (request, context) => inRegion(await update(request, context), context.client) }),
    delete: async (request, context) => (context.client.isGatewayRetired ? undefined : resource.delete(request, context)),
  };
}

async function inRegion(found: ReadResult<PlainMap> | undefined | void, client: CloudClient): Promise<ReadResult<PlainMap> | undefined> {
  return found ? { ...found, state: { ...found.state, [regionOutput]: await client.region() } } : undefined;
}

/** Fails with `failed_precondition` if the state names another region than the connection. A retired gateway has no region. */
async function verifyRegion({ id, state }: { id: string; state: Partial<PlainMap> }, client: CloudClient): Promise<void> {
  const { [regionOutput]: known } = state;
  if (typeof known !== "string" || client.isGatewayRetired) return;
  const region = await client.region();
  if (region === known) return;
  const reason = `${id}: the object is in the region ${known}, and the provider is configured for ${region}. Nothing was sent to the object.`;
  const advice = `Set quartet:region, or TENCENTCLOUD_REGION without this setting, to ${known}. ${settingsNote} To give the object up, remove it from the state with \`pulumi state delete\`.`;
  throw new ProviderError("failed_precondition", `${reason} ${advice}`);
}
