/** `/_transform`: transforms with the checks of the real server. They move no documents: tests finish, fail and block them. */
import type { EmulatorReply, JsonObject } from "../exchange";
import { matches, Store } from "../store";
import type { Call, State } from "./api";
import { flag, wholeNumber } from "./api";
import { bad, illegal, notFound, numbered, reply, SearchFailure } from "./errors";
import { newIndex, selectIndices } from "./index-store";
import { applyUpdate, configProblems, rejectProblems, type TransformConfig } from "./transform-config";

const MOST = 1000;

/** A transform as the server keeps it. */
export interface StoredTransform {
  config: TransformConfig;
  created: number;
  state: "stopped" | "started" | "failed";
  reason?: string;
  /** How many checkpoints are complete. */
  checkpoint: number;
}

/** What tests see of transforms, and what happens to them. */
export interface Transforms {
  transforms: Store<StoredTransform>;
  /** Documents of every preview. */
  preview: JsonObject[];
  /** Completes a checkpoint; a transform that processes its source once stops then. */
  finish(name: string): void;
  fail(name: string, reason: string): void;
  /** The next stops end at their time limit, except those with force. */
  blockStops(count: number): void;
}

const status = (code: number, reason: string): SearchFailure => new SearchFailure(code, { type: "status_exception", reason });
const missing = (name: string): SearchFailure => notFound(`Transform with id [${name}] could not be found`);

/** The transforms of one server. */
export class AllTransforms implements Transforms {
  readonly transforms = new Store<StoredTransform>();
  readonly preview: JsonObject[] = [];
  #blocked = 0;
  constructor(readonly state: State) {}

  put(name: string, config: TransformConfig, defers: boolean): EmulatorReply {
    if (!defers) this.#validate(config);
    if (this.transforms.has(name)) throw bad("resource_already_exists_exception", `Transform with id [${name}] already exists`);
    this.transforms.set(name, { config, created: this.state.now().getTime(), state: "stopped", checkpoint: 0 });
    return reply(200, { acknowledged: true });
  }

  update(name: string, changes: JsonObject, defers: boolean): EmulatorReply {
    const transform = this.one(name);
    const { config } = transform;
    if (changes.sync !== undefined && config.sync === undefined)
      throw status(400, `Cannot change the current sync configuration of transform [${name}] from [null] to [time]`);
    const changed = applyUpdate(config, changes);
    const problems = configProblems(changed);
    if (problems.length > 0) throw bad("validation_exception", numbered(problems));
    if (!defers) this.#validate(changed);
    transform.config = changed;
    return reply(200, this.shown(name, transform));
  }

  list(expression: string | undefined, { query }: Call, shown: (name: string, transform: StoredTransform) => JsonObject): EmulatorReply {
    const from = wholeNumber(query, "from", 0);
    const size = wholeNumber(query, "size", 100);
    rejectProblems(size > MOST ? [`Param [size] has a max acceptable value of [${MOST}]`] : []);
    const found = this.#matching(expression ?? "_all");
    const page = found.slice(from, from + size).map((name) => shown(name, this.one(name)));
    return reply(200, { count: found.length, transforms: page });
  }

  shown(name: string, { config, created }: StoredTransform): JsonObject {
    return { id: name, authorization: { roles: ["superuser"] }, version: "10.0.0", create_time: created, ...config };
  }

  statistics(name: string, { state, reason, checkpoint }: StoredTransform): JsonObject {
    const health = { status: state === "failed" ? "red" : "green" };
    return { id: name, state, ...(reason !== undefined && { reason }), stats: {}, checkpointing: { last: { checkpoint } }, health };
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
    return reply(200, { acknowledged: true });
  }

  stop(expression: string, call: Call): EmulatorReply {
    const force = flag(call, "force");
    if (force && flag(call, "wait_for_checkpoint")) throw illegal("cannot set both [force] and [wait_for_checkpoint] to true");
    for (const name of this.#matching(expression)) this.#stopOne(name, force, call.query.get("timeout") ?? "30s");
    return reply(200, { acknowledged: true });
  }

  delete(name: string, call: Call): EmulatorReply {
    const { config, state } = this.one(name);
    if (state !== "stopped" && !flag(call, "force"))
      throw status(409, `Cannot delete transform [${name}] as the task is running. Stop the task first`);
    this.transforms.delete(name);
    if (flag(call, "delete_dest_index")) this.state.indices.delete(config.dest.index);
    return reply(200, { acknowledged: true });
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

  finish(name: string): void {
    const transform = this.one(name);
    transform.checkpoint++;
    if (transform.config.sync === undefined) transform.state = "stopped";
  }

  fail(name: string, reason: string): void {
    Object.assign(this.one(name), { state: "failed", reason });
  }

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
    const names = this.transforms.names().sort();
    return [
      ...new Set(
        expression.split(",").flatMap((each) => {
          const pattern = each === "_all" ? "*" : each;
          const found = names.filter((name) => matches(pattern, name));
          if (found.length === 0 && !pattern.includes("*")) throw missing(each);
          return found;
        }),
      ),
    ].sort();
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

const invalid = (problem: string): SearchFailure => bad("validation_exception", numbered([problem]));
