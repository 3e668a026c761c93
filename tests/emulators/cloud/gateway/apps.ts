/** Applications and their bindings to APIs. See docs/modules/cloud.md#applications and docs/modules/cloud.md#list-functions. */
import type { JsonObject } from "../../exchange";
import { filled, paging, reject, strings, type Shapes } from "../api";
import type { Binding, BindingKey, Environment, Stored } from "./gateway-state";
import { type Call, defined, done, environment, filters, has, is, type Meanings, type Table, timesOf, writing } from "./call";

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

/** Code and message for what cannot be done to an application or API while they are bound. */
export const associated = ["UnsupportedOperation.ResourceAssociated", "The application is bound to an API."] as const;

const target = (call: Call): BindingKey => {
  const { id: owner } = call.find("apps");
  const service = call.find("services", { code: "ResourceNotFound.InvalidApi" });
  return { owner, serviceId: service.id, apiId: call.findApi(service).id, environment: call.params.Environment as Environment };
};

/** A binding as both lists show it. The environment is `EnvironmentName` here and `Environment` in filters. */
const boundApis = (call: Call, bindings: readonly Binding[], meanings: Meanings<Binding>) => {
  const { apps, apis, services } = call.gateway;
  const rows = call.filtered(bindings, meanings).map(({ owner, serviceId, apiId, environment, created }) => ({
    ApiAppId: owner,
    ApiAppName: apps.get(owner)?.given.ApiAppName ?? null,
    ApiId: apiId,
    ApiName: defined(apis.get(apiId), "ApiName"),
    ServiceId: serviceId,
    EnvironmentName: environment,
    ApiRegion: services.get(serviceId)?.region ?? null,
    AuthorizedTime: created,
  }));
  return call.listed("ApiAppApiSet", rows);
};

const ownerOf = ({ owner }: Binding) => owner;
const environmentOf = is("environment");

const keyOf: Shapes = { ...strings("ApiAppId!", "ServiceId!", "ApiId!"), "Environment!": environment("InvalidParameterValue.InvalidEnv") };
const lists: Shapes = { ...paging, ...filters };
const app = strings("ApiAppId!");

/** The actions of applications. */
export const apps: Table = {
  CreateApiApp: [
    { "ApiAppName!": filled, ...strings("ApiAppDesc") },
    (call) => {
      const given = { ApiAppDesc: null, ...call.params };
      const app: App = { ...call.fresh("app"), given, key: `APID${newSecret(call)}`, secret: newSecret(call), masked: false };
      call.gateway.apps.set(app.id, app);
      return { Result: shown(app) };
    },
  ],
  ModifyApiApp: [
    { ...app, ApiAppName: filled, ...strings("ApiAppDesc") },
    (call) => {
      call.change(call.find("apps"));
      return done;
    },
  ],
  DeleteApiApp: [
    app,
    (call) => {
      const { id } = call.find("apps");
      if (call.gateway.appBindings.showing(call.now, { owner: id }).length > 0) reject(...associated);
      call.gateway.apps.delete(id);
      return done;
    },
  ],
  /** What becomes of the secret when only a key is sent is not documented; here it changes, so that no test relies on the old one. */
  UpdateApiAppKey: [
    { ...app, "ApiAppKey!": filled, ApiAppSecret: filled },
    (call) => {
      const app = call.find("apps");
      app.key = String(call.params.ApiAppKey);
      app.secret = String(call.params.ApiAppSecret ?? newSecret(call));
      call.change(app, {});
      return done;
    },
  ],
  BindApiApp: [
    keyOf,
    (call) => {
      const key = target(call);
      if (call.gateway.appBindings.showing(call.now, key).length > 0) reject(...associated);
      return writing(() => {
        call.gateway.appBindings.bind(key, call.now);
        return done;
      })(call);
    },
  ],
  UnbindApiApp: [
    keyOf,
    (call) => {
      const { appBindings, delays } = call.gateway;
      const key = target(call);
      return writing(() =>
        appBindings.unbind(key, delays.unbind, call.now)
          ? done
          : reject("UnsupportedOperation.ResourceUnassociated", "The application is not bound to the API."),
      )(call);
    },
  ],
  DescribeApiAppsStatus: [
    lists,
    (call) =>
      call.listed(
        "ApiAppSet",
        call.filtered(call.visible("apps"), { ApiAppId: is("id"), ApiAppName: has(({ given }) => given.ApiAppName) }).map(shown),
      ),
  ],
  DescribeApiAppBindApisStatus: [
    { ...app, ...lists },
    (call) =>
      boundApis(call, call.gateway.appBindings.showing(call.now, { owner: String(call.params.ApiAppId) }), {
        ApiId: is("apiId"),
        ServiceId: is("serviceId"),
        Environment: environmentOf,
      }),
  ],
  DescribeApiBindApiAppsStatus: [
    { "ServiceId!": "string", "ApiIds!": ["string"], ...lists },
    (call) => {
      const { id: serviceId } = call.find("services");
      const ids = call.params.ApiIds as string[];
      const bindings = call.gateway.appBindings.showing(call.now, { serviceId }).filter(({ apiId }) => ids.includes(apiId));
      const appName = ({ owner }: Binding) => call.gateway.apps.get(owner)?.given.ApiAppName;
      return boundApis(call, bindings, { ApiAppId: is("owner"), Environment: environmentOf, KeyWord: has(ownerOf, appName) });
    },
  ],
};
