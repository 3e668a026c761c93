/** Upstreams. See docs/modules/cloud.md#upstreams and docs/modules/cloud.md#list-functions. The request has `K8sService`, the response `K8sServices`. */
import type { JsonObject } from "../../exchange";
import { booleans, filled, integers, newTags, oneOf, paging, reject, strings, text, upTo, type Shapes } from "../api";
import { byName } from "../../objects";
import { defined, filters, is, type Table } from "./call";
import type { CloudTag, GatewayState, Stored } from "./gateway-state";

/** One upstream; `settings` are the parameters but UpstreamName, with the defaults of the service. */
export interface Upstream extends Omit<Stored, "given"> {
  name: string | null;
  settings: JsonObject;
  /** Tags of the request; the tag service adds its own. */
  tags: CloudTag[];
}

const healthDefaults = { ActiveCheckHttpPath: "/", ActiveCheckTimeout: 5, ActiveCheckInterval: 5, UnhealthyTimeout: 30 };

const defaults: JsonObject = { UpstreamDescription: null, UpstreamType: "IP_PORT", Retries: 3, UpstreamHost: "" };

const emptyNode: JsonObject = {
  ...byName(["VmInstanceId", "Tags", "ServiceName", "NameSpace", "ClusterId", "Source", "UniqueServiceName"], () => null),
  Healthy: "NO_DATA",
};

/** The service writes the algorithm with a dash, and fills in what a health check leaves out. */
const normal = (settings: JsonObject): JsonObject => ({
  ...settings,
  Algorithm: String(settings.Algorithm).toUpperCase().replace("_", "-"),
  HealthChecker: settings.HealthChecker ? { ...healthDefaults, ...(settings.HealthChecker as JsonObject) } : null,
});

/** For an upstream of Kubernetes services the service lists the pods by itself. */
const pods = (services: readonly JsonObject[]): JsonObject[] =>
  services.map(({ Port, Weight, ServiceName, Namespace, ClusterId }, index) => ({
    ...emptyNode,
    Host: `172.16.0.${index + 10}`,
    Port: Port!,
    Weight: Weight!,
    ServiceName: ServiceName!,
    NameSpace: Namespace!,
    ClusterId: ClusterId!,
    Source: "K8S",
    UniqueServiceName: [ClusterId, Namespace, ServiceName].join("/"),
  }));

const shown = ({ id, name, created, settings }: Upstream): JsonObject => {
  const { K8sService = [], Nodes = [], ...others } = settings;
  const nodes = (Nodes as JsonObject[]).map((node) => ({ ...emptyNode, ...node }));
  return {
    UpstreamId: id,
    UpstreamName: name,
    ...others,
    Nodes: settings.UpstreamType === "K8S" ? pods(K8sService as JsonObject[]) : nodes,
    K8sServices: K8sService,
    CreatedTime: created,
  };
};

const tagsOf = (gateway: GatewayState, { id, tags }: Upstream): CloudTag[] => {
  const later = gateway.tags.rows(id);
  return [...tags.filter(({ Key }) => !later.some((tag) => tag.Key === Key)), ...later];
};

const usedBy = ({ apis }: GatewayState, id: string) =>
  apis.values().filter((api) => (defined(api, "ServiceConfig") as JsonObject | null)?.UpstreamId === id);

const node: Shapes = {
  "Host!": filled,
  "Port!": upTo(65_535),
  "Weight!": upTo(100),
  Tags: ["string"],
  ...strings("VmInstanceId", "Healthy", "ServiceName", "NameSpace", "ClusterId", "Source", "UniqueServiceName"),
};
const threshold = upTo(254);
const healthChecker: Shapes = {
  ...booleans("EnableActiveCheck!", "EnablePassiveCheck!"),
  ...strings("HealthyHttpStatus!", "UnhealthyHttpStatus!", "ActiveCheckHttpPath"),
  "TcpFailureThreshold!": threshold,
  "TimeoutThreshold!": threshold,
  "HttpFailureThreshold!": threshold,
  ...integers("ActiveCheckTimeout", "ActiveCheckInterval", "UnhealthyTimeout"),
  // The vendor's SDKs declare the type of its elements without members.
  ActiveRequestHeader: [{}],
};
/** Its labels are required and may be an empty list. */
const kubernetesService: Shapes = {
  ...integers("Weight!", "Port!"),
  ...strings("ClusterId!", "Namespace!", "ServiceName!", "Name"),
  "ExtraLabels[]!": [strings("Key!", "Value!")],
};
const algorithm = text(/^round[-_]robin$/i, "InvalidParameterValue.NotInOptions");
const vpc = text(/^vpc-\w+$/, "InvalidParameterValue.InvalidVpcConfig");
const settings: Shapes = {
  ...strings("UpstreamName", "UpstreamDescription", "UpstreamHost"),
  UpstreamType: oneOf(["", "IP_PORT", "K8S"]),
  Retries: upTo(100),
  "Nodes[]": [node],
  HealthChecker: healthChecker,
  "K8sService[]": [kubernetesService],
};
const key = strings("UpstreamId!");

/** The actions of upstreams. Of the schemes, ModifyUpstream documents two only. */
export const upstreams: Table = {
  CreateUpstream: [
    { "Scheme!": oneOf(["HTTP", "HTTPS", "gRPC", "gRPCs"]), "Algorithm!": algorithm, "UniqVpcId!": vpc, ...settings, ...newTags },
    (call) => {
      const { UpstreamName = null, Tags = [], ...given } = call.params;
      const common = { ...call.fresh("upstream"), name: UpstreamName as string | null, tags: Tags as CloudTag[] };
      call.gateway.upstreams.set(common.id, { ...common, settings: normal({ ...defaults, ...given }) });
      return { UpstreamId: common.id };
    },
  ],
  DescribeUpstreams: [
    { ...integers("Limit!", "Offset!"), ...filters },
    (call) => {
      const rows = call.filtered(call.visible("upstreams"), { UpstreamId: is("id") });
      return call.listed(
        "UpstreamSet",
        rows.map((upstream) => ({ ...shown(upstream), Tags: tagsOf(call.gateway, upstream) })),
      );
    },
  ],
  /** Changes what is sent and nothing else; lists and objects are replaced as a whole. */
  ModifyUpstream: [
    { ...key, Scheme: oneOf(["HTTP", "HTTPS"]), Algorithm: algorithm, UniqVpcId: vpc, ...settings },
    (call) => {
      const upstream = call.find("upstreams", { code: "InvalidParameterValue.InvalidUpstream" });
      const { UpstreamId: _, UpstreamName = upstream.name, ...given } = call.params;
      upstream.name = UpstreamName as string | null;
      upstream.settings = normal({ ...upstream.settings, ...given });
      return { Result: shown(upstream) };
    },
  ],
  DeleteUpstream: [
    key,
    (call) => {
      const { id } = call.find("upstreams");
      if (usedBy(call.gateway, id).length > 0) reject("UnsupportedOperation.UnsupportedDeleteUpstream", "The upstream is used by an API.");
      call.gateway.upstreams.delete(id);
      return { UpstreamId: id };
    },
  ],
  DescribeUpstreamBindApis: [
    { ...key, ...paging, ...filters },
    (call) => {
      const rows = call
        .filtered(usedBy(call.gateway, call.find("upstreams").id), { ServiceId: is("serviceId"), ApiId: is("id") })
        .map((api) => ({
          ApiId: api.id,
          ServiceId: api.serviceId,
          ApiName: defined(api, "ApiName"),
          ServiceName: call.gateway.services.get(api.serviceId)?.given.ServiceName ?? null,
          BindTime: api.modified,
        }));
      return call.listed("BindApiSet", rows);
    },
  ],
};
