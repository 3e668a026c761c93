// Services: the containers of APIs. Limits and tags are written by separate actions once the service exists. See docs/modules/cloud.md#services.
import type { Resource, UpdateRequest } from "../../../contract/resource";
import type { Cloud } from "../../../core/gen/types";
import { sameTraits, mergeTraits } from "../../../core/compare/traits";
import type { CloudClient } from "../client";
import { equalSets, equalWords } from "../equality";
import { withCodeHint } from "../errors";
import { unlessGone } from "../gone";
import { usagePlansOf } from "../usage-plans";
import { createObject } from "./creation";
import { duplicateViolation, environmentNames } from "../ids";
import { limitTraits, readLimits, withoutLimits, writeLimits } from "./limits";
import { listOf } from "./listing";
import { services } from "../collections";
import { paramsOf } from "./params";
import { resultOf } from "./state";
import { clearTags, readTags, tagChanges, writeTags } from "./tags";

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
      uniqVpcId: { requiresReplaceIf: (prior) => (prior ?? "") !== "" },
      tags: { default: {} },
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
    await client.waitUntil(`service ${id}`, () => client.find("DescribeService", { ServiceId: id }, gone));
    await writeLimits(client, { serviceId: id }, inputs);
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
      const names = { apiLists: "ApiIdStatusSet" };
      return resultOf(client, { kind, id }, { ...service, UsagePlanLists }, { own, priorInputs: prior?.inputs, names });
    }),

  async delete({ id }, { client }) {
    const service = await client.find("DescribeService", { ServiceId: id }, gone);
    if (!service) return;
    const { AvailableEnvironments: published } = service;
    for (const EnvironmentName of environmentNames) {
      const isOnline = !Array.isArray(published) || published.includes(EnvironmentName);
      if (isOnline) await client.remove("UnReleaseService", { ServiceId: id, EnvironmentName }, gone);
    }
    await unlessGone("service", () => clearTags(client, { kind, id }));
    await client.remove("DeleteService", { ServiceId: id }, gone);
  },

  list: listOf(services, "ServiceName"),
};

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
