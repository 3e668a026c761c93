/** The one failure that is no fault of ours: the node cannot be had on this machine. */

/** No Maven, no Java, no network, no room: the reason is for people to read. */
export class ElasticsearchUnavailable extends Error {
  override name = "ElasticsearchUnavailable";
}
