// IP strategies of a service. Only the addresses change in place. See docs/modules/cloud.md#ip-strategies.
import { scalarText } from "../../../core/values/records";
import { isIP } from "node:net";
import type { Resource } from "../../../contract/resource";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { linesOf, equalLines, equalWords } from "../equality";
import { createObject } from "./creation";
import { idPart, verifyPlace } from "../ids";
import { paramsOf } from "../mapping";
import { contentsOf, listWithin } from "./listing";
import { ipStrategies, services } from "../collections";
import { resultOf } from "./state";

type Inputs = Cloud.ApiGatewayIpStrategyInputs;
type State = Cloud.ApiGatewayIpStrategyState;

const { ids, gone } = ipStrategies;

/** Returns whether a line is an IP address or a CIDR range such as 10.0.0.0/8. */
function isAddress(line: string): boolean {
  const [address = "", bits, ...rest] = line.split("/");
  const version = isIP(address);
  const hasWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return version !== 0 && hasWidth && rest.length === 0;
}

function addressListViolation(value: unknown): string | undefined {
  const lines = linesOf(String(value));
  const wrong = lines.findIndex((line) => !isAddress(line));
  if (lines.length === 0) return "must not be empty";
  return wrong < 0 ? undefined : `expected an IP address or CIDR range on each line; line ${wrong + 1} is none`;
}

/** Returns the addresses in the form that the service accepts. */
const addressesOf = ({ strategyData }: Inputs): string => linesOf(strategyData).join("\n");

const keyOf = (id: string): PlainMap => paramsOf(ids.split(id), ids.names);

/** An IP strategy. */
export const ApiGatewayIpStrategy: Resource<CloudClient, Inputs, State> = {
  properties: {
    serviceId: { validate: idPart },
    strategyName: { validate: { minLength: 1 } },
    strategyData: { validate: { test: addressListViolation }, equals: equalLines },
    strategyType: { equals: equalWords },
    apiGatewayIpStrategyId: { stable: true },
    strategyId: { stable: true },
    createTime: { stable: true },
  },
  importId: ids,
  verifyPlace,

  async create({ inputs, created }, { client }) {
    const { serviceId, strategyName, strategyType } = inputs;
    const { id: strategyId, result } = await createObject(client, {
      action: "CreateIPStrategy",
      params: { ServiceId: serviceId, StrategyName: strategyName, StrategyType: strategyType, StrategyData: addressesOf(inputs) },
      id: "StrategyId",
      lookupHint: `Look for a strategy named "${strategyName}" in service ${serviceId} with getApiGatewayIpStrategies. Import it by <serviceId>#<strategyId>, or delete it.`,
    });
    const id = ids.join({ serviceId, strategyId });
    created(id, { ...inputs, apiGatewayIpStrategyId: id, strategyId, createTime: scalarText(result.CreatedTime) });
  },

  async update({ id, inputs }, { client }) {
    await client.write("ModifyIPStrategy", { ...keyOf(id), StrategyData: addressesOf(inputs) });
  },

  async read({ id, prior }, context) {
    const strategy = await ipStrategies.find(id, context);
    const object = { kind: "ApiGatewayIpStrategy", id };
    return strategy && resultOf(context.client, object, strategy, { own: ids.split(id), priorInputs: prior?.inputs });
  },

  delete: ({ id }, { client }) => client.remove("DeleteIPStrategy", keyOf(id), gone),

  list: listWithin(services, contentsOf(ipStrategies, "StrategyName")),
};
