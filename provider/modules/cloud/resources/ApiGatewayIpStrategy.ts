// IP strategies of a service (cloud-resources.md 4.4). Only the addresses change in place.
import { isIP } from "node:net";
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { linesOf, sameLines, sameWord } from "../equal-forms";
import { changing } from "./changing";
import { newObject } from "./creation";
import { ids, part } from "./ids";
import { stateOf } from "./state";

type Inputs = Cloud.ApiGatewayIpStrategyInputs;
type State = Cloud.ApiGatewayIpStrategyState;

const form = ids(["serviceId", "strategyId"], "service-k3v9x2ab#IPStrategy-9m2c4x7e");
const gone = ["ResourceNotFound.InvalidIPStrategy", "ResourceNotFound.InvalidService"];

/** Whether a line is an address or a range such as 10.0.0.0/8. */
function isAddress(line: string): boolean {
  const [address = "", bits, ...rest] = line.split("/");
  const version = isIP(address);
  const width = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return version !== 0 && width && rest.length === 0;
}

function addressRule(value: unknown): string | undefined {
  const lines = linesOf(String(value));
  const wrong = lines.findIndex((line) => !isAddress(line));
  if (lines.length === 0) return "must not be empty";
  return wrong < 0 ? undefined : `expected an IP address or CIDR range on each line; line ${wrong + 1} is none`;
}

/** The addresses as the service takes them. */
const addresses = ({ strategyData }: Inputs): string => linesOf(strategyData).join("\n");

const find = async (client: CloudClient, key: PlainMap): Promise<PlainMap | undefined> =>
  // The environment chooses the bindings that are listed; the rest does not depend on it.
  client.find("DescribeIPStrategy", { ...key, EnvironmentName: "test", Limit: 100, Offset: 0 }, gone);

const keyOf = (id: string): PlainMap => {
  const { serviceId, strategyId } = form.split(id);
  return { ServiceId: serviceId, StrategyId: strategyId };
};

/** An IP strategy. */
export const ApiGatewayIpStrategy: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { serviceId: part, strategyName: { minLength: 1 }, strategyData: { test: addressRule } } },
  same: { strategyData: sameLines, strategyType: sameWord },
  stables: ["apiGatewayIpStrategyId", "strategyId", "createTime"],
  checkId: form.check,
  // All is written by create; it remains to wait until it shows.
  birth: (inputs) => inputs,

  async create(inputs, client) {
    const { serviceId, strategyName, strategyType } = inputs;
    const { id: strategyId, answer } = await newObject(client, {
      action: "CreateIPStrategy",
      params: { ServiceId: serviceId, StrategyName: strategyName, StrategyType: strategyType, StrategyData: addresses(inputs) },
      id: "StrategyId",
      find: `Look for a strategy named "${strategyName}" in service ${serviceId} with getApiGatewayIpStrategies. Import it by <serviceId>#<strategyId>, or delete it.`,
    });
    const id = form.join({ serviceId, strategyId });
    return { id, outputs: { apiGatewayIpStrategyId: id, strategyId, createTime: answer["CreatedTime"] ?? "" } };
  },

  apply: changing(gone, async (id, inputs, { strategyData = "" }, client) => {
    if (sameLines(inputs.strategyData, strategyData)) await client.until(`IP strategy ${id}`, () => find(client, keyOf(id)));
    else await client.write("ModifyIPStrategy", { ...keyOf(id), StrategyData: addresses(inputs) });
  }),

  async read(id, client, known) {
    const strategy = await find(client, keyOf(id));
    const own = { ...form.split(id), apiGatewayIpStrategyId: id };
    return strategy && { id, state: stateOf(client, "ApiGatewayIpStrategy", strategy, { own, had: known?.inputs }) };
  },

  delete: (id, client) => client.undo("DeleteIPStrategy", keyOf(id), gone),
};
