/** Long-running operations: started by every write, turned on by polls, the clock or the test. See docs/modules/eventrouting.md#operations. */
import type { JsonObject } from "../exchange";
import { Store } from "../store";
import type { Status } from "./errors";
import { EventFailure, notFound, statuses } from "./errors";
import type { Marks } from "./marks";

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
  /** The work is done at the start, so that the thing is seen while the operation still runs; an error leaves it there. */
  early?: boolean;
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
  /** The response of work that was done at the start. */
  early?: JsonObject;
}

/** The operations of the service and the switches for those to come. */
export interface Operations {
  /** By full name with the project id. */
  all: Store<Operation>;
  /** For every operation without a plan of its own; at first `{ pending: 1 }`: not done when started, done at the first poll. */
  usual: Plan;
  /** Plans of the next operations, the next one first. */
  next: Plan[];
  /** Ends one operation, or all that are not done yet, whatever their planned time. */
  finish: (name?: string) => void;
  /** Ends the operations whose time has come. */
  tick: () => void;
  /** The operation that holds a thing, if any. */
  holding: (target: string) => Operation | undefined;
  /** Starts the work and gives the first response; `project/location` is that of the target. */
  start: (work: Work, shownName: (name: string) => string) => JsonObject;
  /** The response of a poll. @throws EventFailure NOT_FOUND. */
  poll: (name: string, shownName: (name: string) => string) => JsonObject;
}

const any = (type: string): string => `type.googleapis.com/${type}`;

const respond = (work: Work, extra: JsonObject): JsonObject => {
  const object = work.run(extra);
  return object === undefined
    ? { "@type": any("google.protobuf.Empty") }
    : { "@type": any(`google.cloud.eventarc.v1.${work.noun}`), ...object };
};

const complete = (operation: Operation, marks: Marks): void => {
  const { work, plan } = operation;
  const { error, leaves, vanishes = false } = plan;
  if (error && leaves && !operation.early) work.run(leaves);
  const result: JsonObject = error
    ? { error: { code: statuses[error.status].code, message: error.message, ...(error.details && { details: error.details }) } }
    : { response: operation.early ?? respond(work, {}) };
  operation.end = { time: marks.stamp(), result };
  operation.gone = vanishes;
};

const isDue = ({ plan, started, polls }: Operation, now: number): boolean =>
  polls >= (plan.pending ?? 0) && now - started >= (plan.milliseconds ?? 0);

const shape = (operation: Operation, shownName: (name: string) => string): JsonObject => {
  const { name, work, plan, createTime, polls, end } = operation;
  const message = plan.messages?.[Math.min(polls, plan.messages.length) - 1];
  const metadata: JsonObject = {
    "@type": any("google.cloud.eventarc.v1.OperationMetadata"),
    createTime,
    ...(end && { endTime: end.time }),
    target: shownName(work.target),
    verb: work.verb,
    ...(message !== undefined && { statusMessage: message }),
    requestedCancellation: false,
    apiVersion: "v1",
  };
  const { response } = end?.result ?? {};
  const result = response ? { response: withShownName(response as JsonObject, shownName) } : end?.result;
  return { name: shownName(name), metadata, done: end !== undefined, ...result };
};

const withShownName = (object: JsonObject, shownName: (name: string) => string): JsonObject =>
  typeof object["name"] === "string" ? { ...object, name: shownName(object["name"]) } : object;

const nameFor = (target: string, marks: Marks): string => {
  const [parent = ""] = /^projects\/[^/]+\/locations\/[^/]+/.exec(target) ?? [];
  const tail = marks.hex(29).replace(/^(.{13})(.{8})(.{8})$/, "$1-$2-$3");
  return `${parent}/operations/operation-${marks.now().getTime()}-${tail}`;
};

/** No operation yet. */
export const createOperations = (marks: Marks): Operations => {
  const all = new Store<Operation>();
  const open = (): Operation[] => all.entries().flatMap(([, operation]) => (operation.end ? [] : [operation]));
  const responseFor = (operation: Operation, shownName: (name: string) => string): JsonObject => {
    if (!operation.end && isDue(operation, marks.now().getTime())) complete(operation, marks);
    if (operation.gone) throw notFound(shownName(operation.name));
    operation.polls += 1;
    return shape(operation, shownName);
  };
  const operations: Operations = {
    all,
    usual: { pending: 1 },
    next: [],
    holding: (target) => open().find(({ work }) => work.target === target),
    finish(name) {
      for (const operation of open()) if (name === undefined || operation.name === name) complete(operation, marks);
    },
    tick() {
      const now = marks.now().getTime();
      for (const operation of open()) if (operation.plan.milliseconds !== undefined && isDue(operation, now)) complete(operation, marks);
    },
    start(work, shownName) {
      const name = nameFor(work.target, marks);
      const plan = operations.next.shift() ?? operations.usual;
      const now = marks.now().getTime();
      const operation: Operation = { name, work, plan: { ...plan }, createTime: marks.stamp(), started: now, polls: 0 };
      all.set(name, operation);
      if (plan.early) operation.early = respond(work, plan.leaves ?? {});
      // The first response of an operation that will vanish can still be read.
      if (plan.vanishes && (plan.pending ?? 0) === 0) operation.plan.pending = 1;
      return responseFor(operation, shownName);
    },
    poll(name, shownName) {
      const operation = all.get(name);
      if (!operation) throw notFound(shownName(name));
      return responseFor(operation, shownName);
    },
  };
  return operations;
};

/** 409 for a write while another one holds the thing. */
export const busy = (): EventFailure => new EventFailure("ABORTED", "unable to queue the operation");
