/** Long-running operations: started by every write, turned on by polls, the clock or the test. See docs/modules/eventrouting.md#operations. */
import { status as codes } from "@grpc/grpc-js";
import type { JsonObject } from "../exchange";
import { Store } from "../store";
import { EventFailure, notFound, type Status } from "./errors";
import type { Marks } from "./state";

/** How an operation goes. */
export interface Plan {
  /** How many responses return it as not done, the first one included; 0: the first response is done. Infinity waits for `finish`. */
  pending?: number;
  /** It is not done before so many milliseconds of the emulator's clock have passed. */
  milliseconds?: number;
  /** It ends with this error, and nothing is done but `leaves`. */
  error?: { status: Status; message: string; details?: JsonObject[] };
  /** With `error`: the work is done all the same, and these members (conditions for example) are put into the thing. */
  leaves?: JsonObject;
  /** Once it would be done it is gone: 404. The work is done unless there is an error. */
  vanishes?: boolean;
  /** `metadata.statusMessage` of one response after the other; the last one stays. */
  messages?: string[];
}

/** What an operation does once it is time. */
export interface Work {
  verb: "create" | "update" | "delete";
  /** Full name with the project id. */
  target: string;
  /** `Trigger`, `Channel` or `ChannelConnection`. */
  noun: string;
  /** Does the work; returns the object; undefined after a delete, whose response is an empty message. */
  run: (extra: JsonObject) => JsonObject | undefined;
}

/** An operation that was started. */
export interface Operation {
  /** Full name with the project id. */
  name: string;
  work: Work;
  plan: Plan;
  createTime: string;
  started: number;
  /** Responses given so far. */
  polls: number;
  /** Set when it is done. */
  end?: { time: string; result: JsonObject };
  gone?: boolean;
}

const any = (type: string) => `type.googleapis.com/${type}`;

const complete = (operation: Operation, marks: Marks) => {
  const { work, plan } = operation;
  const { error, leaves, vanishes = false } = plan;
  if (error && leaves) work.run(leaves);
  const object = error ? undefined : work.run({});
  const type = any(object === undefined ? "google.protobuf.Empty" : `google.cloud.eventarc.v1.${work.noun}`);
  const result: JsonObject = error
    ? { error: { code: codes[error.status], message: error.message, ...(error.details && { details: error.details }) } }
    : { response: { "@type": type, ...object } };
  operation.end = { time: marks.stamp(), result };
  operation.gone = vanishes;
};

const isDue = ({ plan, started, polls }: Operation, now: number) =>
  polls >= (plan.pending ?? 0) && now - started >= (plan.milliseconds ?? 0);

const shape = ({ name, work, plan, createTime, polls, end }: Operation): JsonObject => {
  const message = plan.messages?.[Math.min(polls, plan.messages.length) - 1];
  const metadata: JsonObject = {
    "@type": any("google.cloud.eventarc.v1.OperationMetadata"),
    createTime,
    ...(end && { endTime: end.time }),
    target: work.target,
    verb: work.verb,
    ...(message !== undefined && { statusMessage: message }),
    requestedCancellation: false,
    apiVersion: "v1",
  };
  return { name, metadata, done: end !== undefined, ...end?.result };
};

const nameFor = (target: string, marks: Marks) => {
  const [parent = ""] = /^projects\/[^/]+\/locations\/[^/]+/.exec(target) ?? [];
  const tail = marks.hex(29).replace(/^(.{13})(.{8})(.{8})$/, "$1-$2-$3");
  return `${parent}/operations/operation-${marks.now().getTime()}-${tail}`;
};

/** Creates the operations of the service, none yet, and the switches for those to come. */
export const createOperations = (marks: Marks) => {
  /** By full name with the project id. */
  const all = new Store<Operation>();
  const open = () => all.values().filter(({ end }) => !end);
  const responseFor = (operation: Operation): JsonObject => {
    if (!operation.end && isDue(operation, marks.now().getTime())) complete(operation, marks);
    if (operation.gone) throw notFound(operation.name);
    operation.polls += 1;
    return shape(operation);
  };
  /** Plans of the next operations, the next one first. */
  const next: Plan[] = [];
  const operations = {
    all,
    next,
    /** For every operation without a plan of its own; at first not done when started, done at the first poll. */
    usual: { pending: 1 } as Plan,
    /** The operation that holds a thing, if any. */
    holding: (target: string) => open().find(({ work }) => work.target === target),
    /** Ends one operation, or all that are not done yet, whatever their planned time. */
    finish(name?: string) {
      for (const operation of open()) if (name === undefined || operation.name === name) complete(operation, marks);
    },
    /** Ends the operations whose time has come. */
    tick() {
      const now = marks.now().getTime();
      for (const operation of open()) if (operation.plan.milliseconds !== undefined && isDue(operation, now)) complete(operation, marks);
    },
    /** Starts the work and gives the first response; `project/location` is that of the target. */
    start(work: Work) {
      const name = nameFor(work.target, marks);
      const plan = next.shift() ?? operations.usual;
      // The first response of an operation that will vanish can still be read.
      const pending = plan.vanishes ? Math.max(1, plan.pending ?? 0) : (plan.pending ?? 0);
      const started = marks.now().getTime();
      const operation: Operation = { name, work, plan: { ...plan, pending }, createTime: marks.stamp(), started, polls: 0 };
      all.set(name, operation);
      return responseFor(operation);
    },
    /** The response of a poll. @throws EventFailure NOT_FOUND. */
    poll(name: string) {
      const operation = all.get(name);
      if (!operation) throw notFound(name);
      return responseFor(operation);
    },
  };
  return operations;
};

/** 409 for a write while another one holds the thing. */
export const busy = (): EventFailure => new EventFailure("ABORTED", "unable to queue the operation");
