/** The parameters that creating and changing a back-end channel have in common. */
import type { Shapes } from "../api";

const node: Shapes = {
  "Host!": "string",
  "Port!": "integer",
  "Weight!": "integer",
  VmInstanceId: "string",
  Tags: ["string"],
  Healthy: "string",
  ServiceName: "string",
  NameSpace: "string",
  ClusterId: "string",
  Source: "string",
  UniqueServiceName: "string",
};

const healthChecker: Shapes = {
  "EnableActiveCheck!": "boolean",
  "EnablePassiveCheck!": "boolean",
  "HealthyHttpStatus!": "string",
  "UnhealthyHttpStatus!": "string",
  "TcpFailureThreshold!": "integer",
  "TimeoutThreshold!": "integer",
  "HttpFailureThreshold!": "integer",
  ActiveCheckHttpPath: "string",
  ActiveCheckTimeout: "integer",
  ActiveCheckInterval: "integer",
  UnhealthyTimeout: "integer",
};

/** Its labels are required and may be an empty list. */
const kubernetesService: Shapes = {
  "Weight!": "integer",
  "ClusterId!": "string",
  "Namespace!": "string",
  "ServiceName!": "string",
  "Port!": "integer",
  "ExtraLabels[]!": [{ "Key!": "string", "Value!": "string" }],
  Name: "string",
};

/** All but Scheme, Algorithm and UniqVpcId. The lists can be emptied. */
export const upstreamShapes: Shapes = {
  UpstreamName: "string",
  UpstreamDescription: "string",
  UpstreamType: "string",
  Retries: "integer",
  UpstreamHost: "string",
  "Nodes[]": [node],
  HealthChecker: healthChecker,
  "K8sService[]": [kubernetesService],
};
