/** Publication of services: releases, environments, the version that runs. */
import type { JsonObject } from "../../exchange";
import { isoSeconds } from "../keys";
import { FORMAT, paging, reject, strings, text, type Shapes } from "../api";
import { apisOf, done, environment, writing, type Call, type Run, type Table } from "./call";
import { environments, type Environment, type Publication, type Release, type Service } from "./gateway-state";
import { run, shown, url } from "./published";

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

/** Takes an environment offline; one that is not published stays so without complaint. */
const unrelease = writing((call, service) => {
  run(call, publicationOf(service, call), { status: 0, version: "" });
  return done;
});

/** Switches a published environment to another of the service's versions. */
const switchVersion: Run = (call) => {
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
};

/** Releases to one environment or to all of them. */
const history = ({ publications }: Service, names: readonly Environment[] = environments) =>
  names.flatMap((name) => publications[name].history);

const newestFirst = (one: Release, other: Release) => other.released.localeCompare(one.released);

const row = ({ version, description }: Release) => ({ VersionName: version, VersionDesc: description });

const listHistory: Run = (call) => {
  const name = call.params.EnvironmentName as Environment | undefined;
  const releases = history(call.find("services"), name && [name]).sort(newestFirst);
  return call.listed(
    "VersionList",
    releases.map((each) => ({ ...row(each), ReleaseTime: each.released })),
  );
};

/** Every version once, the newest first. */
const listVersions: Run = (call) => {
  const all = history(call.find("services")).sort(newestFirst);
  return call.listed("VersionList", [...new Map(all.map((each) => [each.version, row(each)])).values()]);
};

/** Without address and version where nothing runs. */
const listEnvironments: Run = (call) => {
  const service = call.find("services");
  const rows = environments.map((name): JsonObject => {
    const { status, version } = shown(service.publications[name], call.now);
    return { EnvironmentName: name, Url: status === 1 ? url(service, name) : "", Status: status, VersionName: version };
  });
  return call.listed("EnvironmentList", rows);
};

const paged: Shapes = { ...strings("ServiceId!"), ...paging };
const target: Shapes = { "ServiceId!": "string", "EnvironmentName!": environment() };

/** ReleaseService, UnReleaseService, UpdateService and the lists of environments, releases and versions. `ApiIds` is reserved. */
export const publication: Table = {
  ReleaseService: [{ ...target, "ReleaseDesc!": text(/^.{1,200}$/s, FORMAT), ApiIds: ["string"] }, release],
  UnReleaseService: [{ ...target, ApiIds: ["string"] }, unrelease],
  UpdateService: [{ ...target, ...strings("VersionName!", "UpdateDesc") }, switchVersion],
  DescribeServiceEnvironmentReleaseHistory: [{ ...paged, EnvironmentName: environment() }, listHistory],
  DescribeServiceEnvironmentList: [paged, listEnvironments],
  DescribeServiceReleaseVersion: [paged, listVersions],
};
