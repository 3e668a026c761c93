// The functions of one record, one row each. See docs/modules/datapipeline.md#function-list; connections, destinations and log services have a typed config.
import { objectOf, omitBlank, scalarText } from "../../../core/values/records";
import { mapMembers } from "../../../core/values/value";
import { readConfig, type ConfigType } from "../config";
import { destinationSchema } from "../destination-schema";
import { readersOf } from "../mapping";
import type { RemoteConnection } from "../remote";
import { detailFunction, type DetailDefinition, type OwnOutput } from "./detail-function";

/** Returns the output with the typed config of a record; names of fields that it does not contain are written to the debug log. */
function configOf(type: ConfigType): OwnOutput {
  return (record, { client }) => {
    const { service }: RemoteConnection = record;
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

const connectionDetail: DetailDefinition = { path: "/connections/{id}", v2: true, names: { name: "schema" }, own: connection };
/** Texts, numbers and booleans as texts, without empty ones. Keys are data. */
const configMap: OwnOutput = ({ config }) => omitBlank(mapMembers(objectOf(config), scalarText));
const idOfInput: OwnOutput = (_record, { inputs: { id } }) => id;

/** Every function of one record, by its name. */
export const details = {
  getConnection: detailFunction("getConnection", connectionDetail),
  getConnector: detailFunction("getConnector", {
    ...connectionDetail,
    own: { ...connection, config: configOf("ConnectorConfig") },
  }),
  getDestination: detailFunction("getDestination", {
    path: "/destinations/{id}",
    v2: true,
    own: { config: configOf("DestinationConfig") },
  }),
  getExternalLogging: detailFunction("getExternalLogging", {
    path: "/external-logging/{id}",
    names: { groupId: "id" },
    own: { config: configOf("LogServiceConfig"), runSetupTests: (_record, { inputs: { runSetupTests } }) => runSetupTests },
  }),
  getGroup: detailFunction("getGroup", { path: "/groups/{id}", isListed: true, names: { lastUpdated: "" } }),
  getGroupServiceAccount: detailFunction("getGroupServiceAccount", {
    path: "/groups/{id}/service-account",
    own: { id: idOfInput },
  }),
  getGroupSshKey: detailFunction("getGroupSshKey", { path: "/groups/{id}/public-key", own: { id: idOfInput } }),
  getHybridDeploymentAgent: detailFunction("getHybridDeploymentAgent", { path: "/hybrid-deployment-agents/{id}", isListed: true }),
  getPrivateLink: detailFunction("getPrivateLink", { path: "/private-links/{id}", own: { configMap } }),
  getProxyAgent: detailFunction("getProxyAgent", { path: "/proxy/{id}", isListed: true, names: { groupRegion: "region" } }),
  getQuickstartPackage: detailFunction("getQuickstartPackage", { path: "/transformations/package-metadata/{id}", isListed: true }),
  getTeam: detailFunction("getTeam", { path: "/teams/{id}", isListed: true }),
  getTransformation: detailFunction("getTransformation", { path: "/transformations/{id}", isListed: true }),
  getTransformationProject: detailFunction("getTransformationProject", { path: "/transformation-projects/{id}" }),
  getUser: detailFunction("getUser", { path: "/users/{id}", isListed: true }),
  getWebhook: detailFunction("getWebhook", { path: "/webhooks/{id}", isListed: true, names: { runTests: "" } }),
};
