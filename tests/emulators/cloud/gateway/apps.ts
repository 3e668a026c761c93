/** Applications and their bindings to APIs. See docs/modules/cloud.md#applications and docs/modules/cloud.md#list-functions. */
import type { JsonObject } from "../../exchange";
import { filled, paging, reject, strings, type Shapes } from "../api";
import type { Binding, BindingKey, Environment, GatewayState, Rejection, Stored } from "./gateway-state";
import {
  type Call,
  change,
  defined,
  done,
  environment,
  filtered,
  filters,
  find,
  findApi,
  fresh,
  has,
  is,
  listed,
  type Meanings,
  type Run,
  type Table,
  timesOf,
  visible,
  writing,
} from "./call";

/** One application. */
export interface App extends Stored {
  key: string;
  secret: string;
  /** Tests set it: the secret is then shown as asterisks. */
  masked: boolean;
}

const newSecret = ({ gateway }: Call) => gateway.randomBytes(24).toString("base64url").replaceAll(/[-_]/g, "0");

const shown = (app: App): JsonObject => ({
  ApiAppId: app.id,
  ...app.given,
  ApiAppKey: app.key,
  ApiAppSecret: app.masked ? "********" : app.secret,
  ...timesOf(app),
});

const create: Run = (call) => {
  const given = { ApiAppDesc: null, ...call.params };
  const app: App = { ...fresh(call, "app"), given, key: `APID${newSecret(call)}`, secret: newSecret(call), masked: false };
  call.gateway.apps.set(app.id, app);
  return { Result: shown(app) };
};

const modify: Run = (call) => {
  change(find(call, "apps"), call, call.params);
  return done;
};

/** What becomes of the secret when only a key is sent is not documented; here it changes, so that no test relies on the old one. */
const updateKey: Run = (call) => {
  const app = find(call, "apps");
  app.key = String(call.params.ApiAppKey);
  app.secret = String(call.params.ApiAppSecret ?? newSecret(call));
  change(app, call, {});
  return done;
};

const associated: Rejection = { code: "UnsupportedOperation.ResourceAssociated", message: "The application is bound to an API." };

const remove: Run = (call) => {
  const { id } = find(call, "apps");
  if (call.gateway.appBindings.showing(call.now, { owner: id }).length > 0) reject(associated.code, associated.message);
  call.gateway.apps.delete(id);
  return done;
};

const target = (call: Call): BindingKey => {
  const { id: owner } = find(call, "apps");
  const service = find(call, "services", { code: "ResourceNotFound.InvalidApi" });
  return { owner, serviceId: service.id, apiId: findApi(call, service).id, environment: call.params.Environment as Environment };
};

const bind: Run = (call) => {
  const key = target(call);
  if (call.gateway.appBindings.showing(call.now, key).length > 0) reject(associated.code, associated.message);
  return writing(() => {
    call.gateway.appBindings.bind(key, call.now);
    return done;
  })(call);
};

const unbind: Run = (call) => {
  const { appBindings, delays } = call.gateway;
  const key = target(call);
  return writing(() =>
    appBindings.unbind(key, delays.unbind, call.now)
      ? done
      : reject("UnsupportedOperation.ResourceUnassociated", "The application is not bound to the API."),
  )(call);
};

/** A binding as both lists show it. The environment is `EnvironmentName` here and `Environment` in filters. */
const boundApis = (call: Call, bindings: readonly Binding[], meanings: Meanings<Binding>) => {
  const { apps, apis, services } = call.gateway;
  const rows = filtered(bindings, call, meanings).map(({ owner, serviceId, apiId, environment, createdAt }) => ({
    ApiAppId: owner,
    ApiAppName: apps.get(owner)?.given.ApiAppName ?? null,
    ApiId: apiId,
    ApiName: defined(apis.get(apiId), "ApiName"),
    ServiceId: serviceId,
    EnvironmentName: environment,
    ApiRegion: services.get(serviceId)?.region ?? null,
    AuthorizedTime: createdAt,
  }));
  return listed(call, "ApiAppApiSet", rows);
};

const appMeanings: Meanings<App> = { ApiAppId: is(({ id }) => id), ApiAppName: has(({ given }) => given.ApiAppName) };

const ownerOf = ({ owner }: Binding) => owner;
const environmentOf = is(({ environment }: Binding) => environment);

const ofApp: Run = (call) =>
  boundApis(call, call.gateway.appBindings.showing(call.now, { owner: String(call.params.ApiAppId) }), {
    ApiId: is(({ apiId }) => apiId),
    ServiceId: is(({ serviceId }) => serviceId),
    Environment: environmentOf,
  });

const ofApis: Run = (call) => {
  const { id: serviceId } = find(call, "services");
  const ids = call.params.ApiIds as string[];
  const bindings = call.gateway.appBindings.showing(call.now, { serviceId }).filter(({ apiId }) => ids.includes(apiId));
  const appName = ({ owner }: Binding) => call.gateway.apps.get(owner)?.given.ApiAppName;
  return boundApis(call, bindings, { ApiAppId: is(ownerOf), Environment: environmentOf, KeyWord: has(ownerOf, appName) });
};

/** Keeps APIs from being deleted while an application is bound to them. */
export const guardApplied = ({ guards, appBindings }: GatewayState): void =>
  void guards.api.push((apiId, now) => (appBindings.showing(now, { apiId }).length > 0 ? associated : undefined));

const keyOf: Shapes = { ...strings("ApiAppId!", "ServiceId!", "ApiId!"), "Environment!": environment("InvalidParameterValue.InvalidEnv") };
const lists: Shapes = { ...paging, ...filters };
const app = strings("ApiAppId!");

/** The actions of applications. */
export const apps: Table = {
  CreateApiApp: [{ "ApiAppName!": filled, ...strings("ApiAppDesc") }, create],
  ModifyApiApp: [{ ...app, ApiAppName: filled, ...strings("ApiAppDesc") }, modify],
  DeleteApiApp: [app, remove],
  UpdateApiAppKey: [{ ...app, "ApiAppKey!": filled, ApiAppSecret: filled }, updateKey],
  BindApiApp: [keyOf, bind],
  UnbindApiApp: [keyOf, unbind],
  DescribeApiAppsStatus: [
    lists,
    (call) => listed(call, "ApiAppSet", filtered(visible(call.gateway.apps, call), call, appMeanings).map(shown)),
  ],
  DescribeApiAppBindApisStatus: [{ ...app, ...lists }, ofApp],
  DescribeApiBindApiAppsStatus: [{ "ServiceId!": "string", "ApiIds!": ["string"], ...lists }, ofApis],
};
