/** Plugins and their attachment to APIs. See docs/modules/cloud.md#plugins and docs/modules/cloud.md#list-functions. */
import type { Json, JsonObject } from "../../exchange";
import { isObject, parsed } from "../../objects";
import { newTags, oneOf, paging, reject, Rule, strings, text, type Shapes } from "../api";
import { apiKey, apisOf, type Call, defined, done, environment, filters, frontOf, type Run, type Table, timesOf, writing } from "./call";
import type { Environment, Stored } from "./gateway-state";
import { onlineOf, WRONG_STATUS } from "./publication";
import { isAddress } from "./strategies";

const types = ["IPControl", "TrafficControl", "Cors", "CustomReq", "CustomAuth", "Routing", "TrafficControlByParameter"].concat([
  "CircuitBreaker",
  "ProxyCache",
]);

/** The configuration of a plugin, a JSON object as text. */
const configuration = (code: string) => new Rule("string", (data) => isObject(parsed(String(data))), code, "must be a JSON object");

/** Of the configuration the emulator reads the addresses of IPControl. */
const checkAddresses = (type: Json | undefined, data: Json | undefined) => {
  if (type !== "IPControl") return;
  const { type: list, blocks = "" } = parsed(String(data)) as JsonObject;
  if (list !== "white_list" && list !== "black_list")
    reject("InvalidParameterValue.InvalidPluginConfig", "`type` must be white_list or black_list.");
  if (!String(blocks).split("\n").every(isAddress))
    reject("InvalidParameterValue.InvalidIPAddress", "`blocks` must hold one address or range a line.");
};

const shown = ({ gateway, now }: Call, plugin: Stored): JsonObject => ({
  PluginId: plugin.id,
  ...plugin.given,
  ...timesOf(plugin),
  AttachedApiTotalCount: gateway.pluginBindings.showing(now, { owner: plugin.id }).length,
  AttachedApis: null,
});

/** Unknown ids give an empty set. No filter is supported. */
const list: Run = (call) => {
  const { PluginName = "", PluginType = "" } = call.params;
  const ids = call.params.PluginIds as string[] | undefined;
  const rows = call
    .filtered(call.visible("plugins"), {})
    .filter(({ id }) => ids?.includes(id) ?? true)
    .filter(({ given }) => String(given.PluginName).includes(String(PluginName)) && ["", given.PluginType].includes(PluginType))
    .map((plugin) => shown(call, plugin));
  return call.listed("PluginSet", rows);
};

/** Whether another plugin of the same type is attached to the API in the environment. */
const hasRival = ({ gateway, now }: Call, plugin: Stored, at: { apiId: string; environment: Environment }) =>
  gateway.pluginBindings
    .showing(now, at)
    .some(({ owner }) => owner !== plugin.id && gateway.plugins.get(owner)?.given.PluginType === plugin.given.PluginType);

const long = "InvalidParameterValue.LengthExceeded";
const pluginName = text(/^.{2,50}$/s, long);
const description: Shapes = { Description: text(/^.{0,200}$/s, long) };
const atMost100 = new Rule(["string"], (ids) => (ids as Json[]).length <= 100, "InvalidParameterValue", "takes at most 100 IDs");
const key = strings("PluginId!");
const place: Shapes = { ...key, ...strings("ServiceId!", "EnvironmentName!") };

/** The actions of plugins and of their attachments. */
export const plugins: Table = {
  CreatePlugin: [
    {
      "PluginName!": pluginName,
      "PluginType!": oneOf(types),
      "PluginData!": configuration("InvalidParameterValue.InvalidPluginConfig"),
      ...description,
      ...newTags,
    },
    (call) => {
      const { Tags: _, ...given } = call.params;
      checkAddresses(given.PluginType, given.PluginData);
      const plugin: Stored = { ...call.fresh("plugin"), given: { Description: null, ...given } };
      call.gateway.plugins.set(plugin.id, plugin);
      return { Result: shown(call, plugin) };
    },
  ],
  DescribePlugins: [{ PluginIds: atMost100, ...strings("PluginName", "PluginType"), ...paging, ...filters }, list],
  ModifyPlugin: [
    { ...key, PluginName: pluginName, ...description, PluginData: configuration("FailedOperation.InvalidInputJSON") },
    (call) => {
      const plugin = call.find("plugins");
      if (call.params.PluginData !== undefined) checkAddresses(plugin.given.PluginType, call.params.PluginData);
      call.change(plugin);
      return done;
    },
  ],
  /** No code is declared for a plugin that is still attached: it goes, and its attachments with it. */
  DeletePlugin: [
    key,
    (call) => {
      const { id } = call.find("plugins");
      call.gateway.plugins.delete(id);
      call.gateway.pluginBindings.drop(id);
      return done;
    },
  ],
  /** An API takes one plugin of a type in an environment; the same plugin again changes nothing. */
  AttachPlugin: [
    { ...place, "ApiIds!": ["string"] },
    writing((call, service) => {
      const plugin = call.find("plugins");
      const environment = onlineOf(service, call);
      const apiIds = call.apiIdsOf(service);
      if (apiIds.some((apiId) => hasRival(call, plugin, { apiId, environment })))
        reject("InvalidParameterValue.DuplicatePluginConfig", "Another plugin of this type is attached to the API.");
      for (const apiId of apiIds)
        call.gateway.pluginBindings.bind({ owner: plugin.id, serviceId: service.id, apiId, environment }, call.now);
      return done;
    }),
  ],
  DetachPlugin: [
    { ...place, ...strings("ApiId!") },
    (call) => {
      const { pluginBindings, delays } = call.gateway;
      const { id: owner } = call.find("plugins");
      const service = call.find("services");
      const environment = onlineOf(service, call);
      const binding = { owner, serviceId: service.id, apiId: call.findApi(service).id, environment };
      if (pluginBindings.unbind(binding, delays.unbind, call.now)) return done;
      return reject("InvalidParameterValue.InvalidApiIds", "The plugin is not attached to the API.");
    },
  ],
  DescribePluginApis: [
    { ...key, ...paging },
    (call) => {
      const { gateway, now } = call;
      const { id: owner } = call.find("plugins");
      const rows = gateway.pluginBindings.showing(now, { owner }).map(({ serviceId, apiId, environment, created }) => {
        const { ServiceName = null, ServiceDesc = null } = gateway.services.get(serviceId)?.given ?? {};
        const api = gateway.apis.get(apiId);
        const names = { ApiId: apiId, ApiName: defined(api, "ApiName"), ApiDesc: defined(api, "ApiDesc") };
        return { ServiceId: serviceId, ServiceName, ServiceDesc, ...names, Environment: environment, AttachedTime: created };
      });
      const { Result } = call.listed("AttachedApis", rows);
      return { Result: { ...(Result as JsonObject), ...(rows.length === 0 && { AttachedApis: null }) } };
    },
  ],
  DescribePluginsByApi: [
    { ...apiKey, EnvironmentName: text(/^(test|prepub|release|)$/, WRONG_STATUS), ...paging },
    (call) => {
      const { id: apiId } = call.findApi(call.find("services"));
      const name = call.params.EnvironmentName ?? "";
      const at = { apiId, environment: name === "" ? undefined : (name as Environment) };
      const rows = call.gateway.pluginBindings.showing(call.now, at).map(({ owner, environment, created }) => {
        const { PluginName = "", PluginType = "", Description, PluginData = "" } = call.gateway.plugins.get(owner)?.given ?? {};
        const binding = { PluginId: owner, Environment: environment, AttachedTime: created };
        return { ...binding, PluginName, PluginType, Description: Description ?? "", PluginData };
      });
      return call.listed("PluginSummary", rows);
    },
  ],
  /** The APIs of a service that a plugin could be attached to, not those that it is attached to. */
  DescribeAllPluginApis: [
    { ...key, "ServiceId!": "string", "EnvironmentName!": environment(WRONG_STATUS), ...paging },
    (call) => {
      const plugin = call.find("plugins");
      const environment = call.params.EnvironmentName as Environment;
      const rows = apisOf(call.gateway, call.find("services").id).map((api) => ({
        ApiId: api.id,
        ApiName: defined(api, "ApiName"),
        ApiType: defined(api, "ApiType"),
        ...frontOf(api),
        AttachedOtherPlugin: hasRival(call, plugin, { apiId: api.id, environment }),
        IsAttached: call.gateway.pluginBindings.showing(call.now, { owner: plugin.id, apiId: api.id, environment }).length > 0,
      }));
      return call.listed("ApiSet", rows);
    },
  ],
};
