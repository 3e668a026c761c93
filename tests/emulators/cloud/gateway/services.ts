/** Services of the API gateway: created, read, changed, deleted, listed. */
import type { Json, JsonObject } from "../../exchange";
import { filled, FORMAT, integers, newTags, oneOf, paging, reject, strings, text, type Shapes } from "../api";
import { summary } from "./apis";
import { apisOf, type Call, done, filters, has, is, type Table, timesOf, writing } from "./call";
import type { CloudTag, GatewayState, Service } from "./gateway-state";
import { plansOf } from "./plans";
import { domainOf, hasNet, published, unpublished } from "./publication";

const defaults: JsonObject = {
  ServiceName: null,
  ServiceDesc: null,
  Protocol: null,
  NetTypes: ["OUTER"],
  IpVersion: "IPv4",
  InstanceId: null,
  UniqVpcId: null,
};

/** Parameters of a service; for a wrong VPC each action declares a code of its own. */
const settings = (vpcCode: string): Shapes => ({
  ...strings("ServiceDesc"),
  NetTypes: [oneOf(["", "INNER", "OUTER"])],
  UniqVpcId: text(/^(vpc-|$)/, vpcCode),
});
const protocol = oneOf(["http", "https", "http&https"]);

const created = (service: Service): JsonObject => ({
  ServiceId: service.id,
  ServiceName: service.given.ServiceName!,
  ServiceDesc: service.given.ServiceDesc!,
  OuterSubDomain: domainOf(service, "OUTER"),
  InnerSubDomain: domainOf(service, "INNER"),
  CreatedTime: service.created,
  NetTypes: service.given.NetTypes!,
  IpVersion: service.given.IpVersion!,
});

/** Ports of the private domain; 0 where there is none. */
const ports = (service: Service): JsonObject => ({
  InnerHttpPort: hasNet(service, "INNER") && service.given.Protocol !== "https" ? 80 : 0,
  InnerHttpsPort: hasNet(service, "INNER") && service.given.Protocol !== "http" ? 443 : 0,
});

/** What the list, DescribeService and DescribeServiceForApiApp have in common. */
const shown = ({ gateway, now }: Pick<Call, "gateway" | "now">, service: Service): JsonObject => ({
  ...created(service),
  ...ports(service),
  ...timesOf(service),
  Protocol: service.given.Protocol!,
  AvailableEnvironments: published(service, now),
  Tags: gateway.tags.rows(service.id),
});

/** What DescribeService and DescribeServiceForApiApp have in common; `rows` are the APIs. */
function details(call: Call, service: Service, rows: JsonObject[]): JsonObject {
  const { InnerSubDomain, ...common } = shown(call, service);
  const plans = plansOf(call.gateway, service.id, call.now).map(({ plan, target }): JsonObject => {
    const { UsagePlanName, UsagePlanDesc, MaxRequestNumPreSec } = plan.given as Record<string, Json>;
    const settings = { UsagePlanName: UsagePlanName!, UsagePlanDesc: UsagePlanDesc!, MaxRequestNumPreSec: MaxRequestNumPreSec! };
    return { Environment: target.environment, UsagePlanId: plan.id, ...settings, ...timesOf(target) };
  });
  return {
    ...common,
    // An order of its own, whatever the one in which the types were given.
    NetTypes: ["OUTER", "INNER"].filter((type) => hasNet(service, type)),
    InternalSubDomain: InnerSubDomain!,
    ApiTotalCount: rows.length,
    ApiIdStatusSet: rows.length === 0 ? null : rows,
    UsagePlanTotalCount: plans.length,
    UsagePlanList: plans,
  };
}

/** The ids of the business APIs of an authorization API, whose name is misspelt by the API itself. */
export const relations = (gateway: GatewayState, { id, serviceId }: { id: string; serviceId: string }) => ({
  RelationBuniessApiIds: apisOf(gateway, serviceId)
    .filter(({ definition }) => definition.AuthRelationApiId === id)
    .map((api) => api.id),
});

/** The actions of services. The vendor documents IpVersion as IPv4 only. */
export const services: Table = {
  CreateService: [
    {
      "ServiceName!": filled,
      "Protocol!": protocol,
      ...settings("InvalidParameterValue.InvalidVpcConfig"),
      IpVersion: oneOf(["", "IPv4"]),
      ...strings("SetServerName", "AppIdType", "InstanceId"),
      ...newTags,
    },
    (call) => {
      const { Tags = [], SetServerName: _, AppIdType: __, ...given } = call.params;
      const service: Service = {
        ...call.fresh("service"),
        given: { ...defaults, ...given },
        publications: { test: unpublished(), prepub: unpublished(), release: unpublished() },
        limits: {},
        ...call.appears(),
        busy: 0,
      };
      const tagged = { serviceType: "apigw", prefix: "service", region: service.region, id: service.id };
      for (const { Key, Value } of Tags as CloudTag[]) call.gateway.tags.put(tagged, Key, { value: Value, category: "Custom" });
      call.gateway.services.set(service.id, service);
      return created(service);
    },
  ],
  DescribeService: [
    strings("ServiceId!"),
    (call) => {
      const service = call.find("services");
      return {
        ...details(call, service, apisOf(call.gateway, service.id).map(summary)),
        UserType: null,
        SetId: null,
        InstanceId: service.given.InstanceId!,
        InstanceName: null,
        SetType: null,
        DeploymentType: null,
        SpecialUse: "DEFAULT",
        UniqVpcId: service.given.UniqVpcId!,
      };
    },
  ],
  /** Changes what is given. A network type cannot be taken back, nor a VPC exchanged. */
  ModifyService: [
    { "ServiceId!": "string", ServiceName: filled, Protocol: protocol, ...settings(FORMAT) },
    writing((call, service) => {
      const { NetTypes, UniqVpcId: before } = service.given;
      const { NetTypes: types = NetTypes, UniqVpcId = before } = call.params;
      if ((NetTypes as string[]).some((type) => !(types as string[]).includes(type)))
        reject("UnsupportedOperation.ReduceNetTypes", "Network types of a service cannot be reduced.");
      if (UniqVpcId !== before && (before ?? "") !== "") reject("FailedOperation.ServiceError", "The VPC of a service cannot be changed.");
      call.change(service);
      return {};
    }),
  ],
  /** Deletes a service that nothing depends on. No service is on an exclusive instance, so SkipVerification skips nothing. */
  DeleteService: [
    { ...strings("ServiceId!"), ...integers("SkipVerification") },
    writing(({ gateway, now }, service) => {
      if (apisOf(gateway, service.id).length > 0) reject("UnsupportedOperation.ApiListNotEmpty", "The service still has APIs.");
      if (published(service, now).length > 0)
        reject("UnsupportedOperation.ExistingOnlineEnvironment", "The service is still published in an environment.");
      if (plansOf(gateway, service.id, now).length > 0)
        reject("UnsupportedOperation.UsagePlanInUse", "A usage plan is bound to the service.");
      if (gateway.tags.rows(service.id).length > 0) reject("UnsupportedOperation.TagsNotEmpty", "The service still has tags.");
      gateway.services.delete(service.id);
      return done;
    }),
  ],
  DescribeServicesStatus: [
    { ...filters, ...paging },
    (call) => {
      const rows = call
        .filtered(call.visible("services"), { ServiceId: is("id"), ServiceName: has(({ given }) => given.ServiceName) })
        .map((service): JsonObject => ({
          ...shown(call, service),
          ServiceDesc: service.given.ServiceDesc ?? "",
          ExclusiveSetName: "",
          TradeIsolateStatus: 0,
          InstanceId: service.given.InstanceId ?? "",
          SetType: "",
          DeploymentType: "",
        }));
      return call.listed("ServiceSet", rows);
    },
  ],
  /** DescribeServiceForApiApp has the relations of authorization APIs, and no instance. */
  DescribeServiceForApiApp: [
    strings("ServiceId!", "ApiRegion!"),
    (call) => {
      const service = call.find("services", { region: String(call.params.ApiRegion) });
      const rows = apisOf(call.gateway, service.id).map((api) => ({ ...summary(api), ...relations(call.gateway, api) }));
      return { ...details(call, service, rows), UserType: "General", SetId: 1 };
    },
  ],
};
