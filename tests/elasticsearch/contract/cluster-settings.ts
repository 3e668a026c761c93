/** Contract of `/_cluster/settings`. The defaults are each node's own. */
import { only, type Groups, type Steps } from "./step";

const put = (body: unknown) => [{ "PUT /_cluster/settings?flat_settings=true": body }, "GET /_cluster/settings?flat_settings=true"];
const rejectedByParser = (settings: object) => only("type", "Java names the exceptions of its parsers as causes", persistent(settings));
const persistent = (settings: object): Steps => put({ persistent: settings });

/** All groups. */
export const groups: Groups = {
  // What the server accepts, rejects, resets and returns.
  "cluster settings": [
    "GET /_cluster/settings",
    persistent({ "search.max_buckets": 5, "cluster.info.update.interval": "20s" }),
    persistent({ search: { max_buckets: "6" } }),
    "GET /_cluster/settings",
    rejectedByParser({ "search.max_buckets": "many" }),
    persistent({ "search.max_buckets": -1 }),
    persistent({ "cluster.info.update.interval": "soon" }),
    persistent({ "cluster.routing.allocation.enable": "sometimes" }),
    rejectedByParser({ "indices.recovery.max_bytes_per_sec": "lots" }),
    rejectedByParser({ "cluster.routing.allocation.disk.watermark.low": "101%" }),
    persistent({ "search.max_bucket": "1" }),
    persistent({ "xpack.security.user": "u" }),
    persistent({ "cluster.remote.other.seeds": ["127.0.0.1:9300", "127.0.0.1:9301"] }),
    persistent({ "cluster.remote.other.seeds": "127.0.0.1:9300,127.0.0.1:9301" }),
    persistent({ "cluster.remote.other.seeds": "no port" }),
    persistent({ "cluster.metadata.owner": "ops", "logger.org.elasticsearch.discovery": "DEBUG" }),
    persistent({ "logger.org.elasticsearch.discovery": "LOUD" }),
    put({ persistent: { "search.max_buckets": "7" }, transient: { "search.max_buckets": "8" } }),
    persistent({ "search.max_buckets": null, "cluster.info.*": null }),
    persistent({ "cluster.max_shards_per_node": null, "no.such": null }),
    put({}),
    put(""),
    put({ fake: {} }),
    put({ persistent: { "archived.x": 1 } }),
    put({ persistent: { "*": null }, transient: { "*": null } }),
    "GET /_cluster/settings?fake=1",
  ],
};
