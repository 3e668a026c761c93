// Services: the containers of APIs (cloud-resources.md 4.1). Limits and tags are written by actions of their own, once the service is there.
import type { Born, LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import { ProviderError } from "../../../core/errors";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameSet, sameWord } from "../equal-forms";
import { hinting, isCode, unlessRefused } from "../errors";
import { usagePlansOf } from "../usage-plans";
import { changing } from "./changing";
import { newObject, onceShown } from "./creation";
import { ids } from "./ids";
import { limitInputs, readLimits, withoutLimit, writeLimits } from "./limits";
import { stateOf } from "./state";
import { clearTags, noTags, readTags, writeTags } from "./tags";
import { anyChanged, blank, sentOf } from "./values";

type Inputs = Cloud.ApiGatewayServiceInputs;
type State = Cloud.ApiGatewayServiceState;

const gone = ["ResourceNotFound.InvalidService"];
/** How CreateService refuses a version of IP that it does not offer, among other reasons (the codes that it declares for values). */
const versionCodes = [
  ...["InvalidParameterValue", "InvalidParameterValue.NotInOptions", "InvalidParameter.FormatError"],
  "UnsupportedOperation.InvalidAction",
];
const kind = "ApiGatewayService";
const { check } = ids(["serviceId"], "service-k3v9x2ab");

/** A service. */
export const ApiGatewayService: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { ...limitInputs.rules, serviceName: { minLength: 1 }, netTypes: { minItems: 1 } } },
  same: { ...limitInputs.same, netTypes: sameSet, protocol: sameWord, ipVersion: sameWord },
  serverDefaults: { ...blank("serviceDesc", "instanceId", "uniqVpcId", "exclusiveSetName"), ...noTags },
  local: ["exclusiveSetName"],
  filled: limitInputs.filled,
  leaves: withoutLimit,
  stables: ["apiGatewayServiceId", "createTime", "ipVersion"],
  // A custom domain is replaced when its default domain is not known to stay.
  follows: { outerSubDomain: ["netTypes"], internalSubDomain: ["netTypes"] },
  replacesWhen: { uniqVpcId: (old) => (old ?? "") !== "" },
  checkId: check,
  birth: ({ preLimit: _pre, releaseLimit: _release, testLimit: _test, tags: _tags, ...rest }) => rest,

  async create(inputs, client): Promise<Born> {
    const keys = ["serviceName", "protocol", "netTypes", "ipVersion", "serviceDesc", "instanceId", "uniqVpcId"];
    const find = `Look for a service named "${inputs.serviceName}" with getApiGatewayServices. Import it by its ID, or delete it.`;
    const make = async () => newObject(client, { action: "CreateService", params: sentOf(inputs, keys), id: "ServiceId", find });
    const { id } = await (inputs.ipVersion === "IPv6"
      ? hinting(versionCodes, "Perhaps IPv6 is not offered here; leave ipVersion out for IPv4.", make)
      : make());
    const look = () => client.find("DescribeService", { ServiceId: id }, gone);
    return onceShown({ id }, () => client.until(`service ${id} to be there`, look));
  },

  apply: changing(gone, async (id, inputs, previous, client) => {
    await modify(id, inputs, previous, client);
    await writeLimits(client, { serviceId: id }, inputs, previous);
    await writeTags(client, { kind, id }, inputs.tags, previous.tags);
  }),

  read: (id, client, known) =>
    unlessRefused(gone, async () => {
      const service = (await client.read("DescribeService", { ServiceId: id })) as PlainMap;
      const UsagePlanLists = await usagePlansOf(client, id);
      const limits = await readLimits(client, { serviceId: id });
      const own = { apiGatewayServiceId: id, ...limits, tags: await readTags(client, { kind, id }) };
      const had = known?.inputs as PlainMap | undefined;
      return { id, state: stateOf(client, kind, { ...service, UsagePlanLists }, { own, had, names: { apiLists: "ApiIdStatusSet" } }) };
    }),

  async delete(id, client) {
    const service = await client.find("DescribeService", { ServiceId: id }, gone);
    if (!service) return;
    const { AvailableEnvironments: published } = service;
    for (const EnvironmentName of ["test", "release", "prepub"]) {
      const online = !Array.isArray(published) || published.includes(EnvironmentName);
      if (online) await client.undo("UnReleaseService", { ServiceId: id, EnvironmentName }, [...gone, "ResourceNotFound"]);
    }
    // Tags stand in the way of the deletion; they go last, so that less is lost when it fails before.
    await clearTags(client, { kind, id });
    await client.undo("DeleteService", { ServiceId: id }, gone);
  },
};

/** Changes of a service that it refuses for good. */
const fixed = ["UnsupportedOperation.ReduceNetTypes", "UnsupportedOperation.ModifyNetType", "FailedOperation.ServiceError"];

async function modify(id: string, inputs: Inputs, previous: Partial<Inputs>, client: CloudClient): Promise<void> {
  const vpc = anyChanged(inputs, previous, ["uniqVpcId"]);
  const networks = !sameSet(inputs.netTypes, previous.netTypes ?? []);
  if (!vpc && !networks && !anyChanged(inputs, previous, ["serviceName", "protocol", "serviceDesc"])) return;
  const given = sentOf(inputs, ["serviceName", "protocol", "netTypes", ...(vpc ? ["uniqVpcId"] : [])]);
  try {
    await client.write("ModifyService", { ServiceId: id, ...given, ServiceDesc: inputs.serviceDesc ?? "" });
  } catch (error) {
    if (!isCode(error, fixed)) throw error;
    const hint = "The service cannot be changed so; take the change back, or replace it by hand, together with all its APIs.";
    throw new ProviderError((error as ProviderError).code, `${(error as ProviderError).message}\n${hint}`, { cause: error });
  }
}
