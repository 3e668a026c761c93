// The region of an object: no ID of the service names it, so that the state does. See docs/modules/cloud.md#regions.
import type { Module } from "../../../contract/module";
import type { CreateRequest, ReadResult, Resource } from "../../../contract/resource";
import { settingsNote } from "../../../core/errors/config-command";
import { ProviderError } from "../../../core/errors/errors";
import type { PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";

type Resources = Module<CloudClient>["resources"];
type CloudResource = Resource<CloudClient, PlainMap, PlainMap>;

/** The internal output that contains the region. States of earlier versions have none. */
const regionOutput = "__region";

/** Wraps every resource of a table: its states contain the region, and a request from another region fails before it is sent. */
export function regional(resources: Resources): Resources {
  return Object.fromEntries(Object.entries(resources).map(([name, resource]) => [name, regionalResource(resource as CloudResource)]));
}

function regionalResource(resource: CloudResource): CloudResource {
  const { update } = resource;
  return {
    ...resource,
    async verifyPlace(request, client) {
      await verifyRegion(request, client);
      await resource.verifyPlace?.(request, client);
    },
    async create(request, context) {
      const { inputs, created } = request;
      const region = { [regionOutput]: await context.client.region() };
      const report: CreateRequest<PlainMap, PlainMap>["created"] = (id, state = inputs) => created(id, { ...state, ...region });
      return inRegion(await resource.create({ ...request, created: report }, context), context.client);
    },
    read: async (request, context) => (await inRegion(await resource.read(request, context), context.client)) ?? undefined,
    ...(update && { update: async (request, context) => inRegion(await update(request, context), context.client) }),
  };
}

async function inRegion<Found extends ReadResult<PlainMap> | undefined | void>(found: Found, client: CloudClient): Promise<Found> {
  return found && { ...found, state: { ...found.state, [regionOutput]: await client.region() } };
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
