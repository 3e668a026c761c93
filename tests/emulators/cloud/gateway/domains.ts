/** Custom domains of a service and their path mappings. See docs/modules/cloud.md#custom-domains and docs/modules/cloud.md#getapigatewaycustomerdomains. */
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { findService, rejectWith, seen, write } from "./finding";
import { innerDomain, outerDomain } from "./published";
import { visible } from "./subjects";
import type { Service, GatewayState } from "./gateway-state";
import { environments } from "./gateway-state";

/** A path in front of an environment. */
export interface Mapping {
  Path: string;
  Environment: string;
}

/** One domain, bound to a service. */
export interface Domain {
  name: string;
  region: string;
  serviceId: string;
  protocol: string;
  netType: string;
  /** 1: resolves to the default domain, 0: does not (any more). Tests turn it. */
  status: 0 | 1;
  certificateId: string | null;
  isDefaultMapping: boolean;
  isForcedHttps: boolean;
  mappings: Mapping[];
  /** From then on (milliseconds since 1970) it is listed. */
  visible: number;
}

const mostDomains = 5;
const mostMappings = 3;

/** The codes of BindSubDomain and ModifySubDomain differ for the same faults. */
interface Codes {
  protocol: string;
  mappingsMissing: string;
  path: string;
  environment: string;
  repeated: string;
  tooMany: string;
  certificateMissing: string;
}

const bindCodes: Codes = {
  protocol: "InvalidParameterValue.InvalidProcotol",
  mappingsMissing: "FailedOperation.DefineMappingNotNull",
  path: "FailedOperation.DefineMappingPathError",
  environment: "FailedOperation.DefineMappingEnvironmentError",
  repeated: "FailedOperation.DefineMappingParamRepeat",
  tooMany: "LimitExceeded.ExceededDefineMappingLimit",
  certificateMissing: "FailedOperation.CertificateIsNull",
};

const wrongMappings = "FailedOperation.PathMappingSetError";

const modifyCodes: Codes = {
  protocol: "FailedOperation.UnknownProtocolTypeError",
  mappingsMissing: "FailedOperation.SetCustomPathMappingError",
  path: wrongMappings,
  environment: wrongMappings,
  repeated: wrongMappings,
  tooMany: wrongMappings,
  certificateMissing: "FailedOperation.CertificateIdBindError",
};

const checkMappings = ({ isDefaultMapping, mappings }: Domain, codes: Codes): void => {
  if (!isDefaultMapping && mappings.length === 0)
    rejectWith(codes.mappingsMissing, "A domain without default mapping needs path mappings.");
  if (mappings.length > mostMappings) rejectWith(codes.tooMany, `A domain has at most ${mostMappings} path mappings.`);
  for (const { Path, Environment } of mappings) {
    if (!Path.startsWith("/")) rejectWith(codes.path, "The path of a mapping must start with a slash.");
    if (!environments.some((name) => name === Environment)) rejectWith(codes.environment, "The environment of a mapping does not exist.");
  }
  if (new Set(mappings.map(({ Path }) => Path)).size < mappings.length) rejectWith(codes.repeated, "Two mappings have the same path.");
};

const checkSafety = (domain: Domain, codes: Codes): void => {
  const safe = domain.protocol.includes("https");
  if (domain.isForcedHttps && !safe) rejectWith("UnsupportedOperation.ForceHttps", "HTTPS cannot be forced on a domain without it.");
  const certificate = domain.certificateId ?? "";
  if (safe && certificate === "") rejectWith(codes.certificateMissing, "A domain with HTTPS needs a certificate.");
};

const check = (domain: Domain, codes: Codes): void => {
  if (!["http", "https", "http&https"].includes(domain.protocol)) rejectWith(codes.protocol, "The protocol is not known.");
  if (!["OUTER", "INNER"].includes(domain.netType)) rejectWith("InvalidParameter.FormatError", "`NetType` must be OUTER or INNER.");
  checkMappings(domain, codes);
  checkSafety(domain, codes);
};

const checkForm = (name: Json | undefined): void => {
  if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(String(name))) {
    rejectWith("FailedOperation.SubDomainFormatError", "`SubDomain` is not a domain.");
  }
};

/** The domain where it is bound; one whose service was deleted is bound nowhere. */
const boundTo = (gateway: GatewayState, name: Json | undefined): Domain | undefined => {
  const domain = gateway.domains.get(String(name).toLowerCase());
  return domain && gateway.services.has(domain.serviceId) ? domain : undefined;
};

const domainsOf = (gateway: GatewayState, service: Service, context: CallContext): Domain[] =>
  visible(gateway.domains, context).filter(({ serviceId }) => serviceId === service.id);

const checkFree = (gateway: GatewayState, service: Service, name: Json | undefined): void => {
  const bound = boundTo(gateway, name);
  if (bound?.serviceId === service.id) rejectWith("FailedOperation.DomainAlreadyBindService", "The domain is bound to this service.");
  if (bound) rejectWith("FailedOperation.DomainAlreadyBindOtherService", "The domain is bound to another service.");
  const count = gateway.domains.entries().filter(([, { serviceId }]) => serviceId === service.id).length;
  if (count >= mostDomains) rejectWith("LimitExceeded.ExceededDomainLimit", `A service takes at most ${mostDomains} domains.`);
};

const bind = (gateway: GatewayState, service: Service, params: JsonObject, { now, region }: CallContext): JsonObject => {
  checkForm(params.SubDomain);
  checkFree(gateway, service, params.SubDomain);
  const domain: Domain = {
    name: String(params.SubDomain).toLowerCase(),
    region,
    serviceId: service.id,
    protocol: params.Protocol as string,
    netType: params.NetType as string,
    status: 1,
    certificateId: (params.CertificateId ?? null) as string | null,
    isDefaultMapping: params.IsDefaultMapping as boolean,
    isForcedHttps: (params.IsForcedHttps ?? false) as boolean,
    mappings: [...((params.PathMappingSet ?? []) as unknown as Mapping[])],
    visible: now.getTime() + gateway.delays.visible,
  };
  check(domain, bindCodes);
  const own = domain.netType === "INNER" ? innerDomain(service) : outerDomain(service);
  if (own === "" || params.NetSubDomain !== own) {
    rejectWith("FailedOperation.NetSubDomainError", "`NetSubDomain` is not the default domain of the service for this network type.");
  }
  gateway.domains.set(domain.name, domain);
  return {};
};

/** Parameters that are left out keep their value. */
const modify = (gateway: GatewayState, service: Service, params: JsonObject): JsonObject => {
  checkForm(params.SubDomain);
  const domain = boundTo(gateway, params.SubDomain);
  if (domain?.serviceId !== service.id) return rejectWith("FailedOperation.ServiceError", "The domain is not bound to the service.");
  const changed: Domain = {
    ...domain,
    protocol: (params.Protocol ?? domain.protocol) as string,
    netType: (params.NetType ?? domain.netType) as string,
    certificateId: (params.CertificateId ?? domain.certificateId) as string | null,
    isDefaultMapping: params.IsDefaultMapping as boolean,
    isForcedHttps: (params.IsForcedHttps ?? domain.isForcedHttps) as boolean,
    mappings: [...((params.PathMappingSet ?? domain.mappings) as unknown as Mapping[])],
  };
  check(changed, modifyCodes);
  Object.assign(domain, changed);
  return { Result: true };
};

const unbind = (gateway: GatewayState, service: Service, { SubDomain }: JsonObject): JsonObject => {
  checkForm(SubDomain);
  const domain = boundTo(gateway, SubDomain);
  if (domain?.serviceId !== service.id)
    return rejectWith("FailedOperation.DomainNotBindService", "The domain is not bound to the service.");
  gateway.domains.delete(domain.name);
  return { Result: true };
};

const shown = (domain: Domain): JsonObject => ({
  DomainName: domain.name,
  Status: domain.status,
  CertificateId: domain.certificateId ?? "",
  IsDefaultMapping: domain.isDefaultMapping,
  Protocol: domain.protocol,
  NetType: domain.netType,
  IsForcedHttps: domain.isForcedHttps,
  RegistrationStatus: true,
});

const list = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const rows = domainsOf(gateway, findService(gateway, context, params.ServiceId), context).map(shown);
  return { Result: { TotalCount: rows.length, DomainSet: page(rows, params) } };
};

/** Not in the order in which they were given; a domain without own mappings shows the default ones. */
const mappings = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const service = findService(gateway, context, params.ServiceId, "FailedOperation.ServiceNotExist");
  const domain = boundTo(gateway, params.SubDomain);
  if (domain?.serviceId !== service.id || !seen(domain, context)) {
    return rejectWith("FailedOperation.ServiceError", "The domain is not bound to the service.");
  }
  const own = domain.mappings.map((mapping) => ({ ...mapping })).reverse();
  const standard = environments.map((name) => ({ Path: `/${name}`, Environment: name }));
  return { Result: { IsDefaultMapping: domain.isDefaultMapping, PathMappingSet: own.length > 0 ? own : standard } };
};

const key = { "ServiceId!": "string", "SubDomain!": "string" } as const;
const optionalSettings = {
  CertificateId: "string",
  IsForcedHttps: "boolean",
} as const;
const mapping = { "Path!": "string", "Environment!": "string" } as const;

/** Custom domains: BindSubDomain (returns RequestId only), ModifySubDomain, UnBindSubDomain and the two Describe actions. */
export const domains = (gateway: GatewayState): Actions => ({
  BindSubDomain: {
    params: {
      ...key,
      "Protocol!": "string",
      "NetType!": "string",
      "IsDefaultMapping!": "boolean",
      "NetSubDomain!": "string",
      ...optionalSettings,
      PathMappingSet: [mapping],
    },
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => bind(gateway, service, params, context)),
  },
  DescribeServiceSubDomains: {
    params: { "ServiceId!": "string", Limit: "integer", Offset: "integer" },
    run: (params, context) => list(gateway, params, context),
  },
  DescribeServiceSubDomainMappings: { params: key, run: (params, context) => mappings(gateway, params, context) },
  ModifySubDomain: {
    params: {
      ...key,
      "IsDefaultMapping!": "boolean",
      Protocol: "string",
      NetType: "string",
      ...optionalSettings,
      "PathMappingSet[]": [mapping],
    },
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => modify(gateway, service, params)),
  },
  UnBindSubDomain: {
    params: key,
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => unbind(gateway, service, params)),
  },
});
