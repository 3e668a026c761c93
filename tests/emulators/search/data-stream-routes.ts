/** `/_data_stream`: the requests of data streams. */
import { type Api, bodyOf, type Call, endpoint, type State, supports } from "./api";
import { objectIn } from "./data-stream-parts";
import * as streams from "./data-streams";
import { parseJson, plain } from "./json";
import { readMappings } from "./mappings";
import { type Action, superuser } from "./privileges";
import { readSettings } from "./settings";

const verb = (what: string): Action => [`indices:admin/data_stream/${what}`, superuser];

const partRoutes = (part: streams.Part): Api => {
  const path = `/_data_stream/{name}/_${part}?expand_wildcards&master_timeout&timeout`;
  const read = (call: Call) => objectIn(plain(bodyOf(call)), "body");
  return [
    endpoint(`GET ${path}&include_defaults`, verb(`${part}/get`), streams.getPart(part)),
    endpoint(`PUT ${path}`, verb(`${part}/put`), streams.putPart(part), read),
    endpoint(`DELETE ${path}`, verb(`${part}/delete`), streams.deletePart(part)),
  ];
};

const settings = endpoint(
  "PUT /_data_stream/{name}/_settings?master_timeout&timeout&dry_run",
  verb("settings/update"),
  streams.putSettings,
  (call: Call) => readSettings(parseJson(call.body)),
);
const mappings = endpoint(
  "PUT /_data_stream/{name}/_mappings?master_timeout&timeout&dry_run",
  verb("mappings/update"),
  streams.putMappings,
  (call: Call) => readMappings(parseJson(call.body)) ?? {},
);

/** The routes of data streams. */
export const dataStreamApi = (state: State): Api => [
  endpoint("GET /_data_stream[/{name}]?expand_wildcards&master_timeout&timeout&include_defaults&verbose", verb("get"), streams.get),
  endpoint("PUT /_data_stream/{name}?master_timeout&timeout", verb("create"), streams.create),
  endpoint("DELETE /_data_stream/{name}?expand_wildcards&master_timeout&timeout", verb("delete"), streams.remove),
  endpoint("GET /_data_stream[/{name}]/_stats?expand_wildcards&master_timeout&timeout&human", verb("stats"), streams.statistics),
  endpoint("POST /{name}/_rollover?master_timeout&timeout", ["indices:admin/rollover", superuser], streams.rollOverNow),
  ...partRoutes("lifecycle"),
  ...(supports(state, "8.19.0") ? [...partRoutes("options"), settings] : []),
  ...(supports(state, "9.2.0") ? [mappings] : []),
];
