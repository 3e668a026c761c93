// The functions of one list of the service, one row each. See docs/modules/datapipeline.md#function-list. The older names use the same paths.
import { list } from "./list";

/** Every function of a list, by its name. */
export const lists = {
  getConnections: list("getConnections", {
    path: "/connections",
    output: "connections",
    v2: true,
    query: { group_id: "groupId", schema: "schemaName" },
  }),
  getConnectionCertificates: list("getConnectionCertificates", { path: "/connections/{id}/certificates", output: "certificates" }),
  getConnectionFingerprints: list("getConnectionFingerprints", { path: "/connections/{id}/fingerprints", output: "fingerprints" }),
  getConnectors: list("getConnectors", { path: "/connections", output: "connectors", v2: true }),
  getConnectorCertificates: list("getConnectorCertificates", {
    path: "/connections/{id}/certificates",
    output: "certificates",
    repeatedAs: "connectorId",
  }),
  getConnectorFingerprints: list("getConnectorFingerprints", {
    path: "/connections/{id}/fingerprints",
    output: "fingerprints",
    repeatedAs: "connectorId",
  }),
  getConnectorsMetadata: list("getConnectorsMetadata", { path: "/metadata/connector-types", output: "sources" }),
  getDestinationCertificates: list("getDestinationCertificates", {
    path: "/destinations/{id}/certificates",
    output: "certificates",
    repeatedAs: "destinationId",
  }),
  getDestinationFingerprints: list("getDestinationFingerprints", {
    path: "/destinations/{id}/fingerprints",
    output: "fingerprints",
    repeatedAs: "destinationId",
  }),
  getDestinations: list("getDestinations", { path: "/destinations", output: "destinations", v2: true }),
  getExternalLogs: list("getExternalLogs", { path: "/external-logging", output: "logs" }),
  getGroupConnections: list("getGroupConnections", {
    path: "/groups/{id}/connections",
    output: "connections",
    query: { schema: "schema" },
    always: ["status"],
  }),
  getGroupConnectors: list("getGroupConnectors", {
    path: "/groups/{id}/connections",
    output: "connectors",
    query: { schema: "schema" },
    always: ["status"],
  }),
  getGroups: list("getGroups", { path: "/groups", output: "groups" }),
  getGroupUsers: list("getGroupUsers", { path: "/groups/{id}/users", output: "users" }),
  getHybridDeploymentAgents: list("getHybridDeploymentAgents", { path: "/hybrid-deployment-agents", output: "items" }),
  getPrivateLinks: list("getPrivateLinks", { path: "/private-links", output: "items" }),
  getProxyAgents: list("getProxyAgents", { path: "/proxy", output: "items" }),
  getQuickstartPackages: list("getQuickstartPackages", { path: "/transformations/package-metadata", output: "packages" }),
  getRoles: list("getRoles", { path: "/roles", output: "roles" }),
  getTeamConnectionMemberships: list("getTeamConnectionMemberships", { path: "/teams/{id}/connections", output: "connections" }),
  getTeamConnectorMemberships: list("getTeamConnectorMemberships", { path: "/teams/{teamId}/connections", output: "connectors" }),
  getTeamGroupMemberships: list("getTeamGroupMemberships", { path: "/teams/{teamId}/groups", output: "groups" }),
  getTeamUserMemberships: list("getTeamUserMemberships", { path: "/teams/{teamId}/users", output: "users" }),
  getTeams: list("getTeams", { path: "/teams", output: "teams" }),
  getTransformationProjects: list("getTransformationProjects", { path: "/transformation-projects", output: "projects" }),
  getTransformations: list("getTransformations", { path: "/transformations", output: "transformations" }),
  getUserConnectionMemberships: list("getUserConnectionMemberships", { path: "/users/{id}/connections", output: "connections" }),
  getUserConnectorMemberships: list("getUserConnectorMemberships", { path: "/users/{userId}/connections", output: "connectors" }),
  getUserGroupMemberships: list("getUserGroupMemberships", { path: "/users/{userId}/groups", output: "groups" }),
  getUsers: list("getUsers", { path: "/users", output: "users" }),
  getWebhooks: list("getWebhooks", { path: "/webhooks", output: "webhooks" }),
};
