// IP strategies of a service. Only the addresses change in place. See docs/modules/cloud.md#ip-strategies.
import { scalarText } from "../../../core/records";
import { isIP } from "node:net";
import type { Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { linesOf, sameLines, sameWord } from "../equality";
import { goneCodes, withGoneHint } from "../gone";
import { createObject } from "./creation";
import { idFormat, idPart } from "./ids";
import { listIn, nameIn, strategiesOf, textIn } from "./listing";
import { stateOf } from "./state";

type Inputs = Cloud.ApiGatewayIpStrategyInputs;
type State = Cloud.ApiGatewayIpStrategyState;

const ids = idFormat(["serviceId", "strategyId"], "service-k3v9x2ab#IPStrategy-9m2c4x7e");
const gone = goneCodes("strategy");

/** Returns whether a line is an IP address or a CIDR range such as 10.0.0.0/8. */
function isAddress(line: string): boolean {
  const [address = "", bits, ...rest] = line.split("/");
  const version = isIP(address);
  const hasWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return version !== 0 && hasWidth && rest.length === 0;
}

function addressViolation(value: unknown): string | undefined {
  const lines = linesOf(String(value));
  const wrong = lines.findIndex((line) => !isAddress(line));
  if (lines.length === 0) return "must not be empty";
  return wrong < 0 ? undefined : `expected an IP address or CIDR range on each line; line ${wrong + 1} is none`;
}

/** Returns the addresses in the form that the service accepts. */
const addressesOf = ({ strategyData }: Inputs): string => linesOf(strategyData).join("\n");

const find = async (client: CloudClient, key: PlainMap): Promise<PlainMap | undefined> =>
  // The environment selects the bindings of the response only.
  client.find("DescribeIPStrategy", { ...key, EnvironmentName: "test", Limit: 100, Offset: 0 }, gone);

const keyOf = (id: string): PlainMap => {
  const { serviceId, strategyId } = ids.split(id);
  return { ServiceId: serviceId, StrategyId: strategyId };
};

/** An IP strategy. */
export const ApiGatewayIpStrategy: Resource<CloudClient, Inputs, State> = {
  properties: {
    serviceId: { validate: idPart },
    strategyName: { validate: { minLength: 1 } },
    strategyData: { validate: { test: addressViolation }, equals: sameLines },
    strategyType: { equals: sameWord },
    apiGatewayIpStrategyId: { stable: true },
    strategyId: { stable: true },
    createTime: { stable: true },
  },
  importId: { validate: ids.validate },

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
    await client.waitUntilVisible(`IP strategy ${id}`, () => find(client, keyOf(id)));
  },

  update: withGoneHint("strategy", async ({ id, inputs }, { client }) => {
    await client.write("ModifyIPStrategy", { ...keyOf(id), StrategyData: addressesOf(inputs) });
  }),

  async read({ id, prior }, { client }) {
    const strategy = await find(client, keyOf(id));
    const own = { ...ids.split(id), apiGatewayIpStrategyId: id };
    return strategy && { id, state: stateOf<State>(client, "ApiGatewayIpStrategy", strategy, { own, priorInputs: prior?.inputs }) };
  },

  delete: ({ id }, { client }) => client.deleteIgnoringMissing("DeleteIPStrategy", keyOf(id), gone),

  list: listIn("service", async function* ({ id: serviceId, client }) {
    for (const row of await strategiesOf(client, serviceId)) {
      const strategyId = textIn(row, "StrategyId", "DescribeIPStrategysStatus");
      yield { id: ids.join({ serviceId, strategyId }), name: nameIn(row, "StrategyName", "StrategyId") };
    }
  }),
};
