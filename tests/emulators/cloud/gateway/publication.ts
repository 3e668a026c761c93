/** Publication of services: releases, environments, the version that runs. */
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { apisOf, findService, rejectWith, stamp, write } from "./finding";
import { run, shown, url } from "./published";
import { environmentOf } from "./subjects";
import type { Environment, Release, Service, GatewayState } from "./gateway-state";
import { environments } from "./gateway-state";

/** The environment that a call names; the actions declare no other code for a wrong one. */
const environment = (name: Json | undefined): Environment => environmentOf(name, "InvalidParameter.FormatError");

/** Publishes all APIs of a service as a new version. */
function release(gateway: GatewayState, service: Service, params: JsonObject, context: CallContext): JsonObject {
  const publication = service.publications[environment(params.EnvironmentName)];
  const description = String(params.ReleaseDesc);
  if (description === "" || description.length > 200)
    rejectWith("InvalidParameter.FormatError", "`ReleaseDesc` must have 1 to 200 characters.");
  const apis = apisOf(gateway, service.id).map(({ id }) => id);
  if (apis.length === 0) rejectWith("FailedOperation.ServiceError", "The service has no API to publish.");
  const released = stamp(context.now);
  const version = gateway.newId(released.replace(/\D/g, ""));
  publication.history.unshift({ version, description, released, apis });
  run(gateway, publication, { status: 1, version }, context);
  return { Result: { ReleaseDesc: description, ReleaseVersion: version } };
}

/** Takes an environment offline; one that is not published stays so without complaint. */
function unrelease(gateway: GatewayState, service: Service, params: JsonObject, context: CallContext): JsonObject {
  run(gateway, service.publications[environment(params.EnvironmentName)], { status: 0, version: "" }, context);
  return { Result: true };
}

/** Switches a published environment to another of the service's versions. */
function switchVersion(gateway: GatewayState, service: Service, params: JsonObject, context: CallContext): JsonObject {
  const publication = service.publications[environment(params.EnvironmentName)];
  const version = String(params.VersionName);
  const known = environments.map((name) => service.publications[name].history.find((each) => each.version === version)).find(Boolean);
  if (known === undefined) return rejectWith("ResourceNotFound", "The version does not exist.");
  if (publication.status === 0) rejectWith("FailedOperation.ServiceError", "The environment is not published.");
  if (!publication.history.includes(known)) publication.history.unshift({ ...known, released: stamp(context.now) });
  run(gateway, publication, { status: 1, version }, context);
  return { Result: true };
}

const row = ({ version, description, released }: Release): JsonObject => ({
  VersionName: version,
  VersionDesc: description,
  ReleaseTime: released,
});

/** Releases to one environment or to all of them, the newest first. */
const history = ({ publications }: Service, name: Json | undefined): Release[] =>
  (name === undefined ? [...environments] : [environment(name)])
    .flatMap((each) => publications[each].history)
    .sort((one, other) => other.released.localeCompare(one.released));

/** Every version once, the newest first. */
function versions(service: Service): JsonObject[] {
  const all = new Map(history(service, undefined).map((each) => [each.version, each]));
  return [...all.values()].map(({ version, description }) => ({ VersionName: version, VersionDesc: description }));
}

/** One element of DescribeServiceEnvironmentList: without address and version where nothing runs. */
function environmentRow(service: Service, name: Environment, now: Date): JsonObject {
  const { status, version } = shown(service.publications[name], now);
  return { EnvironmentName: name, Url: status === 1 ? url(service, name) : "", Status: status, VersionName: version };
}

const respond = (rows: JsonObject[], member: string, params: JsonObject): JsonObject => ({
  Result: { TotalCount: rows.length, [member]: page(rows, params) },
});

const paged = { "ServiceId!": "string", Limit: "integer", Offset: "integer" } as const;
const target = { "ServiceId!": "string", "EnvironmentName!": "string" } as const;

/** ReleaseService, UnReleaseService, UpdateService and the lists of environments, releases and versions. `ApiIds` is reserved. */
export const publication = (gateway: GatewayState): Actions => ({
  ReleaseService: {
    params: { ...target, "ReleaseDesc!": "string", ApiIds: ["string"] },
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => release(gateway, service, params, context)),
  },
  UnReleaseService: {
    params: { ...target, ApiIds: ["string"] },
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => unrelease(gateway, service, params, context)),
  },
  UpdateService: {
    params: { ...target, "VersionName!": "string", UpdateDesc: "string" },
    run(params, context) {
      findService(gateway, context, params.ServiceId, "ResourceNotFound");
      return write(gateway, context, params.ServiceId, (service) => switchVersion(gateway, service, params, context));
    },
  },
  DescribeServiceEnvironmentReleaseHistory: {
    params: { ...paged, EnvironmentName: "string" },
    run: (params, context) =>
      respond(history(findService(gateway, context, params.ServiceId), params.EnvironmentName).map(row), "VersionList", params),
  },
  DescribeServiceEnvironmentList: {
    params: paged,
    run(params, context) {
      const service = findService(gateway, context, params.ServiceId);
      const rows = environments.map((name) => environmentRow(service, name, context.now));
      return respond(rows, "EnvironmentList", params);
    },
  },
  DescribeServiceReleaseVersion: {
    params: paged,
    run: (params, context) => respond(versions(findService(gateway, context, params.ServiceId)), "VersionList", params),
  },
});
