// Services: the containers of APIs. Limits and tags are written by separate actions once the service exists. See docs/modules/cloud.md#services.
import type { Resource, UpdateRequest } from "../../../contract/resource";
import { hasCode, ProviderError } from "../../../core/errors/errors";
import type { Cloud } from "../../../core/gen/types";
import { sameTraits, mergeTraits } from "../../../core/compare/traits";
import { scalarText } from "../../../core/values/records";
import type { CloudClient } from "../client";
import { equalSets, equalWords } from "../equality";
import { withCodeHint } from "../errors";
import { unlessGone } from "../gone";
import type { RemoteService } from "../remote";
import { usagePlansOf } from "../usage-plans";
import { createObject, writeWhenVisible } from "./creation";
import { deleteOrRestore } from "./deletion";
import { duplicateViolation, environmentNames } from "../ids";
import { limitTraits, readLimits, withoutLimits, writeLimits } from "./limits";
import { listOf } from "./listing";
import { apis, services } from "../collections";
import { paramsOf } from "../mapping";
import { resultOf } from "./state";
import { readTags, tagChanges, writeTags } from "./tags";

type Inputs = Cloud.ApiGatewayServiceInputs;
type State = Cloud.ApiGatewayServiceState;

const kind = "ApiGatewayService";
const { gone } = services;

const ipVersionHint = "IPv6 may not be available here. Leave ipVersion out for IPv4.";
/** Codes with which CreateService rejects an IP version that is not available, among other reasons. */
const ipVersionCodes = [
  "InvalidParameterValue",
  "InvalidParameterValue.NotInOptions",
  "InvalidParameter.FormatError",
  "UnsupportedOperation.InvalidAction",
];
const fixedHint = "This property of a service cannot be changed. Revert the change, or replace the service and all its APIs by hand.";
/** Codes with which ModifyService rejects a change permanently. */
const fixedCodes = ["UnsupportedOperation.ReduceNetTypes", "UnsupportedOperation.ModifyNetType", "FailedOperation.ServiceError"];

/** A service. */
export const ApiGatewayService: Resource<CloudClient, Inputs, State> = {
  properties: mergeTraits(
    limitTraits,
    sameTraits(["serviceDesc", "instanceId", "uniqVpcId", "exclusiveSetName"], { default: "" }),
    sameTraits(["protocol", "ipVersion"], { equals: equalWords }),
    sameTraits(["apiGatewayServiceId", "createTime", "ipVersion"], { stable: true }),
    // A change of the default domain of the service replaces custom domains.
    sameTraits(["outerSubDomain", "internalSubDomain"], { stable: { unlessChanged: ["netTypes"] } }),
    {
      serviceName: { validate: { minLength: 1 } },
      netTypes: { validate: { minItems: 1, test: (types) => duplicateViolation(types, "a network type") }, equals: equalSets },
      exclusiveSetName: { local: true },
      ipVersion: { validate: { emptyIsAbsent: true } },
      uniqVpcId: { requiresReplaceIf: (prior) => (prior ?? "") !== "" },
    },
  ),
  importId: services.ids,

  async create({ inputs, created }, { client }) {
    const keys = ["serviceName", "protocol", "netTypes", "ipVersion", "serviceDesc", "instanceId", "uniqVpcId"];
    const lookupHint = `Look for a service named "${inputs.serviceName}" with getApiGatewayServices. Import it by its ID, or delete it.`;
    const params = paramsOf(inputs, keys);
    const { id } = await withCodeHint(inputs.ipVersion === "IPv6" ? ipVersionCodes : [], ipVersionHint, async () =>
      createObject(client, { action: "CreateService", params, id: "ServiceId", lookupHint }),
    );
    const { tags = {}, ...untagged } = inputs;
    created(id, { ...withoutLimits(untagged), apiGatewayServiceId: id });
    await client.waitUntil(`visibility of ${id}`, () => client.find("DescribeService", { ServiceId: id }, gone));
    await writeWhenVisible(client, id, gone, () => writeLimits(client, { serviceId: id }, inputs));
    await writeTags(client, { kind, id }, { set: tags });
    created(id, { ...inputs, apiGatewayServiceId: id });
  },

  async update(request, { client }) {
    const { id, inputs, changed } = request;
    const tags = await tagChanges(request);
    await modify(request, client);
    await writeLimits(client, { serviceId: id }, inputs, changed);
    await writeTags(client, { kind, id }, tags);
  },

  read: ({ id, prior }, { client, load }) =>
    unlessGone("service", async () => {
      const reads = { client, load };
      const service = await client.object("DescribeService", { ServiceId: id });
      const UsagePlanLists = await usagePlansOf(client, id, { members: ["UsagePlanId"] });
      const limits = await readLimits(reads, { serviceId: id });
      const own = { ...limits, tags: await readTags(reads, { kind, id }) };
      return resultOf(client, { kind, id }, { ...service, UsagePlanLists }, { own, priorInputs: prior?.inputs });
    }),

  async delete({ id }, { client, load }) {
    const service = await unusedService(id, client);
    if (!service) return;
    const tags = (await unlessGone("service", () => readTags({ client, load }, { kind, id }))) ?? {};
    const { AvailableEnvironments: published } = service;
    for (const EnvironmentName of environmentNames) {
      const isOnline = !Array.isArray(published) || published.includes(EnvironmentName);
      if (isOnline) await client.remove("UnReleaseService", { ServiceId: id, EnvironmentName }, gone);
    }
    await unlessGone("service", () => writeTags(client, { kind, id }, { remove: Object.keys(tags) }));
    await deleteOrRestore(
      () => client.remove("DeleteService", { ServiceId: id }, gone),
      () => writeTags(client, { kind, id }, { set: tags }),
    );
  },

  list: listOf(services, "ServiceName"),
};

/** How long removed APIs and usage plans may be found, in seconds: as long as a deletion is repeated after codes that mean "in use". */
const foundSeconds = 60;
/** How long the service may count them, in seconds: as long as a deletion is repeated after UnsupportedDeleteService. */
const countedSeconds = 300;

/** A service without APIs and usage plans; undefined if it does not exist. */
interface Unused {
  service: RemoteService | undefined;
}

/**
 * Returns the service once it has no APIs and no usage plans, undefined if it does not exist. Fails if it keeps them: the service rejects the deletion then,
 * but not the earlier steps, which take the APIs offline.
 */
async function unusedService(id: string, client: CloudClient): Promise<RemoteService | undefined> {
  let uses = "";
  const check = async (): Promise<Unused | undefined> => {
    const service: RemoteService | undefined = await client.find("DescribeService", { ServiceId: id }, gone);
    const counts = [service?.ApiTotalCount, service?.UsagePlanTotalCount].map((count) => Number(scalarText(count)));
    uses = `APIs: ${counts[0]}, usage plans: ${counts[1]}`;
    return counts.some(Boolean) ? undefined : { service };
  };
  const wait = async (seconds: number): Promise<Unused | undefined> =>
    client.waitUntil(`removal of the APIs and usage plans of service ${id}`, check, seconds).catch((error: unknown) => {
      // The limit of the operation, or of a request, has the same code.
      if (client.context.signal.aborted || uses === "" || !hasCode(error, "deadline_exceeded")) throw error;
      return undefined;
    });
  let found = await wait(foundSeconds);
  const user = found ? undefined : await userOf(id, client).catch(() => undefined);
  if (!found && !user) found = await wait(countedSeconds - foundSeconds);
  if (found) return found.service;
  const reason = `service ${id} is still in use (${uses})${user ? `, for example by ${user}` : ""}. Nothing was changed.`;
  throw new ProviderError("aborted", `${reason} Delete the APIs, unbind the plans, then delete the service again.`);
}

/** Returns an API or usage plan of the service that a read of its own finds, too: the service may list and count what was removed. */
async function userOf(ServiceId: string, client: CloudClient): Promise<string | undefined> {
  for await (const [, { ApiId = "" }] of apis.entries(client, { serviceId: ServiceId }))
    if (await client.find("DescribeApi", { ServiceId, ApiId }, apis.gone)) return `API ${scalarText(ApiId)}`;
  for (const { UsagePlanId = "", BindType = "" } of await usagePlansOf(client, ServiceId, { members: ["UsagePlanId"] })) {
    const options = { members: ["ServiceId"] };
    const read = async () => client.readPages("DescribeUsagePlanEnvironments", { UsagePlanId, BindType }, "EnvironmentList", options);
    const bindings = (await unlessGone("plan", read)) ?? [];
    if (bindings.some((binding) => binding.ServiceId === ServiceId)) return `usage plan ${scalarText(UsagePlanId)}`;
  }
  return undefined;
}

/** Writes the changed settings. ModifyService takes name, protocol, networks and description as a whole. */
async function modify({ id, inputs, changed, merged }: UpdateRequest<Inputs, State>, client: CloudClient): Promise<void> {
  if (!changed.has("serviceName", "protocol", "netTypes", "serviceDesc", "uniqVpcId")) return;
  const { serviceDesc: ServiceDesc = "", ...rest } = await merged("serviceName", "protocol", "netTypes", "serviceDesc");
  const params = {
    ...paramsOf(rest, ["serviceName", "protocol", "netTypes"]),
    ...(changed.has("uniqVpcId") && paramsOf(inputs, ["uniqVpcId"])),
    ServiceDesc,
  };
  await withCodeHint(fixedCodes, fixedHint, async () => client.write("ModifyService", { ServiceId: id, ...params }));
}
