/** The routes of `/_transform`, with the checks that come before the cluster is looked at. */
import type { EmulatorReply } from "../exchange";
import type { Route } from "../router";
import type { Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { illegal } from "./errors";
import { action, monitor } from "./privileges";
import { configProblems, readPreview, readTransform, readTransformUpdate, rejectProblems, updateProblems } from "./transform-config";
import { AllTransforms, type Transforms } from "./transforms";

const write = ["manage_data_frame_transforms", "manage_transform", "manage", "all"];
const read = ["monitor_data_frame_transforms", "monitor_transform", "manage_data_frame_transforms", "manage_transform", ...monitor];
/** A name that only a new transform has to have. */
const nameProblems = (name: string): string[] => [
  ...(/^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/.test(name)
    ? []
    : [
        `Invalid id; '${name}' can contain lowercase alphanumeric (a-z and 0-9), hyphens or underscores; must start and end with alphanumeric`,
      ]),
  ...(name.length > 64 ? ["The id cannot contain more than 64 characters."] : []),
];

const name = ({ parts }: Call): string => parts.name ?? "";

const configEndpoints = (all: AllTransforms): Record<"put" | "update" | "preview" | "previewOne", Endpoint> => ({
  put: {
    query: { defer_validation: "bool", timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const config = readTransform(call.body, name(call));
      rejectProblems([...configProblems(config), ...nameProblems(name(call))]);
      const run = (): EmulatorReply => all.put(name(call), config, flag(call, "defer_validation"));
      return { action: action("cluster:admin/transform/put", write), run };
    },
  },
  update: {
    query: { defer_validation: "bool", timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const changes = readTransformUpdate(call.body);
      rejectProblems(updateProblems(changes));
      const run = (): EmulatorReply => all.update(name(call), changes, flag(call, "defer_validation"));
      return { action: action("cluster:admin/transform/update", write), run };
    },
  },
  preview: {
    query: { timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      if (call.body === "") throw illegal("Please provide a transform [id] or the config object");
      const config = readPreview(call.body);
      rejectProblems(configProblems(config));
      return { action: action("cluster:admin/transform/preview", write), run: () => all.show(config) };
    },
  },
  previewOne: {
    query: { timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      if (call.body !== "") throw illegal("Please provide either a transform [id] or the config object but not both");
      return { action: action("cluster:admin/transform/preview", write), run: () => all.show(all.one(name(call)).config) };
    },
  },
});

const pages = { from: "text", size: "text", allow_no_match: "bool" } as const;

const lifeEndpoints = (all: AllTransforms): Record<"show" | "statistics" | "start" | "stop" | "erase", Endpoint> => ({
  show: {
    query: { ...pages, exclude_generated: "bool" },
    prepare: (call) => ({
      action: action("cluster:monitor/transform/get", read),
      run: () => all.list(call.parts.name, call, (each, transform) => all.shown(each, transform)),
    }),
  },
  statistics: {
    query: { ...pages, basic: "bool", timeout: "time" },
    prepare: (call) => ({
      action: action("cluster:monitor/transform/stats/get", read),
      run: () => all.list(call.parts.name, call, (each, transform) => all.statistics(each, transform)),
    }),
  },
  start: {
    query: { timeout: "time", from: "text" },
    prepare: (call) => ({ action: action("cluster:admin/transform/start", write), run: () => all.start(name(call)) }),
  },
  stop: {
    query: { allow_no_match: "bool", force: "bool", timeout: "time", wait_for_completion: "bool", wait_for_checkpoint: "bool" },
    prepare: (call) => ({ action: action("cluster:admin/transform/stop", write), run: () => all.stop(name(call), call) }),
  },
  erase: {
    query: { force: "bool", delete_dest_index: "bool", timeout: "time" },
    prepare: (call) => ({ action: action("cluster:admin/transform/delete", write), run: () => all.delete(name(call), call) }),
  },
});

/** The routes of transforms, and what tests hold of them. */
export const createTransforms = (state: State): { routes: Route<Endpoint>[]; transforms: Transforms } => {
  const all = new AllTransforms(state);
  const { put, update, preview, previewOne } = configEndpoints(all);
  const { show, statistics, start, stop, erase } = lifeEndpoints(all);
  const one = "/_transform/{name}";
  const routes: [string, string, Endpoint][] = [
    ["PUT", one, put],
    ["GET", one, show],
    ["GET", "/_transform", show],
    ["DELETE", one, erase],
    ["POST", `${one}/_update`, update],
    ["POST", `${one}/_start`, start],
    ["POST", `${one}/_stop`, stop],
    ["GET", `${one}/_stats`, statistics],
    ["GET", "/_transform/_stats", statistics],
    ...["GET", "POST"].flatMap((method): [string, string, Endpoint][] => [
      [method, "/_transform/_preview", preview],
      [method, `${one}/_preview`, previewOne],
    ]),
  ];
  return { routes: routes.map(([method, path, handler]) => ({ method, path, handler })), transforms: all };
};
