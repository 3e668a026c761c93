// Lookups of the cluster and of its license. See docs/modules/search.md#getsearchclusterinfo and docs/modules/search.md#getsearchlicense.
import { callFunction } from "../support";
import { caseServer, clientOf } from "./server";

test("data 115: the cluster is read with the request that every connection sends once", async () => {
  const server = caseServer();
  const { client, sent } = clientOf(server);
  await client.cluster();
  const { id } = await callFunction("getSearchClusterInfo", {}, client);
  const root = await server.call("GET /");
  const version = root["version"] as Record<string, unknown>;
  expect(sent).toHaveLength(1);
  expect(await callFunction("getSearchClusterInfo", {}, client)).toEqual({
    id: root["cluster_uuid"],
    clusterUuid: id,
    clusterName: root["cluster_name"],
    nodeName: root["name"],
    tagline: root["tagline"],
    serverVersion: {
      versionNumber: version["number"],
      buildFlavor: version["build_flavor"],
      buildType: version["build_type"],
      buildHash: version["build_hash"],
      buildDate: version["build_date"],
      buildSnapshot: version["build_snapshot"],
      luceneVersion: version["lucene_version"],
      minimumWireCompatibilityVersion: version["minimum_wire_compatibility_version"],
      minimumIndexCompatibilityVersion: version["minimum_index_compatibility_version"],
    },
  });
});

test("data 116: the license of the cluster", async () => {
  const server = caseServer();
  const { license } = await server.call("GET /_license");
  const { type, status, uid, issued_to, issuer, issue_date, max_nodes } = license as Record<string, unknown>;
  expect(await callFunction("getSearchLicense", {}, clientOf(server).client)).toMatchObject({
    id: `${await server.uuid()}/license`,
    licenseType: type,
    status,
    licenseUid: uid,
    issuedTo: issued_to,
    issuer,
    issueDate: issue_date,
    maxNodes: max_nodes,
  });
});
