/** Limits of requests per second, by environment: on services and on APIs. -1 is none. */
import { paging, quota, strings, type Shapes } from "../api";
import { apisOf, defined, done, environment, frontOf, type Run, type Table } from "./call";
import { environments, type Environment, type Limits } from "./gateway-state";
import { shown, url } from "./published";

const ceiling = 5000;
const wrong = "InvalidParameterValue.InvalidRequestParameters";

const setLimits = (limits: Limits, names: readonly Environment[], limit: number) =>
  names.forEach((name) => (limit === -1 ? delete limits[name] : (limits[name] = limit)));

/** One row for each environment of a service: its version is null where nothing runs. */
const ofService: Run = (call) => {
  const service = call.find("services");
  const rows = environments.map((name) => {
    const { status, version } = shown(service.publications[name], call.now);
    const common = { EnvironmentName: name, Url: url(service, name), Status: status, VersionName: version === "" ? null : version };
    return { ...common, Strategy: service.limits[name] ?? -1, MaxStrategy: ceiling };
  });
  return call.listed("EnvironmentList", rows);
};

const limitService: Run = (call) => {
  const { Strategy, EnvironmentNames } = call.params;
  setLimits(call.find("services", { code: wrong }).limits, EnvironmentNames as Environment[], Number(Strategy));
  return done;
};

const ofApis: Run = (call) => {
  const service = call.find("services");
  const apis = call.params.ApiId === undefined ? apisOf(call.gateway, service.id) : [call.findApi(service)];
  const names = (call.params.EnvironmentNames ?? environments) as Environment[];
  const rows = apis.map((api) => ({
    ApiId: api.id,
    ApiName: defined(api, "ApiName"),
    ...frontOf(api),
    EnvironmentStrategySet: names.map((name) => ({ EnvironmentName: name, Quota: api.limits[name] ?? -1 })),
  }));
  return call.listed("ApiEnvironmentStrategySet", rows);
};

/** For an unknown service the action declares no code but that of an unknown API. */
const limitApis: Run = (call) => {
  const { EnvironmentName, ApiIds, Strategy } = call.params;
  const service = call.find("services", { code: "ResourceNotFound.InvalidApi" });
  const apis = (ApiIds as string[]).map((id) => call.findApi(service, id));
  for (const { limits } of apis) setLimits(limits, [EnvironmentName as Environment], Number(Strategy));
  return done;
};

const strategy: Shapes = { "ServiceId!": "string", "Strategy!": quota(ceiling) };
const paged: Shapes = { ...strings("ServiceId!"), ...paging };

/** The two pairs of actions. */
export const limits: Table = {
  DescribeServiceEnvironmentStrategy: [paged, ofService],
  ModifyServiceEnvironmentStrategy: [{ ...strategy, "EnvironmentNames!": [environment(wrong)] }, limitService],
  DescribeApiEnvironmentStrategy: [{ ...paged, EnvironmentNames: [environment()], ApiId: "string" }, ofApis],
  ModifyApiEnvironmentStrategy: [{ ...strategy, "EnvironmentName!": environment(wrong), "ApiIds!": ["string"] }, limitApis],
};
