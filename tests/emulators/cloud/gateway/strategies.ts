/** IP strategies of a service and their bindings to its APIs. See docs/modules/cloud.md#ip-strategies and docs/modules/cloud.md#getapigatewayipstrategies. */
import { isIP } from "node:net";
import type { JsonObject } from "../../exchange";
import { filled, FORMAT, oneOf, paging, reject, Rule, strings, type Shapes } from "../api";
import { byName } from "../../objects";
import { type Call, defined, done, environment, filters, frontOf, has, type Table, timesOf } from "./call";
import type { Api, Environment, GatewayState, Stored } from "./gateway-state";
import { onlineOf, WRONG_STATUS } from "./publication";
import { relations } from "./services";

/** Whether a line is an address or a range such as 10.0.0.0/8. */
export const isAddress = (line: string): boolean => {
  const [address = "", bits, ...rest] = line.trim().split("/");
  const most = { 4: 32, 6: 128 }[isIP(address)];
  return most !== undefined && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
};

const missing = "ResourceNotFound.InvalidIPStrategy";

/** The strategy that a call names, of its service; `shows`: whether the Describe actions return it already. */
const findStrategy = ({ gateway, params }: Call, shows: (strategy: Stored) => boolean = () => true) => {
  const strategy = gateway.strategies.get(params.StrategyId as string);
  const isFound = strategy?.given.ServiceId === params.ServiceId && strategy !== undefined && shows(strategy);
  return isFound ? strategy : reject(missing, "The IP strategy does not exist.");
};

const shown = (strategy: Stored): JsonObject => ({ StrategyId: strategy.id, ...strategy.given, ...timesOf(strategy), BindApis: null });

/** One bound API. */
const boundApi = (gateway: GatewayState, api: Api): JsonObject => ({
  ServiceId: api.serviceId,
  ApiId: api.id,
  ...frontOf(api),
  ...byName(["ApiName", "ApiDesc", "ApiType", "Protocol", "AuthType", "AuthRelationApiId", "OauthConfig"], (name) => defined(api, name)),
  ApiBusinessType: defined(api, "ApiBusinessType") ?? "NORMAL",
  IsDebugAfterCharge: defined(api, "IsDebugAfterCharge") ?? false,
  ...relations(gateway, api),
  VpcId: null,
  UniqVpcId: null,
  Tags: null,
  ...timesOf(api),
});

const data = new Rule("string", (lines) => String(lines).split("\n").every(isAddress), FORMAT, "must hold one address or range a line");
const key = strings("ServiceId!", "StrategyId!");

/** The actions of IP strategies. */
export const strategies: Table = {
  CreateIPStrategy: [
    { "ServiceId!": "string", "StrategyName!": filled, "StrategyType!": oneOf(["BLACK", "WHITE"], FORMAT), "StrategyData!": data },
    (call) => {
      call.find("services");
      const strategy: Stored = { ...call.fresh("IPStrategy"), given: call.params, ...call.appears() };
      call.gateway.strategies.set(strategy.id, strategy);
      return { Result: { ...shown(strategy), BindApiTotalCount: 0 } };
    },
  ],
  /** Limit and Offset page the bound APIs; no filter is supported. Without an environment those of all three are listed. */
  DescribeIPStrategy: [
    { ...key, EnvironmentName: environment(), ...paging, ...filters },
    (call) => {
      const service = call.find("services");
      const strategy = findStrategy(call, (each) => call.sees(each));
      const environment = call.params.EnvironmentName as Environment | undefined;
      const bindings = call.filtered(call.gateway.strategyBindings.showing(call.now, { owner: strategy.id, environment }), {});
      const apis = bindings.map(({ apiId }) => boundApi(call.gateway, call.findApi(service, apiId)));
      const { BindApis = null } = call.listed("BindApis", apis).Result as JsonObject;
      return { Result: { ...shown(strategy), BindApiTotalCount: apis.length, BindApis: apis.length > 0 ? BindApis : null } };
    },
  ],
  /** This action takes neither Limit nor Offset. */
  DescribeIPStrategysStatus: [
    { ...strings("ServiceId!"), ...filters },
    (call) => {
      const { id } = call.find("services");
      const all = call.visible("strategies").filter(({ given }) => given.ServiceId === id);
      const rows = call.filtered(all, { StrategyName: has(({ given }) => given.StrategyName) }).map((strategy) => ({
        ...shown(strategy),
        BindApiTotalCount: call.gateway.strategyBindings.showing(call.now, { owner: strategy.id }).length,
      }));
      return { Result: { TotalCount: rows.length, StrategySet: rows } };
    },
  ],
  ModifyIPStrategy: [
    { ...key, "StrategyData!": data },
    (call) => {
      call.change(findStrategy(call));
      return done;
    },
  ],
  /** No code is declared for a strategy that is still bound: it goes, and its bindings with it. */
  DeleteIPStrategy: [
    key,
    (call) => {
      const { id } = findStrategy(call);
      call.gateway.strategies.delete(id);
      call.gateway.strategyBindings.drop(id);
      return done;
    },
  ],
  /** No code is declared for an API that is bound already: binding it again changes nothing. */
  BindIPStrategy: [
    { ...key, ...strings("EnvironmentName!"), "BindApiIds!": ["string"] },
    (call) => {
      const { id: owner } = findStrategy(call);
      const service = call.find("services", { code: missing });
      const environment = onlineOf(service, call);
      for (const apiId of call.apiIdsOf(service, "BindApiIds"))
        call.gateway.strategyBindings.bind({ owner, serviceId: service.id, apiId, environment }, call.now);
      return done;
    },
  ],
  UnBindIPStrategy: [
    { ...key, "EnvironmentName!": environment(WRONG_STATUS), "UnBindApiIds!": ["string"] } satisfies Shapes,
    (call) => {
      const { strategyBindings, delays } = call.gateway;
      const { id: owner } = findStrategy(call);
      const { ServiceId, EnvironmentName, UnBindApiIds } = call.params;
      for (const apiId of UnBindApiIds as string[]) {
        const binding = { owner, serviceId: ServiceId as string, apiId, environment: EnvironmentName as Environment };
        strategyBindings.unbind(binding, delays.unbind, call.now);
      }
      return done;
    },
  ],
};
