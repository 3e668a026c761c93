// The IP strategies of a service with the APIs that they are bound to (cloud-lookups.md 8.17).
import type { ProviderFunction } from "../../../core/contract";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import { fanOut, type CloudClient } from "../client";
import { concluded, elements, filters, joined, kept, nonEmpty, type InputsOf, type OutputsOf } from "./results";

const name = "getApiGatewayIpStrategies";
const action = "DescribeIPStrategysStatus";
/** In the order in which their APIs are listed. */
const environments = ["test", "release", "prepub"];

/** Lists IP strategies of one service. The service has no pages for them. */
export const getApiGatewayIpStrategies: ProviderFunction<CloudClient, InputsOf<typeof name>, OutputsOf<typeof name>> = {
  rules: nonEmpty("serviceId"),
  cacheable: kept,
  async read(typed, { client }) {
    const inputs = typed as unknown as PlainMap;
    const params = { ServiceId: typed.serviceId, ...filters(inputs, { strategyName: "StrategyName" }) };
    const answer = await client.requireResult(action, params);
    const set = Array.isArray(answer["StrategySet"]) ? answer["StrategySet"].filter(isObject) : [];
    const rows = await fanOut(set, async (row) => ({ ...row, AttachLists: await bound(client, typed.serviceId, row) }));
    const content = elements(client, name, "lists", rows);
    return concluded(client, inputs, { id: joined(inputs, ["serviceId", "strategyName"]), lists: content }, { content });
  },
};

/** The APIs of one environment after the other; one that is bound in two stands there twice. */
async function bound(client: CloudClient, serviceId: string, { StrategyId = null }: PlainMap): Promise<PlainMap[]> {
  const all: PlainMap[] = [];
  for (const EnvironmentName of environments)
    all.push(...(await client.readPages("DescribeIPStrategy", { ServiceId: serviceId, StrategyId, EnvironmentName }, "BindApis")));
  return all.map((api) => ({ ...api, OauthConfig: snakeKeys(api["OauthConfig"]) }));
}

function snakeKeys(config: PlainMap[string] | undefined): PlainMap | null {
  if (!isObject(config)) return null;
  const { LoginRedirectUrl, PublicKey, TokenLocation } = config;
  const members = { login_redirect_url: LoginRedirectUrl, public_key: PublicKey, token_location: TokenLocation };
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, String(value ?? "")]));
}
