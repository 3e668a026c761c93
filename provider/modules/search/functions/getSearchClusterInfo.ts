// Reads name, UUID and version of the cluster. See docs/modules/search.md#getsearchclusterinfo.
import { objectOf, textOf } from "../../../core/values/records";
import { fromRemote } from "../mapping";
import { unexpectedResponse } from "../response";
import { clusterFunction } from "./cluster-function";

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
export const getSearchClusterInfo = clusterFunction<"getSearchClusterInfo">({
  async read(_inputs, { client }) {
    const { uuid, described } = await client.cluster();
    const { name, cluster_name: cluster, tagline, version } = objectOf(described.json);
    const nodeName = textOf(name);
    const clusterName = textOf(cluster);
    const slogan = textOf(tagline);
    const versionNumber = textOf(objectOf(version)["number"]);
    if (!nodeName || !clusterName || !slogan || !versionNumber) throw unexpectedResponse(described, "a cluster");
    const release = fromRemote(version, releaseMembers);
    const serverVersion = { ...release, versionNumber };
    return { clusterUuid: uuid, clusterName, nodeName, tagline: slogan, serverVersion };
  },
});
