/** Services of the API gateway: made, read, changed, deleted, listed. */
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import type { Meanings } from "./filters";
import { filtered, filters } from "./filters";
import { apisOf, runGuards, findService, optional, rejectWith, seen, stamp, write } from "./finding";
import { unplanned } from "./plan-filters";
import { unpublished, published } from "./published";
import { application, created, details, listed } from "./service-responses";
import type { Service, GatewayState } from "./gateway-state";

const protocols = ["http", "https", "http&https"];

const settings = { ServiceDesc: "string", NetTypes: ["string"], UniqVpcId: "string" } as const;

/** Rejects values that a service cannot have; for a wrong VPC each action declares a code of its own. */
function check(params: JsonObject, vpcCode: string): void {
  const { ServiceName, NetTypes, UniqVpcId } = params;
  if (ServiceName === "") rejectWith("InvalidParameter.FormatError", "`ServiceName` must not be empty.");
  if (params.Protocol === "") rejectWith("InvalidParameterValue.NotInOptions", "`Protocol` must not be empty.");
  optional(params, "Protocol", protocols);
  for (const NetType of (NetTypes ?? []) as Json[]) optional({ NetType }, "NetType", ["INNER", "OUTER"]);
  const vpc = (UniqVpcId ?? "") as string;
  if (vpc !== "" && !vpc.startsWith("vpc-")) rejectWith(vpcCode, "`UniqVpcId` is not the id of a VPC.");
}

/** Makes a service. The vendor documents IpVersion as IPv4 only. */
function make(gateway: GatewayState, params: JsonObject, { region, now }: CallContext): Service {
  check(params, "InvalidParameterValue.InvalidVpcConfig");
  optional(params, "IpVersion", ["IPv4"]);
  const id = gateway.newId("service");
  if (params.Tags !== undefined && !gateway.bindTags({ id, region }, params.Tags as unknown as { Key: string; Value: string }[]))
    rejectWith("FailedOperation.TagBindServiceError", "There is no tag service to write the tags.");
  const service: Service = {
    id,
    region,
    created: stamp(now),
    modified: stamp(now),
    name: String(params.ServiceName),
    description: (params.ServiceDesc ?? null) as string | null,
    protocol: String(params.Protocol),
    netTypes: [...((params.NetTypes ?? ["OUTER"]) as string[])],
    ipVersion: String(params.IpVersion ?? "IPv4"),
    instanceId: (params.InstanceId ?? null) as string | null,
    vpcId: (params.UniqVpcId ?? null) as string | null,
    publications: { test: unpublished(), prepub: unpublished(), release: unpublished() },
    limits: {},
    visible: now.getTime() + gateway.delays.visible,
    busy: 0,
  };
  gateway.services.set(id, service);
  return service;
}

/** Changes what is given. A network type cannot be taken back, nor a VPC exchanged. */
function change(service: Service, params: JsonObject): void {
  check(params, "InvalidParameter.FormatError");
  const { ServiceName, ServiceDesc, Protocol, NetTypes, UniqVpcId } = params;
  const netTypes = (NetTypes ?? service.netTypes) as string[];
  if (service.netTypes.some((type) => !netTypes.includes(type))) {
    rejectWith("UnsupportedOperation.ReduceNetTypes", "Network types of a service cannot be reduced.");
  }
  const vpc = (UniqVpcId ?? service.vpcId) as string | null;
  if (vpc !== service.vpcId && (service.vpcId ?? "") !== "")
    rejectWith("FailedOperation.ServiceError", "The VPC of a service cannot be changed.");
  service.name = (ServiceName ?? service.name) as string;
  service.description = (ServiceDesc ?? service.description) as string | null;
  service.protocol = (Protocol ?? service.protocol) as string;
  service.netTypes = [...netTypes];
  service.vpcId = vpc;
}

/**
 * Deletes a service that nothing depends on: plans and tags reject it by guards. No service is on an exclusive instance,
 * so SkipVerification skips nothing.
 */
function remove(gateway: GatewayState, service: Service, now: Date): void {
  if (apisOf(gateway, service.id).length > 0) rejectWith("UnsupportedOperation.ApiListNotEmpty", "The service still has APIs.");
  if (published(service, now).length > 0) {
    rejectWith("UnsupportedOperation.ExistingOnlineEnvironment", "The service is still published in an environment.");
  }
  runGuards(gateway.guards.service, service.id, now);
  gateway.services.delete(service.id);
}

const meanings: Meanings<Service> = {
  ServiceId: ({ id }, value) => id === value,
  ServiceName: ({ name }, value) => name.includes(value),
  IpVersion: ({ ipVersion }, value) => ipVersion === value,
  InstanceId: ({ instanceId }, value) => instanceId === value,
  NetType: ({ netTypes }, value) => netTypes.includes(value),
  EIAMAppId: () => false,
};

function list(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const all = gateway.services.entries().map(([, service]) => service);
  const found = filtered(
    all.filter((service) => seen(service, context)),
    params.Filters,
    { ...meanings, ...unplanned(gateway, params.Filters, { now: context.now, subject: ({ id }) => ({ serviceId: id, apiId: null }) }) },
  );
  const rows = found.map((service) => listed(gateway, service, context.now));
  return { Result: { TotalCount: rows.length, ServiceSet: page(rows, params) } };
}

const creation = {
  "ServiceName!": "string",
  "Protocol!": "string",
  ...settings,
  IpVersion: "string",
  SetServerName: "string",
  AppIdType: "string",
  Tags: [{ "Key!": "string", "Value!": "string" }],
  InstanceId: "string",
} as const;

/** CreateService, DescribeService, ModifyService, DeleteService, DescribeServicesStatus, DescribeServiceForApiApp. */
export const services = (gateway: GatewayState): Actions => ({
  CreateService: { params: creation, run: (params, context) => created(make(gateway, params, context)) },
  DescribeService: {
    params: { "ServiceId!": "string" },
    run: ({ ServiceId }, context) => details(gateway, findService(gateway, context, ServiceId), context.now),
  },
  ModifyService: {
    params: { "ServiceId!": "string", ServiceName: "string", Protocol: "string", ...settings },
    run: (params, context) =>
      write(gateway, context, params.ServiceId, (service) => {
        change(service, params);
        service.modified = stamp(context.now);
        return {};
      }),
  },
  DeleteService: {
    params: { "ServiceId!": "string", SkipVerification: "integer" },
    run: (params, context) =>
      write(gateway, context, params.ServiceId, (service) => {
        remove(gateway, service, context.now);
        return { Result: true };
      }),
  },
  DescribeServicesStatus: {
    params: { Filters: filters, Limit: "integer", Offset: "integer" },
    run: (params, context) => list(gateway, params, context),
  },
  DescribeServiceForApiApp: {
    params: { "ServiceId!": "string", "ApiRegion!": "string" },
    run: ({ ServiceId, ApiRegion }, context) =>
      application(gateway, findService(gateway, { ...context, region: String(ApiRegion) }, ServiceId), context.now),
  },
});
