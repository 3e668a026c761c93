// The lookups that are one list of the service: a row of this table each (datapipeline.md 7). The older names ask the same addresses.
import { listing } from "./listing";

/** Every lookup of a list, by its name. */
export const lists = {
  getConnections: listing("getConnections", {
    path: "/connections",
    output: "connections",
    v2: true,
    query: { group_id: "groupId", schema: "schemaName" },
  }),
  getConnectionCertificates: listing("getConnectionCertificates", { path: "/connections/{id}/certificates", output: "certificates" }),
  getConnectionFingerprints: listing("getConnectionFingerprints", { path: "/connections/{id}/fingerprints", output: "fingerprints" }),
  getConnectors: listing("getConnectors", { path: "/connections", output: "connectors", v2: true }),
  getConnectorCertificates: listing("getConnectorCertificates", {
    path: "/connections/{id}/certificates",
    output: "certificates",
    also: "connectorId",
  }),
  getConnectorFingerprints: listing("getConnectorFingerprints", {
    path: "/connections/{id}/fingerprints",
    output: "fingerprints",
    also: "connectorId",
  }),
  getConnectorsMetadata: listing("getConnectorsMetadata", { path: "/metadata/connector-types", output: "sources" }),
  getDestinationCertificates: listing("getDestinationCertificates", {
    path: "/destinations/{id}/certificates",
    output: "certificates",
    also: "destinationId",
  }),
  getDestinationFingerprints: listing("getDestinationFingerprints", {
    path: "/destinations/{id}/fingerprints",
    output: "fingerprints",
    also: "destinationId",
  }),
  getDestinations: listing("getDestinations", { path: "/destinations", output: "destinations", v2: true }),
  getExternalLogs: listing("getExternalLogs", { path: "/external-logging", output: "logs" }),
  getGroupConnections: listing("getGroupConnections", {
    path: "/groups/{id}/connections",
    output: "connections",
    query: { schema: "schema" },
    always: ["status"],
  }),
  getGroupConnectors: listing("getGroupConnectors", {
    path: "/groups/{id}/connections",
    output: "connectors",
    query: { schema: "schema" },
    always: ["status"],
  }),
  getGroups: listing("getGroups", { path: "/groups", output: "groups" }),
  getGroupUsers: listing("getGroupUsers", { path: "/groups/{id}/users", output: "users" }),
  getHybridDeploymentAgents: listing("getHybridDeploymentAgents", { path: "/hybrid-deployment-agents", output: "items" }),
  getPrivateLinks: listing("getPrivateLinks", { path: "/private-links", output: "items" }),
  getProxyAgents: listing("getProxyAgents", { path: "/proxy", output: "items" }),
  getQuickstartPackages: listing("getQuickstartPackages", { path: "/transformations/package-metadata", output: "packages" }),
  getRoles: listing("getRoles", { path: "/roles", output: "roles" }),
  getTeamConnectionMemberships: listing("getTeamConnectionMemberships", { path: "/teams/{id}/connections", output: "connections" }),
  getTeamConnectorMemberships: listing("getTeamConnectorMemberships", { path: "/teams/{teamId}/connections", output: "connectors" }),
  getTeamGroupMemberships: listing("getTeamGroupMemberships", { path: "/teams/{teamId}/groups", output: "groups" }),
  getTeamUserMemberships: listing("getTeamUserMemberships", { path: "/teams/{teamId}/users", output: "users" }),
  getTeams: listing("getTeams", { path: "/teams", output: "teams" }),
  getTransformationProjects: listing("getTransformationProjects", { path: "/transformation-projects", output: "projects" }),
  getTransformations: listing("getTransformations", { path: "/transformations", output: "transformations" }),
  getUserConnectionMemberships: listing("getUserConnectionMemberships", { path: "/users/{id}/connections", output: "connections" }),
  getUserConnectorMemberships: listing("getUserConnectorMemberships", { path: "/users/{userId}/connections", output: "connectors" }),
  getUserGroupMemberships: listing("getUserGroupMemberships", { path: "/users/{userId}/groups", output: "groups" }),
  getUsers: listing("getUsers", { path: "/users", output: "users" }),
  getWebhooks: listing("getWebhooks", { path: "/webhooks", output: "webhooks" }),
};
