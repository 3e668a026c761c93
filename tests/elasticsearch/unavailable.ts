/** The failure that is not a defect: the node is not available on this machine. */

/** No Maven, no Java, no network, no room: the reason is for people to read. */
export class ElasticsearchUnavailable extends Error {
  override name = "ElasticsearchUnavailable";
}
