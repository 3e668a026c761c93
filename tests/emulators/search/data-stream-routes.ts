/** `/_data_stream`: the requests of data streams. */
import { type Api, bodyOf, type Call, endpoint, nameOf, type State, supports } from "./api";
import { objectIn } from "./data-stream-parts";
import { type Part, Streams } from "./data-streams";
import { parseJson, plain } from "./json";
import { readMappings } from "./mappings";
import { type Action, superuser } from "./privileges";
import { readSettings } from "./settings";

const verb = (what: string): Action => [`indices:admin/data_stream/${what}`, superuser];

const partRoutes = (part: Part, streams: Streams): Api => {
  const path = `/_data_stream/{name}/_${part}?expand_wildcards&master_timeout&timeout`;
  return [
    endpoint(`GET ${path}&include_defaults`, verb(`${part}/get`), (call) => streams.getPart(part, call)),
    endpoint(
      `PUT ${path}`,
      verb(`${part}/put`),
      (call, _, sent) => streams.putPart(part, call, sent),
      (call: Call) => objectIn(plain(bodyOf(call)), "body"),
    ),
    endpoint(`DELETE ${path}`, verb(`${part}/delete`), (call) => streams.deletePart(part, call)),
  ];
};

/** The routes of data streams, and what tests hold of them. */
export const createDataStreams = (state: State) => {
  const streams = new Streams(state);
  const settings = endpoint(
    "PUT /_data_stream/{name}/_settings?master_timeout&timeout&dry_run",
    verb("settings/update"),
    (call, _, sent) => streams.putSettings(call, sent),
    (call: Call) => readSettings(parseJson(call.body)),
  );
  const mappings = endpoint(
    "PUT /_data_stream/{name}/_mappings?master_timeout&timeout&dry_run",
    verb("mappings/update"),
    (call, _, sent) => streams.putMappings(call, sent),
    (call: Call) => readMappings(parseJson(call.body)) ?? {},
  );
  const routes = [
    endpoint("GET /_data_stream[/{name}]?expand_wildcards&master_timeout&timeout&include_defaults&verbose", verb("get"), (call) =>
      streams.get(call),
    ),
    endpoint("PUT /_data_stream/{name}?master_timeout&timeout", verb("create"), (call) => streams.create(nameOf(call))),
    endpoint("DELETE /_data_stream/{name}?expand_wildcards&master_timeout&timeout", verb("delete"), (call) => streams.remove(call)),
    endpoint("GET /_data_stream[/{name}]/_stats?expand_wildcards&master_timeout&timeout&human", verb("stats"), (call) =>
      streams.statistics(call),
    ),
    endpoint("POST /{name}/_rollover?master_timeout&timeout", ["indices:admin/rollover", superuser], (call) =>
      streams.rollOverNow(nameOf(call)),
    ),
    ...partRoutes("lifecycle", streams),
    ...(supports(state, "8.19.0") ? [...partRoutes("options", streams), settings] : []),
    ...(supports(state, "9.2.0") ? [mappings] : []),
  ];
  return { routes, streams };
};
