/** `/_data_stream`: the requests of data streams. */
import type { EmulatorReply } from "../exchange";
import type { Route } from "../router";
import type { Call, Endpoint, State } from "./api";
import { compareVersions, flag } from "./api";
import { bodyOf } from "./data-stream-parts";
import { Streams, type DataStreams } from "./data-streams";
import { expandOf } from "./index-store";
import { parseJson } from "./json";
import { readMappings } from "./mappings";
import { action, superuser } from "./privileges";
import { readSettings } from "./settings";

const times = { master_timeout: "time", timeout: "time" } as const;
const wildcards = { expand_wildcards: "text", ...times } as const;
const dryRun = { ...times, dry_run: "bool" } as const;
const one = "/_data_stream/{name}";

const nameOf = ({ parts }: Call): string => parts.name ?? "";
const expand = ({ query }: Call): string[] => expandOf(query.get("expand_wildcards"));

const endpoint = (query: Endpoint["query"], verb: string, run: (call: Call) => EmulatorReply): Endpoint => ({
  query,
  prepare: (call) => ({ action: action(`indices:admin/data_stream/${verb}`, superuser), run: () => run(call) }),
});

const writing = <Sent>(
  query: Endpoint["query"],
  verb: string,
  read: (call: Call) => Sent,
  run: (call: Call, sent: Sent) => EmulatorReply,
): Endpoint => ({
  query,
  takesBody: true,
  prepare: (call) => {
    const sent = read(call);
    return { action: action(`indices:admin/data_stream/${verb}`, superuser), run: () => run(call, sent) };
  },
});

const partRoutes = (part: "lifecycle" | "options", streams: Streams): Route<Endpoint>[] => {
  const path = `${one}/_${part}`;
  const show = endpoint({ ...wildcards, include_defaults: "bool" }, `${part}/get`, (call) =>
    streams.getPart(part, nameOf(call), expand(call)),
  );
  const write = writing(
    wildcards,
    `${part}/put`,
    ({ body }) => bodyOf(body),
    (call, sent) => streams.putPart(part, nameOf(call), sent),
  );
  const erase = endpoint(wildcards, `${part}/delete`, (call) => streams.deletePart(part, nameOf(call)));
  return [
    { method: "GET", path, handler: show },
    { method: "PUT", path, handler: write },
    { method: "DELETE", path, handler: erase },
  ];
};

const overrideRoutes = (streams: Streams): { settings: Route<Endpoint>; mappings: Route<Endpoint> } => {
  const settings = writing(
    dryRun,
    "settings/update",
    ({ body }) => readSettings(parseJson(body)),
    (call, sent) => streams.putSettings(nameOf(call), sent, flag(call, "dry_run")),
  );
  const mappings = writing(
    dryRun,
    "mappings/update",
    ({ body }) => readMappings(parseJson(body)) ?? {},
    (call, sent) => streams.putMappings(nameOf(call), sent, flag(call, "dry_run")),
  );
  return {
    settings: { method: "PUT", path: `${one}/_settings`, handler: settings },
    mappings: { method: "PUT", path: `${one}/_mappings`, handler: mappings },
  };
};

const streamRoutes = (streams: Streams): Route<Endpoint>[] => {
  const show = endpoint({ ...wildcards, include_defaults: "bool", verbose: "bool" }, "get", (call) =>
    streams.get(call.parts.name, expand(call)),
  );
  const make = endpoint(times, "create", (call) => streams.create(nameOf(call)));
  const erase = endpoint(wildcards, "delete", (call) => streams.remove(nameOf(call), expand(call)));
  const rollover: Endpoint = {
    query: times,
    prepare: (call) => ({ action: action("indices:admin/rollover", superuser), run: () => streams.rollOverNow(nameOf(call)) }),
  };
  const statistics = endpoint({ ...wildcards, human: "bool" }, "stats", (call) => streams.statistics(call.parts.name, expand(call)));
  return [
    { method: "GET", path: "/_data_stream", handler: show },
    { method: "GET", path: one, handler: show },
    { method: "PUT", path: one, handler: make },
    { method: "DELETE", path: one, handler: erase },
    { method: "GET", path: "/_data_stream/_stats", handler: statistics },
    { method: "GET", path: `${one}/_stats`, handler: statistics },
    { method: "POST", path: "/{name}/_rollover", handler: rollover },
  ];
};

/** The routes of data streams, and what tests hold of them. */
export const createDataStreams = (state: State): { routes: Route<Endpoint>[]; streams: DataStreams } => {
  const streams = new Streams(state);
  const has = (version: string): boolean => state.buildFlavor === "serverless" || compareVersions(state.version, version) >= 0;
  const { settings, mappings } = overrideRoutes(streams);
  const routes = [
    ...streamRoutes(streams),
    ...partRoutes("lifecycle", streams),
    ...(has("8.19.0") ? [...partRoutes("options", streams), settings] : []),
    ...(has("9.2.0") ? [mappings] : []),
  ];
  return { routes, streams };
};
