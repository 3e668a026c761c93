/** Applications and their bindings to APIs. See docs/modules/cloud.md#applications and docs/modules/cloud.md#list-functions. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import type { Binding, BindingKey } from "./bindings";
import type { Meanings } from "./filters";
import { filtered, filters } from "./filters";
import { findApi, findService, rejectWith, seen, stamp, write } from "./finding";
import { defined, environmentOf, mustFill, visible } from "./subjects";
import type { GatewayState } from "./gateway-state";

/** One application. */
export interface App {
  id: string;
  region: string;
  name: string;
  description: string | null;
  key: string;
  secret: string;
  /** Tests set it: the secret is then shown as asterisks. */
  masked: boolean;
  created: string;
  modified: string;
}

const newSecret = ({ randomBytes }: GatewayState): string => randomBytes(24).toString("base64url").replaceAll(/[-_]/g, "0");

const appOf = (gateway: GatewayState, context: CallContext, { ApiAppId }: JsonObject): App => {
  const app = gateway.apps.get(ApiAppId as string);
  return app && seen(app, context) ? app : rejectWith("ResourceNotFound.InvalidApiApp", "The application does not exist.");
};

const shown = (app: App): JsonObject => ({
  ApiAppId: app.id,
  ApiAppName: app.name,
  ApiAppDesc: app.description,
  ApiAppKey: app.key,
  ApiAppSecret: app.masked ? "********" : app.secret,
  CreatedTime: app.created,
  ModifiedTime: app.modified,
});

const create = (gateway: GatewayState, params: JsonObject, { now, region }: CallContext): JsonObject => {
  mustFill(params, "ApiAppName");
  const app: App = {
    id: gateway.newId("app"),
    region,
    name: params.ApiAppName as string,
    description: (params.ApiAppDesc ?? null) as string | null,
    key: `APID${newSecret(gateway)}`,
    secret: newSecret(gateway),
    masked: false,
    created: stamp(now),
    modified: stamp(now),
  };
  gateway.apps.set(app.id, app);
  return { Result: shown(app) };
};

const modify = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const app = appOf(gateway, context, params);
  mustFill(params, "ApiAppName");
  app.name = (params.ApiAppName ?? app.name) as string;
  app.description = (params.ApiAppDesc ?? app.description) as string | null;
  app.modified = stamp(context.now);
  return { Result: true };
};

/** What becomes of the secret when only a key is sent is not documented; here it changes, so that no test relies on the old one. */
const updateKey = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const app = appOf(gateway, context, params);
  mustFill(params, "ApiAppKey", "ApiAppSecret");
  app.key = params.ApiAppKey as string;
  app.secret = (params.ApiAppSecret ?? newSecret(gateway)) as string;
  app.modified = stamp(context.now);
  return { Result: true };
};

const associated = (): never => rejectWith("UnsupportedOperation.ResourceAssociated", "The application is bound to an API.");

const remove = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const app = appOf(gateway, context, params);
  if (gateway.appBindings.showing(context.now, { owner: app.id }).length > 0) associated();
  gateway.apps.delete(app.id);
  return { Result: true };
};

const target = (gateway: GatewayState, params: JsonObject, context: CallContext): BindingKey => {
  const environment = environmentOf(params.Environment, "InvalidParameterValue.InvalidEnv");
  const app = appOf(gateway, context, params);
  const service = findService(gateway, context, params.ServiceId, "ResourceNotFound.InvalidApi");
  return { owner: app.id, serviceId: service.id, apiId: findApi(gateway, service, params.ApiId).id, environment };
};

const bind = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const key = target(gateway, params, context);
  if (gateway.appBindings.showing(context.now, key).length > 0) associated();
  write(gateway, context, params.ServiceId, () => gateway.appBindings.bind(key, context.now));
  return { Result: true };
};

const unbind = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const key = target(gateway, params, context);
  const was = write(gateway, context, params.ServiceId, () => gateway.appBindings.unbind(key, gateway.delays.unbind, context.now));
  return was ? { Result: true } : rejectWith("UnsupportedOperation.ResourceUnassociated", "The application is not bound to the API.");
};

/** A binding as both lists show it. The environment is `EnvironmentName` here and `Environment` in filters. */
const boundApi = (gateway: GatewayState, { owner, serviceId, apiId, environment, createdAt }: Binding): JsonObject => ({
  ApiAppId: owner,
  ApiAppName: gateway.apps.get(owner)?.name ?? null,
  ApiId: apiId,
  ApiName: defined(gateway.apis.get(apiId), "ApiName"),
  ServiceId: serviceId,
  EnvironmentName: environment,
  ApiRegion: gateway.services.get(serviceId)?.region ?? null,
  AuthorizedTime: createdAt,
});

const boundApis = (gateway: GatewayState, bindings: readonly Binding[], params: JsonObject): JsonObject => {
  const rows = bindings.map((binding) => boundApi(gateway, binding));
  return { Result: { TotalCount: rows.length, ApiAppApiSet: page(rows, params) } };
};

const appMeanings: Meanings<App> = {
  ApiAppId: ({ id }, value) => id === value,
  ApiAppName: ({ name }, value) => name.includes(value),
  KeyWord: ({ id, name }, value) => id.includes(value) || name.includes(value),
};

const byApi = (gateway: GatewayState): Meanings<Binding> => {
  const named = (apiId: string, value: string): boolean => String(defined(gateway.apis.get(apiId), "ApiName") ?? "").includes(value);
  return {
    ApiId: ({ apiId }, value) => apiId === value,
    ApiName: ({ apiId }, value) => named(apiId, value),
    ServiceId: ({ serviceId }, value) => serviceId === value,
    Environment: ({ environment }, value) => environment === value,
    KeyWord: ({ apiId }, value) => apiId.includes(value) || named(apiId, value),
  };
};

const byApp = (gateway: GatewayState): Meanings<Binding> => ({
  ApiAppId: ({ owner }, value) => owner === value,
  Environment: ({ environment }, value) => environment === value,
  KeyWord: ({ owner }, value) => owner.includes(value) || (gateway.apps.get(owner)?.name.includes(value) ?? false),
});

const keyOf = { "ApiAppId!": "string", "Environment!": "string", "ServiceId!": "string", "ApiId!": "string" } as const;
const paging = { Limit: "integer", Offset: "integer", Filters: filters } as const;

const lists = (gateway: GatewayState): Actions => ({
  DescribeApiAppsStatus: {
    params: paging,
    run: (params, context) => {
      const rows = filtered(visible(gateway.apps, context), params.Filters, appMeanings).map(shown);
      return { Result: { TotalCount: rows.length, ApiAppSet: page(rows, params) } };
    },
  },
  DescribeApiAppBindApisStatus: {
    params: { "ApiAppId!": "string", ...paging },
    run: (params, { now }) => {
      const bindings = gateway.appBindings.showing(now, { owner: params.ApiAppId as string });
      return boundApis(gateway, filtered(bindings, params.Filters, byApi(gateway)), params);
    },
  },
  DescribeApiBindApiAppsStatus: {
    params: { "ServiceId!": "string", "ApiIds!": ["string"], ...paging },
    run: (params, context) => {
      const { id: serviceId } = findService(gateway, context, params.ServiceId);
      const ids = params.ApiIds as string[];
      const bindings = gateway.appBindings.showing(context.now, { serviceId }).filter(({ apiId }) => ids.includes(apiId));
      return boundApis(gateway, filtered(bindings, params.Filters, byApp(gateway)), params);
    },
  },
});

/** Applications. An API that is bound to one cannot be deleted. */
export const apps = (gateway: GatewayState): Actions => {
  gateway.guards.api.push((apiId, now) =>
    gateway.appBindings.showing(now, { apiId }).length > 0
      ? { code: "UnsupportedOperation.ResourceAssociated", message: "The API is bound to an application." }
      : undefined,
  );
  return {
    CreateApiApp: {
      params: { "ApiAppName!": "string", ApiAppDesc: "string" },
      run: (params, context) => create(gateway, params, context),
    },
    ModifyApiApp: {
      params: { "ApiAppId!": "string", ApiAppName: "string", ApiAppDesc: "string" },
      run: (params, context) => modify(gateway, params, context),
    },
    DeleteApiApp: { params: { "ApiAppId!": "string" }, run: (params, context) => remove(gateway, params, context) },
    UpdateApiAppKey: {
      params: { "ApiAppId!": "string", "ApiAppKey!": "string", ApiAppSecret: "string" },
      run: (params, context) => updateKey(gateway, params, context),
    },
    BindApiApp: { params: keyOf, run: (params, context) => bind(gateway, params, context) },
    UnbindApiApp: { params: keyOf, run: (params, context) => unbind(gateway, params, context) },
    ...lists(gateway),
  };
};
