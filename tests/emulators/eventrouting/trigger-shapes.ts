/** The message Trigger as the API describes it. */
import type { Shapes } from "./shapes";

/** Members of a trigger. */
export const triggerShapes: Shapes = {
  name: "string",
  uid: "string",
  createTime: "timestamp",
  updateTime: "timestamp",
  eventFilters: [{ members: { attribute: "string", value: "string", operator: "string" } }],
  serviceAccount: "string",
  destination: {
    members: {
      cloudRun: { members: { service: "string", path: "string", region: "string" } },
      cloudFunction: "string",
      gke: { members: { cluster: "string", location: "string", namespace: "string", service: "string", path: "string" } },
      workflow: "string",
      httpEndpoint: { members: { uri: "string" } },
      networkConfig: { members: { networkAttachment: "string" } },
    },
  },
  transport: { members: { pubsub: { members: { topic: "string", subscription: "string" } } } },
  labels: { map: "string" },
  channel: "string",
  conditions: { map: { members: { code: "string", message: "string" } } },
  eventDataContentType: "string",
  satisfiesPzs: "boolean",
  retryPolicy: { members: { maxAttempts: "int32" } },
  etag: "string",
};
