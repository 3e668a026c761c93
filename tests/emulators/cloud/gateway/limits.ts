/** Limits of requests per second, by environment: on services and on APIs. -1 is none. */
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { apisOf, findApi, findService, rejectWith } from "./finding";
import { shown, url } from "./published";
import { defined, environmentOf, frontOf } from "./subjects";
import type { Api, Environment, Service, GatewayState } from "./gateway-state";
import { environments } from "./gateway-state";

const ceiling = 5000;
const wrong = "InvalidParameterValue.InvalidRequestParameters";

type Limits = Api["limits"];

/** Sets or, with -1, takes away a limit. */
function setLimits(limits: Limits, names: readonly Environment[], strategy: Json | undefined): void {
  const limit = Number(strategy);
  if (limit !== -1 && (limit < 1 || limit > ceiling)) {
    rejectWith("InvalidParameterValue.RangeExceeded", `\`Strategy\` must be from 1 to ${ceiling}, or -1.`);
  }
  for (const name of names) {
    if (limit === -1) delete limits[name];
    else limits[name] = limit;
  }
}

/** The environments requested, in the order of the request; all when none is given. */
const filterValue = (names: Json | undefined): readonly Environment[] =>
  names === undefined ? environments : (names as string[]).map((name) => environmentOf(name, "InvalidParameter.FormatError"));

/** One environment of DescribeServiceEnvironmentStrategy: its version is null where nothing runs. */
function serviceRow(service: Service, name: Environment, now: Date): JsonObject {
  const { status, version } = shown(service.publications[name], now);
  return {
    EnvironmentName: name,
    Url: url(service, name),
    Status: status,
    VersionName: version === "" ? null : version,
    Strategy: service.limits[name] ?? -1,
    MaxStrategy: ceiling,
  };
}

const apiRow = (api: Api, names: readonly Environment[]): JsonObject => ({
  ApiId: api.id,
  ApiName: defined(api, "ApiName"),
  ...frontOf(api),
  EnvironmentStrategySet: names.map((name) => ({ EnvironmentName: name, Quota: api.limits[name] ?? -1 })),
});

function describeApis(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const service = findService(gateway, context, params.ServiceId);
  const apis = params.ApiId === undefined ? apisOf(gateway, service.id) : [findApi(gateway, service, params.ApiId)];
  const rows = apis.map((api) => apiRow(api, filterValue(params.EnvironmentNames)));
  return { Result: { TotalCount: rows.length, ApiEnvironmentStrategySet: page(rows, params) } };
}

/** For an unknown service the action declares no code but that of an unknown API. */
function modifyApis(gateway: GatewayState, { ServiceId, EnvironmentName, ApiIds, Strategy }: JsonObject, context: CallContext): JsonObject {
  const service = findService(gateway, context, ServiceId, "ResourceNotFound.InvalidApi");
  const name = environmentOf(EnvironmentName, wrong);
  const apis = (ApiIds as string[]).map((apiId) => findApi(gateway, service, apiId));
  for (const { limits } of apis) setLimits(limits, [name], Strategy);
  return { Result: true };
}

const paged = { "ServiceId!": "string", Limit: "integer", Offset: "integer" } as const;

/** The two pairs of actions. */
export const limits = (gateway: GatewayState): Actions => ({
  DescribeServiceEnvironmentStrategy: {
    params: paged,
    run(params, context) {
      const service = findService(gateway, context, params.ServiceId);
      const rows = environments.map((name) => serviceRow(service, name, context.now));
      return { Result: { TotalCount: rows.length, EnvironmentList: page(rows, params) } };
    },
  },
  ModifyServiceEnvironmentStrategy: {
    params: { "ServiceId!": "string", "Strategy!": "integer", "EnvironmentNames!": ["string"] },
    run({ ServiceId, Strategy, EnvironmentNames }, context) {
      const service = findService(gateway, context, ServiceId, wrong);
      const names = (EnvironmentNames as string[]).map((name) => environmentOf(name, wrong));
      setLimits(service.limits, names, Strategy);
      return { Result: true };
    },
  },
  DescribeApiEnvironmentStrategy: {
    params: { ...paged, EnvironmentNames: ["string"], ApiId: "string" },
    run: (params, context) => describeApis(gateway, params, context),
  },
  ModifyApiEnvironmentStrategy: {
    params: { "ServiceId!": "string", "Strategy!": "integer", "EnvironmentName!": "string", "ApiIds!": ["string"] },
    run: (params, context) => modifyApis(gateway, params, context),
  },
});
