/** Custom domains of a service and their path mappings. See docs/modules/cloud.md#custom-domains and docs/modules/cloud.md#getapigatewaycustomerdomains. */
import type { Json, JsonObject } from "../../exchange";
import { booleans, FORMAT, oneOf, paging, reject, strings, text, type Shapes } from "../api";
import { done, writing, type Call, type Table } from "./call";
import { environments, type Service } from "./gateway-state";
import { domainOf } from "./publication";

/** One domain, bound to a service. */
export interface Domain {
  name: string;
  region: string;
  serviceId: string;
  /** 1: resolves to the default domain, 0: does not (any more). Tests turn it. */
  status: 0 | 1;
  /** The parameters with which it was bound or changed. */
  given: JsonObject;
  /** From then on (milliseconds since 1970) it is listed. */
  visible: number;
}

const mostDomains = 5;
const mostMappings = 3;

const mappingsOf = ({ PathMappingSet }: JsonObject) => (PathMappingSet ?? []) as JsonObject[];
const hasHttps = ({ Protocol }: JsonObject) => String(Protocol).includes("https");

/** What is wrong in the parameters of a domain: each with the codes of BindSubDomain and ModifySubDomain, which differ. */
const faults: readonly [isWrong: (given: JsonObject) => unknown, bindCode: string, modifyCode: string, message: string][] = [
  [
    (given) => !given.IsDefaultMapping && mappingsOf(given).length === 0,
    "FailedOperation.DefineMappingNotNull",
    "FailedOperation.SetCustomPathMappingError",
    "A domain without default mapping needs path mappings.",
  ],
  [
    (given) => mappingsOf(given).length > mostMappings,
    "LimitExceeded.ExceededDefineMappingLimit",
    "FailedOperation.PathMappingSetError",
    `A domain has at most ${mostMappings} path mappings.`,
  ],
  [
    (given) => mappingsOf(given).some(({ Path }) => !String(Path).startsWith("/")),
    "FailedOperation.DefineMappingPathError",
    "FailedOperation.PathMappingSetError",
    "The path of a mapping must start with a slash.",
  ],
  [
    (given) => mappingsOf(given).some(({ Environment }) => !environments.some((name) => name === Environment)),
    "FailedOperation.DefineMappingEnvironmentError",
    "FailedOperation.PathMappingSetError",
    "The environment of a mapping does not exist.",
  ],
  [
    (given) => new Set(mappingsOf(given).map(({ Path }) => Path)).size < mappingsOf(given).length,
    "FailedOperation.DefineMappingParamRepeat",
    "FailedOperation.PathMappingSetError",
    "Two mappings have the same path.",
  ],
  [
    (given) => given.IsForcedHttps && !hasHttps(given),
    "UnsupportedOperation.ForceHttps",
    "UnsupportedOperation.ForceHttps",
    "HTTPS cannot be forced on a domain without it.",
  ],
  [
    (given) => hasHttps(given) && (given.CertificateId ?? "") === "",
    "FailedOperation.CertificateIsNull",
    "FailedOperation.CertificateIdBindError",
    "A domain with HTTPS needs a certificate.",
  ],
];

function check(given: JsonObject, action: "bind" | "modify") {
  for (const [isWrong, bindCode, modifyCode, message] of faults)
    if (isWrong(given)) reject(action === "bind" ? bindCode : modifyCode, message);
}

/** The domain where it is bound; one whose service was deleted is bound nowhere. */
const boundTo = ({ gateway }: Call, name: Json | undefined) => {
  const domain = gateway.domains.get(String(name).toLowerCase());
  return domain && gateway.services.has(domain.serviceId) ? domain : undefined;
};

/** The domain that a call names, which must be bound to the service. */
const domainIn = (call: Call, service: Service, code: string) => {
  const domain = boundTo(call, call.params.SubDomain);
  return domain?.serviceId === service.id ? domain : reject(code, "The domain is not bound to the service.");
};

function checkFree(call: Call, service: Service) {
  const bound = boundTo(call, call.params.SubDomain);
  if (bound?.serviceId === service.id) reject("FailedOperation.DomainAlreadyBindService", "The domain is bound to this service.");
  if (bound) reject("FailedOperation.DomainAlreadyBindOtherService", "The domain is bound to another service.");
  if (call.gateway.domains.values().filter(({ serviceId }) => serviceId === service.id).length >= mostDomains)
    reject("LimitExceeded.ExceededDomainLimit", `A service takes at most ${mostDomains} domains.`);
}

const subDomain = text(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, "FailedOperation.SubDomainFormatError");
const key: Shapes = { "ServiceId!": "string", "SubDomain!": subDomain };
const optional: Shapes = { ...strings("CertificateId"), ...booleans("IsForcedHttps", "IsDefaultMapping!") };
const protocol = (code: string) => oneOf(["http", "https", "http&https"], code);
const netType = oneOf(["OUTER", "INNER"], FORMAT);
const mapping = strings("Path!", "Environment!");

/** The actions of custom domains. BindSubDomain returns RequestId only. */
export const domains: Table = {
  BindSubDomain: [
    {
      ...key,
      "Protocol!": protocol("InvalidParameterValue.InvalidProcotol"),
      "NetType!": netType,
      "NetSubDomain!": "string",
      ...optional,
      PathMappingSet: [mapping],
    },
    writing((call, service) => {
      const { region, params } = call;
      checkFree(call, service);
      check(params, "bind");
      const own = domainOf(service, params.NetType as "INNER" | "OUTER");
      if (own === "" || params.NetSubDomain !== own)
        reject("FailedOperation.NetSubDomainError", "`NetSubDomain` is not the default domain of the service for this network type.");
      const name = String(params.SubDomain).toLowerCase();
      call.gateway.domains.set(name, { name, region, serviceId: service.id, status: 1, given: params, ...call.appears() });
      return {};
    }),
  ],
  DescribeServiceSubDomains: [
    { ...strings("ServiceId!"), ...paging },
    (call) => {
      const { id } = call.find("services");
      const domains = call.visible("domains").filter(({ serviceId }) => serviceId === id);
      const rows = domains.map(({ name, status, given }) => ({
        DomainName: name,
        Status: status,
        CertificateId: given.CertificateId ?? "",
        IsDefaultMapping: given.IsDefaultMapping!,
        Protocol: given.Protocol!,
        NetType: given.NetType!,
        IsForcedHttps: given.IsForcedHttps ?? false,
        RegistrationStatus: true,
      }));
      return call.listed("DomainSet", rows);
    },
  ],
  /** Not in the order in which they were given; a domain without own mappings shows the default ones. */
  DescribeServiceSubDomainMappings: [
    strings("ServiceId!", "SubDomain!"),
    (call) => {
      const code = "FailedOperation.ServiceError";
      const domain = domainIn(call, call.find("services", { code: "FailedOperation.ServiceNotExist" }), code);
      if (!call.sees(domain)) reject(code, "The domain is not bound to the service.");
      const standard = environments.map((name) => ({ Path: `/${name}`, Environment: name }));
      const own = [...mappingsOf(domain.given)].reverse();
      return { Result: { IsDefaultMapping: domain.given.IsDefaultMapping!, PathMappingSet: own.length > 0 ? own : standard } };
    },
  ],
  ModifySubDomain: [
    {
      ...key,
      Protocol: protocol("FailedOperation.UnknownProtocolTypeError"),
      NetType: netType,
      ...optional,
      "PathMappingSet[]": [mapping],
    },
    writing((call, service) => {
      const domain = domainIn(call, service, "FailedOperation.ServiceError");
      const given = { ...domain.given, ...call.params };
      check(given, "modify");
      domain.given = given;
      return done;
    }),
  ],
  UnBindSubDomain: [
    key,
    writing((call, service) => {
      call.gateway.domains.delete(domainIn(call, service, "FailedOperation.DomainNotBindService").name);
      return done;
    }),
  ],
};
