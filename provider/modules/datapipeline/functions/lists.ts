// The functions of one list of the service, one row each. See docs/modules/datapipeline.md#function-list. The older names use the same paths.
import { listFunction } from "./list-function";

/** Every function of a list, by its name. */
export const lists = {
  getConnections: listFunction("getConnections", {
    path: "/connections",
    output: "connections",
    v2: true,
    query: { group_id: "groupId", schema: "schemaName" },
  }),
  getConnectionCertificates: listFunction("getConnectionCertificates", { path: "/connections/{id}/certificates", output: "certificates" }),
  getConnectionFingerprints: listFunction("getConnectionFingerprints", { path: "/connections/{id}/fingerprints", output: "fingerprints" }),
  getConnectors: listFunction("getConnectors", { path: "/connections", output: "connectors", v2: true }),
  getConnectorCertificates: listFunction("getConnectorCertificates", {
    path: "/connections/{id}/certificates",
    output: "certificates",
    repeatedAs: "connectorId",
  }),
  getConnectorFingerprints: listFunction("getConnectorFingerprints", {
    path: "/connections/{id}/fingerprints",
    output: "fingerprints",
    repeatedAs: "connectorId",
  }),
  getConnectorsMetadata: listFunction("getConnectorsMetadata", { path: "/metadata/connector-types", output: "sources" }),
  getDestinationCertificates: listFunction("getDestinationCertificates", {
    path: "/destinations/{id}/certificates",
    output: "certificates",
    repeatedAs: "destinationId",
  }),
  getDestinationFingerprints: listFunction("getDestinationFingerprints", {
    path: "/destinations/{id}/fingerprints",
    output: "fingerprints",
    repeatedAs: "destinationId",
  }),
  getDestinations: listFunction("getDestinations", { path: "/destinations", output: "destinations", v2: true }),
  getExternalLogs: listFunction("getExternalLogs", { path: "/external-logging", output: "logs" }),
  getGroupConnections: listFunction("getGroupConnections", {
    path: "/groups/{id}/connections",
    output: "connections",
    query: { schema: "schema" },
    always: ["status"],
  }),
  getGroupConnectors: listFunction("getGroupConnectors", {
    path: "/groups/{id}/connections",
    output: "connectors",
    query: { schema: "schema" },
    always: ["status"],
  }),
  getGroups: listFunction("getGroups", { path: "/groups", output: "groups" }),
  getGroupUsers: listFunction("getGroupUsers", { path: "/groups/{id}/users", output: "users" }),
  getHybridDeploymentAgents: listFunction("getHybridDeploymentAgents", { path: "/hybrid-deployment-agents", output: "items" }),
  getPrivateLinks: listFunction("getPrivateLinks", { path: "/private-links", output: "items" }),
  getProxyAgents: listFunction("getProxyAgents", { path: "/proxy", output: "items" }),
  getQuickstartPackages: listFunction("getQuickstartPackages", { path: "/transformations/package-metadata", output: "packages" }),
  getRoles: listFunction("getRoles", { path: "/roles", output: "roles" }),
  getTeamConnectionMemberships: listFunction("getTeamConnectionMemberships", { path: "/teams/{id}/connections", output: "connections" }),
  getTeamConnectorMemberships: listFunction("getTeamConnectorMemberships", { path: "/teams/{teamId}/connections", output: "connectors" }),
  getTeamGroupMemberships: listFunction("getTeamGroupMemberships", { path: "/teams/{teamId}/groups", output: "groups" }),
  getTeamUserMemberships: listFunction("getTeamUserMemberships", { path: "/teams/{teamId}/users", output: "users" }),
  getTeams: listFunction("getTeams", { path: "/teams", output: "teams" }),
  getTransformationProjects: listFunction("getTransformationProjects", { path: "/transformation-projects", output: "projects" }),
  getTransformations: listFunction("getTransformations", { path: "/transformations", output: "transformations" }),
  getUserConnectionMemberships: listFunction("getUserConnectionMemberships", { path: "/users/{id}/connections", output: "connections" }),
  getUserConnectorMemberships: listFunction("getUserConnectorMemberships", { path: "/users/{userId}/connections", output: "connectors" }),
  getUserGroupMemberships: listFunction("getUserGroupMemberships", { path: "/users/{userId}/groups", output: "groups" }),
  getUsers: listFunction("getUsers", { path: "/users", output: "users" }),
  getWebhooks: listFunction("getWebhooks", { path: "/webhooks", output: "webhooks" }),
};
