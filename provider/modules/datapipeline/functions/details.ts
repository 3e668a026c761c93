// The functions of one record, one row each. See docs/modules/datapipeline.md#function-list; connections, destinations and log services have a typed config.
import { objectOf, scalarText } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import { readConfig, type ConfigType } from "../config";
import { destinationSchema } from "../destination-schema";
import { readersOf } from "../mapping";
import type { RemoteService } from "../remote";
import { detail, type Detail, type OwnOutput } from "./detail";

/** Returns the output with the typed config of a record; names of fields that it does not contain are written to the debug log. */
function configOf(type: ConfigType): OwnOutput {
  return (record, { client }) => {
    const { service }: RemoteService = record;
    return readConfig(client.schema, type, record, (names) =>
      client.logOnce(
        `config of ${scalarText(service)}: fields that are unknown, or have a value of another type, are omitted: ${names.join(", ")}`,
      ),
    );
  };
}

/** A connection has the parts of its schema, and a status even if the service returns none. */
const connection: Readonly<Record<string, OwnOutput>> = {
  destinationSchema: ({ service, schema, config }) => destinationSchema(scalarText(service), scalarText(schema), objectOf(config)),
  status: ({ status }, { client }) => readersOf(client.schema).type("#/types/quartet:datapipeline:ConnectionStatus")(objectOf(status)),
};

const connectionDetail: Detail = { path: "/connections/{id}", v2: true, names: { name: "schema" }, own: connection };
const idOfInput: OwnOutput = (_record, { inputs: { id } }) => id;

/** Every function of one record, by its name. */
export const details = {
  getConnection: detail("getConnection", connectionDetail),
  getConnector: detail("getConnector", {
    ...connectionDetail,
    own: { ...connection, config: configOf("ConnectorConfig") },
  }),
  getDestination: detail("getDestination", {
    path: "/destinations/{id}",
    v2: true,
    own: { config: configOf("DestinationConfig") },
  }),
  getExternalLogging: detail("getExternalLogging", {
    path: "/external-logging/{id}",
    names: { groupId: "id" },
    own: { config: configOf("LogServiceConfig"), runSetupTests: (_record, { inputs: { runSetupTests } }) => runSetupTests },
  }),
  getGroup: detail("getGroup", { path: "/groups/{id}", isListed: true, names: { lastUpdated: "" } }),
  getGroupServiceAccount: detail("getGroupServiceAccount", {
    path: "/groups/{id}/service-account",
    own: { id: idOfInput },
  }),
  getGroupSshKey: detail("getGroupSshKey", { path: "/groups/{id}/public-key", own: { id: idOfInput } }),
  getHybridDeploymentAgent: detail("getHybridDeploymentAgent", { path: "/hybrid-deployment-agents/{id}", isListed: true }),
  getPrivateLink: detail("getPrivateLink", { path: "/private-links/{id}", own: { configMap: ({ config }) => texts(config) } }),
  getProxyAgent: detail("getProxyAgent", { path: "/proxy/{id}", isListed: true, names: { groupRegion: "region" } }),
  getQuickstartPackage: detail("getQuickstartPackage", { path: "/transformations/package-metadata/{id}", isListed: true }),
  getTeam: detail("getTeam", { path: "/teams/{id}", isListed: true }),
  getTransformation: detail("getTransformation", { path: "/transformations/{id}", isListed: true }),
  getTransformationProject: detail("getTransformationProject", { path: "/transformation-projects/{id}" }),
  getUser: detail("getUser", { path: "/users/{id}", isListed: true }),
  getWebhook: detail("getWebhook", { path: "/webhooks/{id}", isListed: true, names: { runTests: "" } }),
};

/** Returns texts, numbers and booleans as texts, without empty ones. Keys are data. */
function texts(map: Plain | undefined): PlainMap {
  const entries = Object.entries(objectOf(map)).filter(([, value]) => value !== null && value !== "" && typeof value !== "object");
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}
