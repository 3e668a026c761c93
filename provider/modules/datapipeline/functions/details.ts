// The lookups of one record: a row of this table each. See docs/modules/datapipeline.md#function-list; connections, destinations and log services have a config of their own.
import { isObject } from "../../../core/json";
import { omitUndefined } from "../../../core/records";
import type { Plain, PlainMap } from "../../../core/value";
import type { PipelineClient } from "../client";
import { readConfig } from "../config";
import { destinationSchema } from "../destination-schema";
import { readObject } from "../naming";
import { detail, type Detail } from "./detail";

interface About {
  inputs: PlainMap;
  client: PipelineClient;
}

/** What the typed config of a record holds, or nothing; the names of unknown fields go to the debug log. */
function configOf(type: Parameters<typeof readConfig>[1], record: PlainMap, { client }: About): PlainMap | undefined {
  const note = (names: string[]): void =>
    client.operation.log(
      "debug",
      `config of ${String(record["service"])}: fields that quartet does not know, or not with such a value: ${names.join(", ")}`,
    );
  return readConfig(client.schema, type, record, note);
}

/** A connection: the parts of its schema, its status even if the service returns none. */
function connection(record: PlainMap, { client }: About): PlainMap {
  const [config, status] = [record["config"], record["status"]].map((part) => (isObject(part) ? part : {})) as [PlainMap, PlainMap];
  return {
    destinationSchema: destinationSchema(String(record["service"] ?? ""), String(record["schema"] ?? ""), config),
    status: readObject(client.schema, "#/types/quartet:datapipeline:ConnectionStatus", status),
  };
}

const connectionDetail: Detail = { path: "/connections/{id}", v2: true, names: { name: "schema" }, own: connection };
const config = (value: PlainMap | undefined): PlainMap => (value === undefined ? {} : { config: value });

/** Every lookup of one record, by its name. */
export const details = {
  getConnection: detail("getConnection", connectionDetail),
  getConnector: detail("getConnector", {
    ...connectionDetail,
    own: (record, about) => ({ ...connection(record, about), ...config(configOf("ConnectorConfig", record, about)) }),
  }),
  getDestination: detail("getDestination", {
    path: "/destinations/{id}",
    v2: true,
    own: (record, about) => config(configOf("DestinationConfig", record, about)),
  }),
  getExternalLogging: detail("getExternalLogging", {
    path: "/external-logging/{id}",
    names: { groupId: "id" },
    own: (record, about) => ({
      ...config(configOf("LogServiceConfig", record, about)),
      ...omitUndefined({ runSetupTests: about.inputs["runSetupTests"] }),
    }),
  }),
  getGroup: detail("getGroup", { path: "/groups/{id}", names: { lastUpdated: "" } }),
  getGroupServiceAccount: detail("getGroupServiceAccount", {
    path: "/groups/{id}/service-account",
    own: (_record, { inputs }) => ({ id: inputs["id"]! }),
  }),
  getGroupSshKey: detail("getGroupSshKey", { path: "/groups/{id}/public-key", own: (_record, { inputs }) => ({ id: inputs["id"]! }) }),
  getHybridDeploymentAgent: detail("getHybridDeploymentAgent", { path: "/hybrid-deployment-agents/{id}" }),
  getPrivateLink: detail("getPrivateLink", { path: "/private-links/{id}", own: ({ config: map }) => ({ configMap: texts(map) }) }),
  getProxyAgent: detail("getProxyAgent", { path: "/proxy/{id}", names: { groupRegion: "region" } }),
  getQuickstartPackage: detail("getQuickstartPackage", { path: "/transformations/package-metadata/{id}" }),
  getTeam: detail("getTeam", { path: "/teams/{id}" }),
  getTransformation: detail("getTransformation", { path: "/transformations/{id}" }),
  getTransformationProject: detail("getTransformationProject", { path: "/transformation-projects/{id}" }),
  getUser: detail("getUser", { path: "/users/{id}" }),
  getWebhook: detail("getWebhook", { path: "/webhooks/{id}", names: { runTests: "" } }),
};

/** Every text, number and boolean as text; what is empty is left out. Keys are data. */
function texts(map: Plain | undefined): PlainMap {
  const entries = Object.entries(isObject(map) ? map : {}).filter(
    ([, value]) => value !== null && value !== "" && typeof value !== "object",
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}
