/** `/_transform`: transforms with the checks of the real server. They move no documents: tests finish, fail and block them. */
import type { EmulatorReply, JsonObject } from "../exchange";
import { matches, Store } from "../store";
import { bodyOf, type Call, endpoint, flag, nameOf, selectNames, type State, wholeNumber, withAll } from "./api";
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
class AllTransforms {
  readonly transforms = new Store<StoredTransform>();
  /** Documents of every preview. */
  readonly preview: JsonObject[] = [];
  #blocked = 0;
  constructor(readonly state: State) {}

  put(call: Call, config: TransformConfig): EmulatorReply {
    const name = nameOf(call);
    if (!flag(call, "defer_validation")) this.#validate(config);
    if (this.transforms.has(name)) throw bad("resource_already_exists_exception", `Transform with id [${name}] already exists`);
    this.transforms.set(name, { config, created: this.state.now().getTime(), state: "stopped", checkpoint: 0 });
    return acknowledged();
  }

  update(call: Call, changes: JsonObject): EmulatorReply {
    const name = nameOf(call);
    const transform = this.one(name);
    const { config } = transform;
    if (changes.sync !== undefined && config.sync === undefined)
      throw status(400, `Cannot change the current sync configuration of transform [${name}] from [null] to [time]`);
    const changed = applyUpdate(config, changes);
    rejectProblems(configProblems(changed), "validation_exception");
    if (!flag(call, "defer_validation")) this.#validate(changed);
    transform.config = changed;
    return reply(200, this.shown(name, transform));
  }

  list(call: Call, shown: (name: string, transform: StoredTransform) => object): EmulatorReply {
    const from = wholeNumber(call, "from", 0);
    const size = wholeNumber(call, "size", 100);
    rejectProblems(problemsOf([size > 1000, "Param [size] has a max acceptable value of [1000]"]));
    const found = this.#matching(call.parts.name ?? "_all");
    const page = found.slice(from, from + size).map((name) => shown(name, this.one(name)));
    return reply(200, { count: found.length, transforms: page });
  }

  shown(name: string, { config, created }: StoredTransform): JsonObject {
    return { id: name, authorization: { roles: ["superuser"] }, version: "10.0.0", create_time: created, ...config };
  }

  statistics(name: string, { state, reason, checkpoint }: StoredTransform): object {
    const health = { status: state === "failed" ? "red" : "green" };
    return { id: name, state, reason, stats: {}, checkpointing: { last: { checkpoint } }, health };
  }

  start(name: string): EmulatorReply {
    const transform = this.one(name);
    this.#validate(transform.config);
    if (transform.state === "failed")
      throw status(
        409,
        `Unable to start transform [${name}] as it is in a failed state with failure: [${transform.reason}]. Use force stop and then restart the transform once error is resolved.`,
      );
    if (transform.state === "started") throw status(409, `Cannot start transform [${name}] as it is already started.`);
    const { index } = transform.config.dest;
    if (this.#resolved(index).length === 0) this.state.indices.set(index, newIndex(index, {}, this.state));
    transform.state = "started";
    return acknowledged();
  }

  stop(call: Call): EmulatorReply {
    const force = flag(call, "force");
    if (force && flag(call, "wait_for_checkpoint")) throw illegal("cannot set both [force] and [wait_for_checkpoint] to true");
    for (const name of this.#matching(nameOf(call))) this.#stopOne(name, force, call.query.get("timeout") ?? "30s");
    return acknowledged();
  }

  delete(call: Call): EmulatorReply {
    const name = nameOf(call);
    const { config, state } = this.one(name);
    if (state !== "stopped" && !flag(call, "force"))
      throw status(409, `Cannot delete transform [${name}] as the task is running. Stop the task first`);
    this.transforms.delete(name);
    if (flag(call, "delete_dest_index")) this.state.indices.delete(config.dest.index);
    return acknowledged();
  }

  show(config: TransformConfig): EmulatorReply {
    this.#checkSources(config);
    this.#checkPipeline(config);
    const mappings = { _meta: { _transform: { transform: "transform-preview" } }, properties: {} };
    const generated = { mappings, settings: { index: { number_of_shards: "1", auto_expand_replicas: "0-1" } }, aliases: {} };
    return reply(200, { preview: this.preview, generated_dest_index: generated });
  }

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
    this.#blocked = count;
  }

  #stopOne(name: string, force: boolean, timeout: string): void {
    const transform = this.one(name);
    if (transform.state === "failed" && !force)
      throw status(
        409,
        `Unable to stop transform [${name}] as it is in a failed state with reason [${transform.reason}]. Use force stop to stop the transform.`,
      );
    if (this.#blocked > 0 && !force) {
      this.#blocked--;
      throw status(408, `Could not stop the transforms [${name}] as they timed out [${timeout}].`);
    }
    transform.state = "stopped";
    delete transform.reason;
  }

  #matching(expression: string): string[] {
    return selectNames(withAll(expression), this.transforms, missing).sort();
  }

  #validate(config: TransformConfig): void {
    this.#checkSources(config);
    this.#checkDestination(config);
    this.#checkPipeline(config);
  }

  #checkSources({ source }: TransformConfig): void {
    for (const index of source.index)
      if (!/[*:]/.test(index) && this.#resolved(index).length === 0) throw invalid(`no such index [${index}]`);
  }

  #checkDestination({ source, dest: { index } }: TransformConfig): void {
    const [own = index, second] = this.#resolved(index);
    if (second !== undefined)
      throw invalid(
        `no write index is defined for alias [${index}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
      );
    const sources = source.index.flatMap((each) => (each.includes(":") ? [] : this.#resolved(each)));
    const matched = source.index.some((each) => matches(each, index));
    if (matched || sources.includes(own))
      throw invalid(
        `Destination index [${own}] is included in source expression [${matched ? source.index.join(",") : sources.join(",")}]`,
      );
  }

  #checkPipeline({ dest: { pipeline } }: TransformConfig): void {
    if (typeof pipeline === "string" && !this.state.pipelines.has(pipeline))
      throw invalid(`Pipeline with id [${pipeline}] could not be found`);
  }

  #resolved(expression: string): string[] {
    return selectIndices(expression, this.state, { ignoreUnavailable: true, expand: ["open", "hidden"] });
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

/** The routes of transforms, and what tests hold of them. */
export const createTransforms = (state: State) => {
  const all = new AllTransforms(state);
  const preview: Action = ["cluster:admin/transform/preview", write];
  const routes = [
    endpoint(
      "PUT /_transform/{name}?defer_validation&timeout",
      ["cluster:admin/transform/put", write],
      (call, _, config) => all.put(call, config),
      readNew,
    ),
    endpoint("GET /_transform[/{name}]?from&size&allow_no_match&exclude_generated", ["cluster:monitor/transform/get", read], (call) =>
      all.list(call, (name, transform) => all.shown(name, transform)),
    ),
    endpoint("DELETE /_transform/{name}?force&delete_dest_index&timeout", ["cluster:admin/transform/delete", write], (call) =>
      all.delete(call),
    ),
    endpoint(
      "POST /_transform/{name}/_update?defer_validation&timeout",
      ["cluster:admin/transform/update", write],
      (call, _, changes) => all.update(call, changes),
      readChanges,
    ),
    endpoint("POST /_transform/{name}/_start?timeout&from", ["cluster:admin/transform/start", write], (call) => all.start(nameOf(call))),
    endpoint(
      "POST /_transform/{name}/_stop?allow_no_match&force&timeout&wait_for_completion&wait_for_checkpoint",
      ["cluster:admin/transform/stop", write],
      (call) => all.stop(call),
    ),
    endpoint(
      "GET /_transform[/{name}]/_stats?from&size&allow_no_match&basic&timeout",
      ["cluster:monitor/transform/stats/get", read],
      (call) => all.list(call, (name, transform) => all.statistics(name, transform)),
    ),
    endpoint("GET|POST /_transform/_preview?timeout", preview, (_, _state, config) => all.show(config), readDraft),
    endpoint("GET|POST /_transform/{name}/_preview?timeout", preview, (call) => all.show(all.one(nameOf(call)).config), rejectBody),
  ];
  return { routes, transforms: all };
};
