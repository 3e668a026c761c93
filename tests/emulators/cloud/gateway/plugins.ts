/** Plugins and their attachment to APIs. See docs/modules/cloud.md#plugins and docs/modules/cloud.md#list-functions. */
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { filtered, filters } from "./filters";
import { apisOf, findApi, findService, optional, rejectWith, seen, stamp, write } from "./finding";
import { checkPluginData } from "./plugin-data";
import { defined, environmentOf, frontOf, onlineOf, visible } from "./subjects";
import type { Api, Environment, GatewayState } from "./gateway-state";

/** One plugin. */
export interface Plugin {
  id: string;
  region: string;
  name: string;
  type: string;
  /** JSON as text, as it was given. */
  data: string;
  description: string | null;
  created: string;
  modified: string;
}

const types = [
  "IPControl",
  "TrafficControl",
  "Cors",
  "CustomReq",
  "CustomAuth",
  "Routing",
  "TrafficControlByParameter",
  "CircuitBreaker",
  "ProxyCache",
];

const findPlugin = (gateway: GatewayState, context: CallContext, { PluginId }: JsonObject): Plugin => {
  const plugin = gateway.plugins.get(PluginId as string);
  return plugin && seen(plugin, context) ? plugin : rejectWith("ResourceNotFound.InvalidPlugin", "The plugin does not exist.");
};

const shown = (gateway: GatewayState, plugin: Plugin, now: Date): JsonObject => ({
  PluginId: plugin.id,
  PluginName: plugin.name,
  PluginType: plugin.type,
  PluginData: plugin.data,
  Description: plugin.description,
  CreatedTime: plugin.created,
  ModifiedTime: plugin.modified,
  AttachedApiTotalCount: gateway.pluginBindings.showing(now, { owner: plugin.id }).length,
  AttachedApis: null,
});

const checkTexts = ({ PluginName, Description }: JsonObject): void => {
  const length = PluginName === undefined ? 2 : String(PluginName).length;
  if (length < 2 || length > 50) rejectWith("InvalidParameterValue.LengthExceeded", "`PluginName` must have 2 to 50 characters.");
  if (String(Description ?? "").length > 200)
    rejectWith("InvalidParameterValue.LengthExceeded", "`Description` has more than 200 characters.");
};

const create = (gateway: GatewayState, params: JsonObject, { now, region }: CallContext): JsonObject => {
  checkTexts(params);
  if (params.PluginType === "") rejectWith("InvalidParameterValue.NotInOptions", "`PluginType` must not be empty.");
  optional(params, "PluginType", types);
  checkPluginData(params.PluginType as string, params.PluginData as string, "InvalidParameterValue.InvalidPluginConfig");
  const plugin: Plugin = {
    id: gateway.newId("plugin"),
    region,
    name: params.PluginName as string,
    type: params.PluginType as string,
    data: params.PluginData as string,
    description: (params.Description ?? null) as string | null,
    created: stamp(now),
    modified: stamp(now),
  };
  gateway.plugins.set(plugin.id, plugin);
  return { Result: shown(gateway, plugin, now) };
};

const modify = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const plugin = findPlugin(gateway, context, params);
  checkTexts(params);
  if (params.PluginData !== undefined) checkPluginData(plugin.type, params.PluginData as string, "FailedOperation.InvalidInputJSON");
  plugin.name = (params.PluginName ?? plugin.name) as string;
  plugin.data = (params.PluginData ?? plugin.data) as string;
  plugin.description = (params.Description ?? plugin.description) as string | null;
  plugin.modified = stamp(context.now);
  return { Result: true };
};

/** No code is declared for a plugin that is still attached: it goes, and its attachments with it. */
const remove = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const { id } = findPlugin(gateway, context, params);
  gateway.plugins.delete(id);
  gateway.pluginBindings.drop(id);
  return { Result: true };
};

/** Unknown ids give an empty set, or a rejection with `rejectsUnknownPlugins`. No filter is supported. */
const list = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const { PluginIds, PluginName = "", PluginType = "" } = params;
  const known = filtered(visible(gateway.plugins, context), params.Filters, {});
  const ids = PluginIds as string[] | undefined;
  if (ids && ids.length > 100) rejectWith("InvalidParameterValue", "`PluginIds` takes at most 100 IDs.");
  const unknown = ids?.some((id) => !known.some((plugin) => plugin.id === id)) ?? false;
  if (unknown && gateway.rejectsUnknownPlugins) rejectWith("ResourceNotFound.InvalidPlugin", "The plugin does not exist.");
  const rows = known
    .filter(({ id }) => ids?.includes(id) ?? true)
    .filter(({ name, type }) => name.includes(PluginName as string) && (PluginType === "" || type === PluginType))
    .map((plugin) => shown(gateway, plugin, context.now));
  return { Result: { TotalCount: rows.length, PluginSet: page(rows, params) } };
};

/** Whether another plugin of the same type is attached to the API in the environment. */
const rivals = (
  gateway: GatewayState,
  plugin: Plugin,
  { apiId, environment, now }: { apiId: string; environment: Environment; now: Date },
): boolean =>
  gateway.pluginBindings
    .showing(now, { apiId, environment })
    .some(({ owner }) => owner !== plugin.id && gateway.plugins.get(owner)?.type === plugin.type);

/** An API takes one plugin of a type in an environment; the same plugin again changes nothing. */
const attach = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const plugin = findPlugin(gateway, context, params);
  const service = findService(gateway, context, params.ServiceId);
  const environment = onlineOf(service, params.EnvironmentName, context);
  const apis = (params.ApiIds as string[]).map((id) => findApi(gateway, service, id));
  if (apis.some(({ id }) => rivals(gateway, plugin, { apiId: id, environment, now: context.now }))) {
    rejectWith("InvalidParameterValue.DuplicatePluginConfig", "Another plugin of this type is attached to the API.");
  }
  return write(gateway, context, params.ServiceId, () => {
    for (const { id: apiId } of apis) {
      gateway.pluginBindings.bind({ owner: plugin.id, serviceId: service.id, apiId, environment }, context.now);
    }
    return { Result: true };
  });
};

const detach = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const { id: owner } = findPlugin(gateway, context, params);
  const service = findService(gateway, context, params.ServiceId);
  const environment = onlineOf(service, params.EnvironmentName, context);
  const { id: apiId } = findApi(gateway, service, params.ApiId);
  const was = gateway.pluginBindings.unbind({ owner, serviceId: service.id, apiId, environment }, gateway.delays.unbind, context.now);
  return was ? { Result: true } : rejectWith("InvalidParameterValue.InvalidApiIds", "The plugin is not attached to the API.");
};

const attachedApis = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const { id: owner } = findPlugin(gateway, context, params);
  const rows = gateway.pluginBindings.showing(context.now, { owner }).map(({ serviceId, apiId, environment, createdAt }): JsonObject => {
    const service = gateway.services.get(serviceId);
    const api = gateway.apis.get(apiId);
    return {
      ServiceId: serviceId,
      ServiceName: service?.name ?? null,
      ServiceDesc: service?.description ?? null,
      ApiId: apiId,
      ApiName: defined(api, "ApiName"),
      ApiDesc: defined(api, "ApiDesc"),
      Environment: environment,
      AttachedTime: createdAt,
    };
  });
  const listed = page(rows, params);
  return { Result: { TotalCount: rows.length, AttachedApis: rows.length > 0 ? listed : null } };
};

const pluginsOf = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const { id: apiId } = findApi(gateway, findService(gateway, context, params.ServiceId), params.ApiId);
  const name = (params.EnvironmentName ?? "") as string;
  const environment = name === "" ? undefined : environmentOf(name, "InvalidParameterValue.InvalidEnvStatus");
  const rows = gateway.pluginBindings.showing(context.now, { apiId, environment }).map((binding): JsonObject => {
    const plugin = gateway.plugins.get(binding.owner);
    return {
      PluginId: binding.owner,
      Environment: binding.environment,
      AttachedTime: binding.createdAt,
      PluginName: plugin?.name ?? "",
      PluginType: plugin?.type ?? "",
      Description: plugin?.description ?? "",
      PluginData: plugin?.data ?? "",
    };
  });
  return { Result: { TotalCount: rows.length, PluginSummary: page(rows, params) } };
};

/** The APIs of a service that a plugin could be attached to, not those that it is attached to. */
const allApis = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const plugin = findPlugin(gateway, context, params);
  const service = findService(gateway, context, params.ServiceId);
  const environment = environmentOf(params.EnvironmentName, "InvalidParameterValue.InvalidEnvStatus");
  const row = (api: Api): Record<string, Json> => ({
    ApiId: api.id,
    ApiName: defined(api, "ApiName"),
    ApiType: defined(api, "ApiType"),
    ...frontOf(api),
    AttachedOtherPlugin: rivals(gateway, plugin, { apiId: api.id, environment, now: context.now }),
    IsAttached: gateway.pluginBindings.showing(context.now, { owner: plugin.id, apiId: api.id, environment }).length > 0,
  });
  const rows = apisOf(gateway, service.id).map(row);
  return { Result: { TotalCount: rows.length, ApiSet: page(rows, params) } };
};

const paging = { Limit: "integer", Offset: "integer" } as const;
const key = { "PluginId!": "string" } as const;
const place = { ...key, "ServiceId!": "string", "EnvironmentName!": "string" } as const;

const attachments = (gateway: GatewayState): Actions => ({
  AttachPlugin: { params: { ...place, "ApiIds!": ["string"] }, run: (params, context) => attach(gateway, params, context) },
  DetachPlugin: { params: { ...place, "ApiId!": "string" }, run: (params, context) => detach(gateway, params, context) },
  DescribePluginApis: { params: { ...key, ...paging }, run: (params, context) => attachedApis(gateway, params, context) },
  DescribePluginsByApi: {
    params: { "ApiId!": "string", "ServiceId!": "string", EnvironmentName: "string", ...paging },
    run: (params, context) => pluginsOf(gateway, params, context),
  },
  DescribeAllPluginApis: { params: { ...place, ...paging }, run: (params, context) => allApis(gateway, params, context) },
});

/** Plugins: CreatePlugin, DescribePlugins, ModifyPlugin, DeletePlugin, and their attachments. */
export const plugins = (gateway: GatewayState): Actions => ({
  CreatePlugin: {
    params: {
      "PluginName!": "string",
      "PluginType!": "string",
      "PluginData!": "string",
      Description: "string",
      Tags: [{ "Key!": "string", "Value!": "string" }],
    },
    run: (params, context) => create(gateway, params, context),
  },
  DescribePlugins: {
    params: { PluginIds: ["string"], PluginName: "string", PluginType: "string", ...paging, Filters: filters },
    run: (params, context) => list(gateway, params, context),
  },
  ModifyPlugin: {
    params: { ...key, PluginName: "string", Description: "string", PluginData: "string" },
    run: (params, context) => modify(gateway, params, context),
  },
  DeletePlugin: { params: key, run: (params, context) => remove(gateway, params, context) },
  ...attachments(gateway),
});
