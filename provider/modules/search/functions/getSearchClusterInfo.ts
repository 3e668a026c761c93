// Reads name, UUID and version of the cluster. See docs/modules/search.md#getsearchclusterinfo.
import type { ProviderFunction } from "../../../contract/function";
import type { Search } from "../../../core/gen/types";
import { objectOf, omitUndefined, textOf } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { fromRemote } from "../mapping";
import { unexpectedResponse } from "../response";
import { oneBlock } from "../settings";

const releaseMembers = [
  "buildFlavor",
  "buildType",
  "buildHash",
  "buildDate",
  "buildSnapshot",
  "luceneVersion",
  "minimumWireCompatibilityVersion",
  "minimumIndexCompatibilityVersion",
];

/** Reads the cluster, with the request that every connection sends once. */
export const getSearchClusterInfo: ProviderFunction<SearchClient, Search.GetSearchClusterInfoInputs, Search.GetSearchClusterInfoOutputs> = {
  rules: { properties: { searchConnections: oneBlock } },
  async read({ searchConnections }, { client }) {
    const { uuid, described } = await client.cluster();
    const { name, cluster_name: cluster, tagline, version } = objectOf(described.json);
    const nodeName = textOf(name);
    const clusterName = textOf(cluster);
    const slogan = textOf(tagline);
    const versionNumber = textOf(objectOf(version)["number"]);
    if (!nodeName || !clusterName || !slogan || !versionNumber) throw unexpectedResponse(described, "a cluster");
    const release = fromRemote(version, releaseMembers);
    const serverVersion = { ...release, versionNumber };
    return { id: uuid, clusterUuid: uuid, clusterName, nodeName, tagline: slogan, serverVersion, ...omitUndefined({ searchConnections }) };
  },
};
