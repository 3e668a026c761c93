/** `/_transform`: transforms with the checks of the real server. They move no documents: tests finish, fail and block them. */
import type { JsonObject } from "../exchange";
import { matches, Store } from "../store";
import { type Api, bodyOf, type Call, endpoint, flag, nameOf, type Run, selectNames, type State, wholeNumber, withAll } from "./api";
import { acknowledged, bad, failure, illegal, notFound, numbered, problemsOf, rejectProblems, reply } from "./errors";
import { newIndex, selectIndices } from "./index-store";
import { parseJson } from "./json";
import { type Action, monitor } from "./privileges";
import {
  applyUpdate,
  configProblems,
  readPreview,
  readTransform,
  readTransformUpdate,
  type TransformConfig,
  updateProblems,
} from "./transform-config";

/** A transform as the server keeps it. */
interface StoredTransform {
  config: TransformConfig;
  created: number;
  state: "stopped" | "started" | "failed";
  reason?: string;
  /** How many checkpoints are complete. */
  checkpoint: number;
}

const status = (code: number, reason: string) => failure(code, "status_exception", reason);
const missing = (name: string) => notFound(`Transform with id [${name}] could not be found`);

/** The transforms of one server, and what happens to them. */
export class Transforms {
  readonly transforms = new Store<StoredTransform>();
  /** Documents of every preview. */
  readonly preview: JsonObject[] = [];
  /** How many stops end at their time limit. */
  blocked = 0;

  one(name: string): StoredTransform {
    const found = this.transforms.get(name);
    if (!found) throw missing(name);
    return found;
  }

  /** Completes a checkpoint; a transform that processes its source once stops then. */
  finish(name: string): void {
    const transform = this.one(name);
    transform.checkpoint++;
    if (transform.config.sync === undefined) transform.state = "stopped";
  }

  fail(name: string, reason: string): void {
    Object.assign(this.one(name), { state: "failed", reason });
  }

  /** The next stops end at their time limit, except those with force. */
  blockStops(count: number): void {
    this.blocked = count;
  }
}

const invalid = (problem: string) => bad("validation_exception", numbered([problem]));

const write = ["manage_data_frame_transforms", "manage_transform", "manage", "all"];
const read = ["monitor_data_frame_transforms", "monitor_transform", "manage_data_frame_transforms", "manage_transform", ...monitor];

/** What only the name of a new transform has to have. */
const nameProblems = (name: string) =>
  problemsOf(
    [
      !/^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/.test(name),
      `Invalid id; '${name}' can contain lowercase alphanumeric (a-z and 0-9), hyphens or underscores; must start and end with alphanumeric`,
    ],
    [name.length > 64, "The id cannot contain more than 64 characters."],
  );

/** What was read, if it has no problems. */
const checked = <T>(sent: T, problems: string[]) => {
  rejectProblems(problems);
  return sent;
};

const readNew = (call: Call) => {
  const config = readTransform(parseJson(call.body), nameOf(call));
  return checked(config, [...configProblems(config), ...nameProblems(nameOf(call))]);
};
const readChanges = (call: Call) => {
  const changes = readTransformUpdate(parseJson(call.body));
  return checked(changes, updateProblems(changes));
};
const readDraft = (call: Call) => {
  if (call.body === "") throw illegal("Please provide a transform [id] or the config object");
  const config = readPreview(bodyOf(call));
  return checked(config, configProblems(config));
};
const rejectBody = ({ body }: Call) => {
  if (body !== "") throw illegal("Please provide either a transform [id] or the config object but not both");
};

const matching = (expression: string, { transforms }: State) => selectNames(withAll(expression), transforms.transforms, missing).sort();

const resolved = (expression: string, state: State) =>
  selectIndices(expression, state, { ignoreUnavailable: true, expand: ["open", "hidden"] });

const checkSources = ({ source }: TransformConfig, state: State) => {
  for (const index of source.index)
    if (!/[*:]/.test(index) && resolved(index, state).length === 0) throw invalid(`no such index [${index}]`);
};

const checkDestination = ({ source, dest: { index } }: TransformConfig, state: State) => {
  const [own = index, second] = resolved(index, state);
  if (second !== undefined)
    throw invalid(
      `no write index is defined for alias [${index}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
    );
  const sources = source.index.flatMap((each) => (each.includes(":") ? [] : resolved(each, state)));
  const matched = source.index.some((each) => matches(each, index));
  if (matched || sources.includes(own))
    throw invalid(`Destination index [${own}] is included in source expression [${matched ? source.index.join(",") : sources.join(",")}]`);
};

const checkPipeline = ({ dest: { pipeline } }: TransformConfig, { pipelines }: State) => {
  if (typeof pipeline === "string" && !pipelines.has(pipeline)) throw invalid(`Pipeline with id [${pipeline}] could not be found`);
};

const validate = (config: TransformConfig, state: State) => {
  checkSources(config, state);
  checkDestination(config, state);
  checkPipeline(config, state);
};

const put: Run<TransformConfig> = (call, state, config) => {
  const name = nameOf(call);
  const { transforms } = state.transforms;
  if (!flag(call, "defer_validation")) validate(config, state);
  if (transforms.has(name)) throw bad("resource_already_exists_exception", `Transform with id [${name}] already exists`);
  transforms.set(name, { config, created: state.now().getTime(), state: "stopped", checkpoint: 0 });
  return acknowledged();
};

const update: Run<JsonObject> = (call, state, changes) => {
  const name = nameOf(call);
  const transform = state.transforms.one(name);
  const { config } = transform;
  if (changes.sync !== undefined && config.sync === undefined)
    throw status(400, `Cannot change the current sync configuration of transform [${name}] from [null] to [time]`);
  const changed = applyUpdate(config, changes);
  rejectProblems(configProblems(changed), "validation_exception");
  if (!flag(call, "defer_validation")) validate(changed, state);
  transform.config = changed;
  return reply(200, shown(name, transform));
};

const list =
  (show: (name: string, transform: StoredTransform) => object): Run =>
  (call, state) => {
    const from = wholeNumber(call, "from", 0);
    const size = wholeNumber(call, "size", 100);
    rejectProblems(problemsOf([size > 1000, "Param [size] has a max acceptable value of [1000]"]));
    const found = matching(call.parts.name ?? "_all", state);
    const page = found.slice(from, from + size).map((name) => show(name, state.transforms.one(name)));
    return reply(200, { count: found.length, transforms: page });
  };

const shown = (name: string, { config, created }: StoredTransform) => ({
  id: name,
  authorization: { roles: ["superuser"] },
  version: "10.0.0",
  create_time: created,
  ...config,
});

const statistics = (name: string, { state, reason, checkpoint }: StoredTransform) => {
  const health = { status: state === "failed" ? "red" : "green" };
  return { id: name, state, reason, stats: {}, checkpointing: { last: { checkpoint } }, health };
};

const stopOne = (name: string, force: boolean, timeout: string, { transforms }: State) => {
  const transform = transforms.one(name);
  if (transform.state === "failed" && !force)
    throw status(
      409,
      `Unable to stop transform [${name}] as it is in a failed state with reason [${transform.reason}]. Use force stop to stop the transform.`,
    );
  if (transforms.blocked > 0 && !force) {
    transforms.blocked--;
    throw status(408, `Could not stop the transforms [${name}] as they timed out [${timeout}].`);
  }
  transform.state = "stopped";
  delete transform.reason;
};

const show = (config: TransformConfig, state: State) => {
  checkSources(config, state);
  checkPipeline(config, state);
  const mappings = { _meta: { _transform: { transform: "transform-preview" } }, properties: {} };
  const generated = { mappings, settings: { index: { number_of_shards: "1", auto_expand_replicas: "0-1" } }, aliases: {} };
  return reply(200, { preview: state.transforms.preview, generated_dest_index: generated });
};

const preview: Action = ["cluster:admin/transform/preview", write];

/** The routes of transforms. */
export const transformApi: Api = [
  endpoint("PUT /_transform/{name}?defer_validation&timeout", ["cluster:admin/transform/put", write], put, readNew),
  endpoint("GET /_transform[/{name}]?from&size&allow_no_match&exclude_generated", ["cluster:monitor/transform/get", read], list(shown)),
  endpoint(
    "DELETE /_transform/{name}?force&delete_dest_index&timeout",
    ["cluster:admin/transform/delete", write],
    (call, { transforms, indices }) => {
      const name = nameOf(call);
      const { config, state } = transforms.one(name);
      if (state !== "stopped" && !flag(call, "force"))
        throw status(409, `Cannot delete transform [${name}] as the task is running. Stop the task first`);
      transforms.transforms.delete(name);
      if (flag(call, "delete_dest_index")) indices.delete(config.dest.index);
      return acknowledged();
    },
  ),
  endpoint("POST /_transform/{name}/_update?defer_validation&timeout", ["cluster:admin/transform/update", write], update, readChanges),
  endpoint("POST /_transform/{name}/_start?timeout&from", ["cluster:admin/transform/start", write], (call, state) => {
    const name = nameOf(call);
    const transform = state.transforms.one(name);
    validate(transform.config, state);
    if (transform.state === "failed")
      throw status(
        409,
        `Unable to start transform [${name}] as it is in a failed state with failure: [${transform.reason}]. Use force stop and then restart the transform once error is resolved.`,
      );
    if (transform.state === "started") throw status(409, `Cannot start transform [${name}] as it is already started.`);
    const { index } = transform.config.dest;
    if (resolved(index, state).length === 0) state.indices.set(index, newIndex(index, {}, state));
    transform.state = "started";
    return acknowledged();
  }),
  endpoint(
    "POST /_transform/{name}/_stop?allow_no_match&force&timeout&wait_for_completion&wait_for_checkpoint",
    ["cluster:admin/transform/stop", write],
    (call, state) => {
      const force = flag(call, "force");
      if (force && flag(call, "wait_for_checkpoint")) throw illegal("cannot set both [force] and [wait_for_checkpoint] to true");
      for (const name of matching(nameOf(call), state)) stopOne(name, force, call.query.get("timeout") ?? "30s", state);
      return acknowledged();
    },
  ),
  endpoint(
    "GET /_transform[/{name}]/_stats?from&size&allow_no_match&basic&timeout",
    ["cluster:monitor/transform/stats/get", read],
    list(statistics),
  ),
  endpoint("GET|POST /_transform/_preview?timeout", preview, (_, state, config) => show(config, state), readDraft),
  endpoint(
    "GET|POST /_transform/{name}/_preview?timeout",
    preview,
    (call, state) => show(state.transforms.one(nameOf(call)).config, state),
    rejectBody,
  ),
];
