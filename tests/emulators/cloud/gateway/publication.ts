/** Publication of services: releases, environments, the version that runs, what of it shows at a moment and where, and limits of requests per second. */
import type { Json, JsonObject } from "../../exchange";
import { FORMAT, paging, quota, reject, type Shapes, strings, text } from "../api";
import { isoSeconds } from "../keys";
import { apisOf, type Call, defined, done, environment, frontOf, type Table, writing } from "./call";
import {
  type Api,
  type Environment,
  environments,
  type Limits,
  type Publication,
  type Release,
  type Running,
  type Service,
} from "./gateway-state";

const ceiling = 5000;
const wrong = "InvalidParameterValue.InvalidRequestParameters";

const setLimits = (limits: Limits, names: readonly Environment[], limit: number) =>
  names.forEach((name) => (limit === -1 ? delete limits[name] : (limits[name] = limit)));

const strategy: Shapes = { "ServiceId!": "string", "Strategy!": quota(ceiling) };
const paged: Shapes = { ...strings("ServiceId!"), ...paging };

/** The two pairs of actions. */
export const limits: Table = {
  /** One row for each environment of a service: its version is null where nothing runs. */
  DescribeServiceEnvironmentStrategy: [
    paged,
    (call) => {
      const service = call.find("services");
      const rows = environments.map((name) => {
        const { status, version } = shown(service.publications[name], call.now);
        const common = { EnvironmentName: name, Url: url(service, name), Status: status, VersionName: version === "" ? null : version };
        return { ...common, Strategy: service.limits[name] ?? -1, MaxStrategy: ceiling };
      });
      return call.listed("EnvironmentList", rows);
    },
  ],
  ModifyServiceEnvironmentStrategy: [
    { ...strategy, "EnvironmentNames!": [environment(wrong)] },
    (call) => {
      const { Strategy, EnvironmentNames } = call.params;
      setLimits(call.find("services", { code: wrong }).limits, EnvironmentNames as Environment[], Number(Strategy));
      return done;
    },
  ],
  DescribeApiEnvironmentStrategy: [
    { ...paged, EnvironmentNames: [environment()], ApiId: "string" },
    (call) => {
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
    },
  ],
  /** For an unknown service the action declares no code but that of an unknown API. */
  ModifyApiEnvironmentStrategy: [
    { ...strategy, "EnvironmentName!": environment(wrong), "ApiIds!": ["string"] },
    (call) => {
      const { EnvironmentName, ApiIds, Strategy } = call.params;
      const service = call.find("services", { code: "ResourceNotFound.InvalidApi" });
      const apis = (ApiIds as string[]).map((id) => call.findApi(service, id));
      for (const { limits } of apis) setLimits(limits, [EnvironmentName as Environment], Number(Strategy));
      return done;
    },
  ],
};

/** The account's number in domain names. */
const appId = "1250000000";

/** Short names of regions in domain names; others are in full. */
const shortRegions: Readonly<Record<string, string>> = {
  "ap-guangzhou": "gz",
  "ap-shanghai": "sh",
  "ap-beijing": "bj",
  "ap-hongkong": "hk",
  "ap-singapore": "sg",
};

/** Whether a service has a network type. */
export const hasNet = ({ given }: Service, type: string): boolean => (given.NetTypes as string[]).includes(type);

/** The domain of a service in the public or the private network; empty without the network type. */
export const domainOf = (service: Service, type: "OUTER" | "INNER"): string => {
  const root = type === "OUTER" ? "tencentcs.com" : "tencentyun.com";
  return hasNet(service, type) ? `${service.id}-${appId}.${shortRegions[service.region] ?? service.region}.apigw.${root}` : "";
};

/** The address of an environment. */
export const url = (service: Service, environment: Environment): string =>
  `${service.given.Protocol === "https" ? "https" : "http"}://${domainOf(service, "OUTER") || domainOf(service, "INNER")}/${environment}/`;

/** Nothing published, nothing ever released. */
export const unpublished = (): Publication => ({ status: 0, version: "", history: [] });

/** What an environment shows at a moment: for a while after a change still what was before. */
export const shown = ({ status, version, before }: Publication, now: Date): Running =>
  before !== undefined && before.until > now.getTime() ? { status: before.status, version: before.version } : { status, version };

/** Sets what an environment runs; it shows after `delays.publish`. */
export function run({ gateway, now }: Call, publication: Publication, running: Running): void {
  publication.before = { ...shown(publication, now), until: now.getTime() + gateway.delays.publish };
  Object.assign(publication, running);
}

/** The environments of a service that show as published. */
export const published = (service: Service, now: Date): Environment[] =>
  environments.filter((name) => shown(service.publications[name], now).status === 1);

/** The code for an environment that a binding cannot have. */
export const WRONG_STATUS = "InvalidParameterValue.InvalidEnvStatus";

/** The environment that a call names, which must show as published. */
export const onlineOf = (service: Service, { params, now }: Call): Environment =>
  published(service, now).find((name) => name === params.EnvironmentName) ?? reject(WRONG_STATUS, "The environment is not published.");

/** The environments in which an API is published: those whose running version holds it. */
export const environmentsOf = (service: Service, api: Api, now: Date): Json[] =>
  published(service, now).filter((name) => {
    const { history, ...publication } = service.publications[name];
    const release = history.find(({ version }) => version === shown({ history, ...publication }, now).version);
    return release?.apis?.includes(api.id) ?? true;
  });

const publicationOf = ({ publications }: Service, { params }: Call) => publications[params.EnvironmentName as Environment];

/** Returns the time of a release: at least a second after the former one of the environment, because a real release takes longer. */
function releaseTime({ now }: Call, { history: [former] }: Publication) {
  return isoSeconds(former ? new Date(Math.max(now.getTime(), Date.parse(former.released) + 1000)) : now);
}

/** Publishes all APIs of a service as a new version. */
const release = writing((call, service) => {
  const publication = publicationOf(service, call);
  const ReleaseDesc = String(call.params.ReleaseDesc);
  const apis = apisOf(call.gateway, service.id).map(({ id }) => id);
  if (apis.length === 0) reject("FailedOperation.ServiceError", "The service has no API to publish.");
  const released = releaseTime(call, publication);
  const version = call.gateway.newId(released.replace(/\D/g, ""));
  publication.history.unshift({ version, description: ReleaseDesc, released, apis });
  run(call, publication, { status: 1, version });
  return { Result: { ReleaseDesc, ReleaseVersion: version } };
});

/** Releases to one environment or to all of them. */
const history = ({ publications }: Service, names: readonly Environment[] = environments) =>
  names.flatMap((name) => publications[name].history);

const newestFirst = (one: Release, other: Release) => other.released.localeCompare(one.released);

const row = ({ version, description }: Release) => ({ VersionName: version, VersionDesc: description });

const target: Shapes = { "ServiceId!": "string", "EnvironmentName!": environment() };

/** ReleaseService, UnReleaseService, UpdateService and the lists of environments, releases and versions. `ApiIds` is reserved. */
export const publication: Table = {
  ReleaseService: [{ ...target, "ReleaseDesc!": text(/^.{1,200}$/s, FORMAT), ApiIds: ["string"] }, release],
  /** Takes an environment offline; one that is not published stays so without complaint. */
  UnReleaseService: [
    { ...target, ApiIds: ["string"] },
    writing((call, service) => {
      run(call, publicationOf(service, call), { status: 0, version: "" });
      return done;
    }),
  ],
  /** Switches a published environment to another of the service's versions. */
  UpdateService: [
    { ...target, ...strings("VersionName!", "UpdateDesc") },
    (call) => {
      call.find("services", { code: "ResourceNotFound" });
      return writing((_, service) => {
        const publication = publicationOf(service, call);
        const known = history(service).find(({ version }) => version === call.params.VersionName);
        if (known === undefined) return reject("ResourceNotFound", "The version does not exist.");
        if (publication.status === 0) reject("FailedOperation.ServiceError", "The environment is not published.");
        if (!publication.history.includes(known)) publication.history.unshift({ ...known, released: releaseTime(call, publication) });
        run(call, publication, { status: 1, version: known.version });
        return done;
      })(call);
    },
  ],
  DescribeServiceEnvironmentReleaseHistory: [
    { ...paged, EnvironmentName: environment() },
    (call) => {
      const name = call.params.EnvironmentName as Environment | undefined;
      const releases = history(call.find("services"), name && [name]).sort(newestFirst);
      return call.listed(
        "VersionList",
        releases.map((each) => ({ ...row(each), ReleaseTime: each.released })),
      );
    },
  ],
  /** Without address and version where nothing runs. */
  DescribeServiceEnvironmentList: [
    paged,
    (call) => {
      const service = call.find("services");
      const rows = environments.map((name): JsonObject => {
        const { status, version } = shown(service.publications[name], call.now);
        return { EnvironmentName: name, Url: status === 1 ? url(service, name) : "", Status: status, VersionName: version };
      });
      return call.listed("EnvironmentList", rows);
    },
  ],
  /** Every version once, the newest first. */
  DescribeServiceReleaseVersion: [
    paged,
    (call) => {
      const all = history(call.find("services")).sort(newestFirst);
      return call.listed("VersionList", [...new Map(all.map((each) => [each.version, row(each)])).values()]);
    },
  ],
};
