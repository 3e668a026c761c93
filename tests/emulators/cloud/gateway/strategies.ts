/** IP strategies of a service and their bindings to its APIs. See docs/modules/cloud.md#ip-strategies and docs/modules/cloud.md#getapigatewayipstrategies. */
import { isIP } from "node:net";
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import type { Meanings } from "./filters";
import { filtered, filters } from "./filters";
import { apisOf, findApi, findService, rejectWith, seen, stamp } from "./finding";
import { defined, environmentOf, frontOf, mustFill, onlineOf, visible } from "./subjects";
import type { Api, GatewayState } from "./gateway-state";

/** One IP strategy. */
export interface Strategy {
  id: string;
  region: string;
  serviceId: string;
  name: string;
  type: string;
  /** Addresses or ranges, one a line. */
  data: string;
  created: string;
  modified: string;
  /** From then on (milliseconds since 1970) the Describe actions return it. */
  visible: number;
}

/** Whether a line is an address or a range such as 10.0.0.0/8. */
export const isAddress = (line: string): boolean => {
  const [address = "", bits, ...rest] = line.trim().split("/");
  const most = { 4: 32, 6: 128 }[isIP(address)];
  return most !== undefined && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
};

const checkData = (data: Json | undefined): void => {
  if (!String(data).split("\n").every(isAddress))
    rejectWith("InvalidParameter.FormatError", "`StrategyData` must hold one address or range a line.");
};

/** The strategy of that service; `shows`: whether the Describe actions return it already. */
const findStrategy = (
  gateway: GatewayState,
  { ServiceId, StrategyId }: JsonObject,
  shows: (strategy: Strategy) => boolean = () => true,
): Strategy => {
  const strategy = gateway.strategies.get(StrategyId as string);
  return strategy?.serviceId === ServiceId && strategy && shows(strategy)
    ? strategy
    : rejectWith("ResourceNotFound.InvalidIPStrategy", "The IP strategy does not exist.");
};

const shown = ({ id, serviceId, name, type, data, created, modified }: Strategy): JsonObject => ({
  ServiceId: serviceId,
  StrategyId: id,
  StrategyName: name,
  StrategyType: type,
  StrategyData: data,
  CreatedTime: created,
  ModifiedTime: modified,
});

const create = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const service = findService(gateway, context, params.ServiceId);
  mustFill(params, "StrategyName");
  if (!["BLACK", "WHITE"].includes(params.StrategyType as string)) {
    rejectWith("InvalidParameter.FormatError", "`StrategyType` must be BLACK or WHITE.");
  }
  checkData(params.StrategyData);
  const strategy: Strategy = {
    id: gateway.newId("IPStrategy"),
    region: service.region,
    serviceId: service.id,
    name: params.StrategyName as string,
    type: params.StrategyType as string,
    data: params.StrategyData as string,
    created: stamp(context.now),
    modified: stamp(context.now),
    visible: context.now.getTime() + gateway.delays.visible,
  };
  gateway.strategies.set(strategy.id, strategy);
  return { Result: { ...shown(strategy), BindApiTotalCount: 0, BindApis: null } };
};

/** One bound API. The ids of the business APIs of an authorization API are misspelt by the API itself. */
const boundApi = (gateway: GatewayState, api: Api): JsonObject => ({
  ServiceId: api.serviceId,
  ApiId: api.id,
  ApiName: defined(api, "ApiName"),
  ApiDesc: defined(api, "ApiDesc"),
  ...frontOf(api),
  ApiType: defined(api, "ApiType"),
  Protocol: defined(api, "Protocol"),
  AuthType: defined(api, "AuthType"),
  ApiBusinessType: defined(api, "ApiBusinessType") ?? "NORMAL",
  AuthRelationApiId: defined(api, "AuthRelationApiId"),
  OauthConfig: defined(api, "OauthConfig"),
  RelationBuniessApiIds: apisOf(gateway, api.serviceId)
    .filter((other) => other.definition.AuthRelationApiId === api.id)
    .map(({ id }) => id),
  IsDebugAfterCharge: defined(api, "IsDebugAfterCharge") ?? false,
  VpcId: null,
  UniqVpcId: null,
  Tags: null,
  CreatedTime: api.created,
  ModifiedTime: api.modified,
});

/** Limit and Offset page the bound APIs; no filter is supported. Without an environment those of all three are listed. */
const describe = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const service = findService(gateway, context, params.ServiceId);
  const strategy = findStrategy(gateway, params, (each) => seen(each, context));
  const name = params.EnvironmentName;
  const environment = name === undefined ? undefined : environmentOf(name, "InvalidParameter.FormatError");
  const bindings = gateway.strategyBindings.showing(context.now, { owner: strategy.id, environment });
  const apis = filtered(bindings, params.Filters, {}).map(({ apiId }) => boundApi(gateway, findApi(gateway, service, apiId)));
  const listed = page(apis, params);
  return { Result: { ...shown(strategy), BindApiTotalCount: apis.length, BindApis: apis.length > 0 ? listed : null } };
};

const meanings: Meanings<Strategy> = { StrategyName: ({ name }, value) => name.includes(value) };

/** This action takes neither Limit nor Offset. */
const list = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const service = findService(gateway, context, params.ServiceId);
  const all = visible(gateway.strategies, context).filter(({ serviceId }) => serviceId === service.id);
  const rows = filtered(all, params.Filters, meanings).map((strategy) => ({
    ...shown(strategy),
    BindApiTotalCount: gateway.strategyBindings.showing(context.now, { owner: strategy.id }).length,
    BindApis: null,
  }));
  return { Result: { TotalCount: rows.length, StrategySet: rows } };
};

const modify = (gateway: GatewayState, params: JsonObject, { now }: CallContext): JsonObject => {
  const strategy = findStrategy(gateway, params);
  checkData(params.StrategyData);
  strategy.data = params.StrategyData as string;
  strategy.modified = stamp(now);
  return { Result: true };
};

/** No code is declared for a strategy that is still bound: it goes, and its bindings with it. */
const remove = (gateway: GatewayState, params: JsonObject): JsonObject => {
  const { id } = findStrategy(gateway, params);
  gateway.strategies.delete(id);
  gateway.strategyBindings.drop(id);
  return { Result: true };
};

/** No code is declared for an API that is bound already: binding it again changes nothing. */
const bind = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const { id: owner, serviceId } = findStrategy(gateway, params);
  const service = findService(gateway, context, serviceId, "ResourceNotFound.InvalidIPStrategy");
  const environment = onlineOf(service, params.EnvironmentName, context);
  const apis = (params.BindApiIds as string[]).map((id) => findApi(gateway, service, id));
  for (const { id: apiId } of apis) gateway.strategyBindings.bind({ owner, serviceId, apiId, environment }, context.now);
  return { Result: true };
};

const unbind = (gateway: GatewayState, params: JsonObject, { now }: CallContext): JsonObject => {
  const { id: owner, serviceId } = findStrategy(gateway, params);
  const environment = environmentOf(params.EnvironmentName, "InvalidParameterValue.InvalidEnvStatus");
  for (const apiId of params.UnBindApiIds as string[]) {
    gateway.strategyBindings.unbind({ owner, serviceId, apiId, environment }, gateway.delays.unbind, now);
  }
  return { Result: true };
};

const key = { "ServiceId!": "string", "StrategyId!": "string" } as const;

/** IP strategies: CreateIPStrategy, ModifyIPStrategy, DeleteIPStrategy, the two Describe actions, BindIPStrategy, UnBindIPStrategy. */
export const strategies = (gateway: GatewayState): Actions => ({
  CreateIPStrategy: {
    params: { "ServiceId!": "string", "StrategyName!": "string", "StrategyType!": "string", "StrategyData!": "string" },
    run: (params, context) => create(gateway, params, context),
  },
  DescribeIPStrategy: {
    params: { ...key, EnvironmentName: "string", Limit: "integer", Offset: "integer", Filters: filters },
    run: (params, context) => describe(gateway, params, context),
  },
  DescribeIPStrategysStatus: {
    params: { "ServiceId!": "string", Filters: filters },
    run: (params, context) => list(gateway, params, context),
  },
  ModifyIPStrategy: { params: { ...key, "StrategyData!": "string" }, run: (params, context) => modify(gateway, params, context) },
  DeleteIPStrategy: { params: key, run: (params) => remove(gateway, params) },
  BindIPStrategy: {
    params: { ...key, "EnvironmentName!": "string", "BindApiIds!": ["string"] },
    run: (params, context) => bind(gateway, params, context),
  },
  UnBindIPStrategy: {
    params: { ...key, "EnvironmentName!": "string", "UnBindApiIds!": ["string"] },
    run: (params, context) => unbind(gateway, params, context),
  },
});
