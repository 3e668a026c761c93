/** What is published: the state of an environment as it shows at a moment, and the addresses of a service. */
import type { Json } from "../../exchange";
import { reject } from "../api";
import type { Call } from "./call";
import { environments, type Api, type Environment, type Publication, type Running, type Service } from "./gateway-state";

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
