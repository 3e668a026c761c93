/** Services as the different actions show them: the private domain and the null fields differ from one to the next. */
import type { JsonObject } from "../../exchange";
import { summary } from "./api-responses";
import { plansOf } from "./plan-state";
import { innerDomain, outerDomain, published } from "./published";
import { apisOf } from "./finding";
import type { Service, GatewayState } from "./gateway-state";

/** What CreateService returns. */
export const created = (service: Service): JsonObject => ({
  ServiceId: service.id,
  ServiceName: service.name,
  ServiceDesc: service.description,
  OuterSubDomain: outerDomain(service),
  InnerSubDomain: innerDomain(service),
  CreatedTime: service.created,
  NetTypes: service.netTypes,
  IpVersion: service.ipVersion,
});

/** Ports of the private domain; 0 where there is none. */
const ports = ({ netTypes, protocol }: Service): JsonObject => ({
  InnerHttpPort: netTypes.includes("INNER") && protocol !== "https" ? 80 : 0,
  InnerHttpsPort: netTypes.includes("INNER") && protocol !== "http" ? 443 : 0,
});

/** One plan bound to a service or to one of its APIs, in one environment. */
const planRows = (gateway: GatewayState, service: Service, now: Date): JsonObject[] =>
  plansOf(gateway, service.id, now).map(({ plan, target }) => ({
    Environment: target.environment,
    UsagePlanId: plan.id,
    UsagePlanName: plan.name,
    UsagePlanDesc: plan.description,
    MaxRequestNumPreSec: plan.maxPerSecond,
    CreatedTime: target.created,
    ModifiedTime: target.modified,
  }));

/** What DescribeService and DescribeServiceForApiApp have in common; `rows` are the APIs. */
function common(gateway: GatewayState, service: Service, now: Date, rows: JsonObject[]): JsonObject {
  const plans = planRows(gateway, service, now);
  return {
    ServiceId: service.id,
    ServiceName: service.name,
    ServiceDesc: service.description,
    Protocol: service.protocol,
    // An order of its own, whatever the one in which the types were given.
    NetTypes: ["OUTER", "INNER"].filter((type) => service.netTypes.includes(type)),
    IpVersion: service.ipVersion,
    AvailableEnvironments: published(service, now),
    InternalSubDomain: innerDomain(service),
    OuterSubDomain: outerDomain(service),
    ...ports(service),
    CreatedTime: service.created,
    ModifiedTime: service.modified,
    ApiTotalCount: rows.length,
    ApiIdStatusSet: rows.length === 0 ? null : rows,
    UsagePlanTotalCount: plans.length,
    UsagePlanList: plans,
    Tags: gateway.tagsOf(service.id).map((tag) => ({ ...tag })),
  };
}

/** What DescribeService returns. */
export const details = (gateway: GatewayState, service: Service, now: Date): JsonObject => ({
  ...common(gateway, service, now, apisOf(gateway, service.id).map(summary)),
  UserType: null,
  SetId: null,
  InstanceId: service.instanceId,
  InstanceName: null,
  SetType: null,
  DeploymentType: null,
  SpecialUse: "DEFAULT",
  UniqVpcId: service.vpcId,
});

/** What DescribeServiceForApiApp returns: it has the relations of authorization APIs, and no instance. */
export function application(gateway: GatewayState, service: Service, now: Date): JsonObject {
  const apis = apisOf(gateway, service.id);
  const relations = (id: string) => apis.filter(({ definition }) => definition.AuthRelationApiId === id).map((api) => api.id);
  const rows = apis.map((api) => ({ ...summary(api), RelationBuniessApiIds: relations(api.id) }));
  return { ...common(gateway, service, now, rows), UserType: "General", SetId: 1 };
}

/** One element of DescribeServicesStatus. */
export const listed = (gateway: GatewayState, service: Service, now: Date): JsonObject => ({
  ...created(service),
  ServiceDesc: service.description ?? "",
  Protocol: service.protocol,
  AvailableEnvironments: published(service, now),
  ...ports(service),
  ExclusiveSetName: "",
  TradeIsolateStatus: 0,
  Tags: gateway.tagsOf(service.id).map((tag) => ({ ...tag })),
  InstanceId: service.instanceId ?? "",
  SetType: "",
  DeploymentType: "",
  ModifiedTime: service.modified,
});
