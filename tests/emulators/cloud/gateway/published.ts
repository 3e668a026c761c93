/** What is published: the state of an environment as it shows at a moment, and the addresses of a service. */
import type { CallContext } from "../api";
import type { Api, Environment, Publication, Release, Running, Service, GatewayState } from "./gateway-state";
import { environments } from "./gateway-state";

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

const host = ({ id, region }: Service, root: string): string => `${id}-${appId}.${shortRegions[region] ?? region}.apigw.${root}`;

/** The public domain of a service; empty without OUTER. */
export const outerDomain = (service: Service): string => (service.netTypes.includes("OUTER") ? host(service, "tencentcs.com") : "");

/** The private domain of a service; empty without INNER. */
export const innerDomain = (service: Service): string => (service.netTypes.includes("INNER") ? host(service, "tencentyun.com") : "");

/** The address of an environment. */
export const url = (service: Service, environment: Environment): string =>
  `${service.protocol === "https" ? "https" : "http"}://${outerDomain(service) || innerDomain(service)}/${environment}/`;

/** Nothing published, nothing ever released. */
export const unpublished = (): Publication => ({ status: 0, version: "", history: [] });

/** What an environment shows at a moment: for a while after a change still what was before. */
export const shown = ({ status, version, before }: Publication, now: Date): Running =>
  before !== undefined && before.until > now.getTime() ? { status: before.status, version: before.version } : { status, version };

/** Sets what an environment runs; it shows after `delays.publish`. */
export function run(gateway: GatewayState, publication: Publication, running: Running, { now }: CallContext): void {
  publication.before = { ...shown(publication, now), until: now.getTime() + gateway.delays.publish };
  Object.assign(publication, running);
}

/** The environments of a service that show as published. */
export const published = (service: Service, now: Date): Environment[] =>
  environments.filter((name) => shown(service.publications[name], now).status === 1);

const holds = ({ apis }: Release, apiId: string): boolean => apis === undefined || apis.includes(apiId);

/** The environments in which an API is published: those whose running version holds it. */
export const environmentsOf = (service: Service, api: Api, now: Date): Environment[] =>
  published(service, now).filter((name) => {
    const publication = service.publications[name];
    const { version } = shown(publication, now);
    const release = publication.history.find((each) => each.version === version);
    return release === undefined || holds(release, api.id);
  });
