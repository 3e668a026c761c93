/** Upstreams. See docs/modules/cloud.md#upstreams and docs/modules/cloud.md#list-functions. The request has `K8sService`, the response `K8sServices`. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import type { Meanings } from "./filters";
import { filtered, filters } from "./filters";
import { rejectWith, seen, stamp } from "./finding";
import { defined, visible } from "./subjects";
import { checkUpstream } from "./upstream-rules";
import { upstreamShapes } from "./upstream-shapes";
import type { Api, GatewayState } from "./gateway-state";

/** One channel. */
export interface Upstream {
  id: string;
  region: string;
  name: string | null;
  created: string;
  /** The parameters of the request, with the defaults of the service: Scheme, Algorithm, UniqVpcId and so on; K8sService has the name of the request. */
  settings: JsonObject;
  /** Tags of the request; the tag service adds its own. */
  tags: { Key: string; Value: string }[];
}

const healthDefaults = { ActiveCheckHttpPath: "/", ActiveCheckTimeout: 5, ActiveCheckInterval: 5, UnhealthyTimeout: 30 };

const defaults: JsonObject = { UpstreamDescription: null, UpstreamType: "IP_PORT", Retries: 3, UpstreamHost: "" };

const emptyNode: JsonObject = {
  VmInstanceId: null,
  Tags: null,
  Healthy: "NO_DATA",
  ServiceName: null,
  NameSpace: null,
  ClusterId: null,
  Source: null,
  UniqueServiceName: null,
};

/** The service writes the algorithm with a dash, and fills in what a health check leaves out. */
const normal = (settings: JsonObject): JsonObject => ({
  ...settings,
  Algorithm: String(settings.Algorithm).toUpperCase().replace("_", "-"),
  HealthChecker: settings.HealthChecker ? { ...healthDefaults, ...(settings.HealthChecker as JsonObject) } : null,
});

/** For a channel of Kubernetes services the service lists the pods by itself. */
const pods = (services: readonly JsonObject[]): JsonObject[] =>
  services.map(({ Port, Weight, ServiceName, Namespace, ClusterId }, index) => ({
    ...emptyNode,
    Host: `172.16.0.${index + 10}`,
    Port: Port ?? null,
    Weight: Weight ?? null,
    ServiceName: ServiceName ?? null,
    NameSpace: Namespace ?? null,
    ClusterId: ClusterId ?? null,
    Source: "K8S",
    UniqueServiceName: [ClusterId, Namespace, ServiceName].join("/"),
  }));

const nodesOf = ({ UpstreamType, Nodes, K8sService }: JsonObject): JsonObject[] =>
  UpstreamType === "K8S"
    ? pods((K8sService ?? []) as JsonObject[])
    : ((Nodes ?? []) as JsonObject[]).map((node) => ({ ...emptyNode, ...node }));

const shown = ({ id, name, created, settings }: Upstream): JsonObject => ({
  UpstreamId: id,
  UpstreamName: name,
  UpstreamDescription: settings.UpstreamDescription ?? null,
  Scheme: settings.Scheme ?? null,
  Algorithm: settings.Algorithm ?? null,
  UniqVpcId: settings.UniqVpcId ?? null,
  UpstreamType: settings.UpstreamType ?? null,
  Retries: settings.Retries ?? null,
  UpstreamHost: settings.UpstreamHost ?? null,
  Nodes: nodesOf(settings),
  HealthChecker: settings.HealthChecker ?? null,
  K8sServices: settings.K8sService ?? [],
  CreatedTime: created,
});

const tagsOf = (gateway: GatewayState, { id, tags }: Upstream): JsonObject[] => {
  const later = gateway.tagsOf(id);
  return [...tags.filter(({ Key }) => !later.some((tag) => tag.Key === Key)), ...later].map((tag) => ({ ...tag }));
};

const find = (gateway: GatewayState, context: CallContext, { UpstreamId }: JsonObject, code: string): Upstream => {
  const upstream = gateway.upstreams.get(UpstreamId as string);
  return upstream && seen(upstream, context) ? upstream : rejectWith(code, "The channel does not exist.");
};

const create = (gateway: GatewayState, params: JsonObject, { now, region }: CallContext): JsonObject => {
  const { UpstreamName, Tags, ...given } = params;
  checkUpstream(given, ["HTTP", "HTTPS", "gRPC", "gRPCs"]);
  const id = gateway.newId("upstream");
  gateway.upstreams.set(id, {
    id,
    region,
    name: (UpstreamName ?? null) as string | null,
    created: stamp(now),
    settings: normal({ ...defaults, ...given }),
    tags: (Tags ?? []) as Upstream["tags"],
  });
  return { UpstreamId: id };
};

/** Changes what is sent and nothing else; lists and objects are replaced as a whole. Of the schemes it documents two only. */
const modify = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const upstream = find(gateway, context, params, "InvalidParameterValue.InvalidUpstream");
  const { UpstreamId: _, UpstreamName, ...given } = params;
  checkUpstream(given, ["HTTP", "HTTPS"]);
  upstream.name = (UpstreamName ?? upstream.name) as string | null;
  upstream.settings = normal({ ...upstream.settings, ...given });
  return { Result: shown(upstream) };
};

const usedBy = (gateway: GatewayState, id: string): Api[] =>
  gateway.apis
    .entries()
    .map(([, api]) => api)
    .filter((api) => (defined(api, "ServiceConfig") as JsonObject | null)?.UpstreamId === id);

const remove = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const { id } = find(gateway, context, params, "ResourceNotFound");
  if (usedBy(gateway, id).length > 0) rejectWith("UnsupportedOperation.UnsupportedDeleteUpstream", "The channel is used by an API.");
  gateway.upstreams.delete(id);
  return { UpstreamId: id };
};

const upstreamTable: Meanings<Upstream> = {
  UpstreamId: ({ id }, filterValue) => id === filterValue,
  UpstreamName: ({ name }, filterValue) => name?.includes(filterValue) ?? false,
};

const apiTable: Meanings<Api> = {
  ServiceId: ({ serviceId }, filterValue) => serviceId === filterValue,
  ApiId: ({ id }, filterValue) => id === filterValue,
};

const list = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const rows = filtered(visible(gateway.upstreams, context), params.Filters, upstreamTable).map((upstream) => ({
    ...shown(upstream),
    Tags: tagsOf(gateway, upstream),
  }));
  return { Result: { TotalCount: rows.length, UpstreamSet: page(rows, params) } };
};

const boundApis = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const { id } = find(gateway, context, params, "ResourceNotFound");
  const rows = filtered(usedBy(gateway, id), params.Filters, apiTable).map((api): JsonObject => ({
    ApiId: api.id,
    ServiceId: api.serviceId,
    ApiName: defined(api, "ApiName"),
    ServiceName: gateway.services.get(api.serviceId)?.name ?? null,
    BindTime: api.modified,
  }));
  return { Result: { TotalCount: rows.length, BindApiSet: page(rows, params) } };
};

const key = { "UpstreamId!": "string" } as const;

/** Channels: CreateUpstream, DescribeUpstreams, ModifyUpstream, DeleteUpstream, DescribeUpstreamBindApis. */
export const upstreams = (gateway: GatewayState): Actions => ({
  CreateUpstream: {
    params: {
      "Scheme!": "string",
      "Algorithm!": "string",
      "UniqVpcId!": "string",
      ...upstreamShapes,
      Tags: [{ "Key!": "string", "Value!": "string" }],
    },
    run: (params, context) => create(gateway, params, context),
  },
  DescribeUpstreams: {
    params: { "Limit!": "integer", "Offset!": "integer", Filters: filters },
    run: (params, context) => list(gateway, params, context),
  },
  ModifyUpstream: {
    params: { ...key, Scheme: "string", Algorithm: "string", UniqVpcId: "string", ...upstreamShapes },
    run: (params, context) => modify(gateway, params, context),
  },
  DeleteUpstream: { params: key, run: (params, context) => remove(gateway, params, context) },
  DescribeUpstreamBindApis: {
    params: { ...key, Limit: "integer", Offset: "integer", Filters: filters },
    run: (params, context) => boundApis(gateway, params, context),
  },
});
