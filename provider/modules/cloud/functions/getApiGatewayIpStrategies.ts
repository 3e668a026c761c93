// The IP strategies of a service with the APIs that they are bound to. See docs/modules/cloud.md#getapigatewayipstrategies.
import { isObject } from "../../../core/json/json";
import { scalarText } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { mapConcurrently } from "../../../kit/concurrency";
import { environmentNames } from "../ids";
import type { RemoteBoundApi } from "../remote";
import { cloudFunction } from "./cloud-function";
import { elementsOf, joinInputs } from "./outputs";
import { filtersOf, nonEmpty } from "./requests";

const name = "getApiGatewayIpStrategies";

/** Lists the IP strategies of one service. The action has no pages. */
export const getApiGatewayIpStrategies = cloudFunction(name, {
  rules: nonEmpty("serviceId"),
  async read(inputs, client) {
    const { serviceId } = inputs;
    const params = { ServiceId: serviceId, ...filtersOf(inputs, { strategyName: "StrategyName" }) };
    const strategies = await client.readPages("DescribeIPStrategysStatus", params, "StrategySet", { required: true, isWhole: true });
    const rows = await mapConcurrently(strategies, async (row) => ({ ...row, AttachLists: await apisOf(client, serviceId, row) }));
    const lists = elementsOf(client, name, "lists", rows);
    return { outputs: { id: joinInputs(inputs, ["serviceId", "strategyName"]), lists }, file: { content: lists } };
  },
});

/** Returns the bound APIs of all environments. An API that is bound in two environments is listed twice. */
async function apisOf(client: CloudClient, serviceId: string, { StrategyId = null }: PlainMap): Promise<PlainMap[]> {
  const all: RemoteBoundApi[][] = [];
  for (const EnvironmentName of environmentNames)
    all.push(await client.readPages("DescribeIPStrategy", { ServiceId: serviceId, StrategyId, EnvironmentName }, "BindApis"));
  return all.flat().map((api) => ({ ...api, OauthConfig: oauthConfigOf(api.OauthConfig) }));
}

/** Returns the output, which is a map whose keys are in snake_case. */
function oauthConfigOf(config: Plain | undefined): PlainMap | null {
  if (!isObject(config)) return null;
  const { LoginRedirectUrl, PublicKey, TokenLocation } = config;
  const members = { login_redirect_url: LoginRedirectUrl, public_key: PublicKey, token_location: TokenLocation };
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, scalarText(value)]));
}
