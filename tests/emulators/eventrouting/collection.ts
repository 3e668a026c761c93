/** What triggers, channels and connections share: create, get, update and delete, each a method of the service. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#resources. */
import type { Json, JsonObject } from "../exchange";
import { pickBy } from "../objects";
import type { Route } from "../router";
import { denied, EventFailure, notFound, wrong } from "./errors";
import { listMethod } from "./listing";
import { busy } from "./operations";
import { camel, type QueryShapes, type Shapes, snake, textOf } from "./shapes";
import { type Call, canonicalName, type Collection, type Endpoint, nameIn, type Place, type State } from "./state";

/** One kind of thing. */
export interface Kind {
  collection: Collection;
  /** `Trigger`; also names the methods: `GetTrigger`. */
  noun: string;
  /** `trigger`: the field of a request that holds the thing. */
  member: string;
  /** `triggerId`. */
  idParam: string;
  shapes: Shapes;
  /** Members that only the service writes; what a caller sends there is passed over. */
  outputOnly: readonly string[];
  /** Members that an update may change; undefined: there is no update. */
  mutable?: readonly string[];
  /** Query parameters beyond the id and the mask. */
  takes: readonly ("allowMissing" | "etag" | "orderBy" | "filter")[];
  /** Rejects what the service rejects. @param was the thing before an update. */
  check: (object: JsonObject, place: Place, was?: JsonObject) => void;
  /** The thing as the service keeps it: what was sent and what the service adds, without name and times. */
  initial: (object: JsonObject, place: Place, state: State) => JsonObject;
  /** What else happens when a thing appears or disappears. */
  appeared: (object: JsonObject, state: State) => void;
  disappeared: (object: JsonObject, state: State) => void;
  /** Service accounts in whose name the thing will act; the caller needs actAs on them. */
  actsAs?: (object: JsonObject) => Json | undefined;
  /** Whether the service agent creates something for the object: this fails during the first use. */
  usesAgent?: boolean;
}

const ID = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Rejects an object that has another name than the path, or acts in the name of an account that the caller may not use. */
function check(kind: Kind, { state, name, place }: Call, { sent, next, was }: { sent: JsonObject; next: JsonObject; was?: JsonObject }) {
  const given = sent.name;
  if (typeof given === "string" && canonicalName(state, given) !== name)
    throw wrong(`${kind.member}.name`, `The request was invalid: ${kind.member}.name must be ${name}`);
  kind.check(next, place, was);
  const account = kind.actsAs?.(next);
  if (typeof account === "string" && state.denied.has("iam.serviceAccounts.actAs")) throw denied("iam.serviceAccounts.actAs", account);
}

/** The message of the service. */
export const agentDenied =
  'Invalid resource state for "": Permission denied while using the Eventarc Service Agent. If you recently started to use Eventarc, it may take a few minutes before all necessary permissions are propagated to the Service Agent. Otherwise, verify that it has Eventarc Service Agent role.';

/**
 * Counts a creation against `firstUse`. @throws EventFailure FAILED_PRECONDITION where the failure is in the response; an operation fails in its end instead.
 */
const checkAgent = ({ firstUse, operations }: State) => {
  if (firstUse.rejections === 0) return;
  firstUse.rejections -= 1;
  if (firstUse.in === "response") throw new EventFailure("FAILED_PRECONDITION", agentDenied);
  operations.next.unshift({ ...operations.usual, error: { status: "FAILED_PRECONDITION", message: agentDenied } });
};

/** Starts the work. */
const started = (
  kind: Kind,
  { state, name: target }: Call,
  verb: "create" | "update" | "delete",
  run: (extra: JsonObject) => JsonObject | undefined,
) => state.operations.start({ verb, target, noun: kind.noun, run });

function create(kind: Kind, call: Call): JsonObject {
  const { state, place, name } = call;
  const field = snake(kind.idParam);
  if (!ID.test(place.id)) throw wrong(field, `The request was invalid: ${field} must match the pattern ${ID.source}`);
  const ours = [...kind.outputOnly, "name"];
  const sent = pickBy(call.body, (_, member) => !ours.includes(member));
  check(kind, call, { sent: call.body, next: sent });
  const objects = state.objects[kind.collection];
  if (objects.has(name) || state.operations.holding(name)) throw new EventFailure("ALREADY_EXISTS", `Resource '${name}' already exists`);
  if (kind.usesAgent === true) checkAgent(state);
  const time = state.marks.stamp();
  const created = { name, uid: state.marks.uid(), createTime: time, updateTime: time, ...kind.initial(sent, place, state) };
  return started(kind, call, "create", (extra) => {
    const object = { ...created, ...extra };
    objects.set(name, object);
    kind.appeared(object, state);
    return object;
  });
}

const checkEtag = (given: Json | undefined, object: JsonObject) => {
  if (typeof given === "string" && given !== object.etag)
    throw new EventFailure("ABORTED", "the etag provided does not match the current etag of the resource");
};

/** The object that a call names. */
const existing = (kind: Kind, { state, name }: Call) => {
  const object = state.objects[kind.collection].get(name);
  if (!object) throw notFound(name);
  return object;
};

/**
 * The members that a mask names.
 * @param mutable Members that an update may name; all others of the shapes are immutable or only put out.
 * @throws EventFailure INVALID_ARGUMENT for a path that is no member, or that names what must not change.
 */
const readMask = (mask: string, shapes: Shapes, mutable: readonly string[]) =>
  mask.split(",").map((path) => {
    const name = camel(path);
    if (!Object.hasOwn(shapes, name)) throw wrong("update_mask", `The request was invalid: invalid field path '${path}' in update_mask`);
    if (!mutable.includes(name)) throw wrong("update_mask", `The request was invalid: field '${snake(name)}' cannot be updated`);
    return name;
  });

/** Returns the object with every member of the mask as the body has it; members that the body omits are removed. */
const applyMask = (object: JsonObject, body: JsonObject, names: readonly string[]): JsonObject => {
  const kept = Object.entries(object).filter(([name]) => !names.includes(name));
  return Object.fromEntries([...kept, ...Object.entries(body).filter(([name]) => names.includes(name))]);
};

function update(kind: Kind, call: Call): JsonObject {
  const { state, name, body, query } = call;
  const was = existing(kind, call);
  checkEtag(body.etag, was);
  const next = applyMask(was, body, readMask(textOf(query, "updateMask"), kind.shapes, kind.mutable ?? []));
  check(kind, call, { sent: body, next, was });
  if (state.operations.holding(name)) throw busy();
  return started(kind, call, "update", (extra) => {
    const marks = { updateTime: state.marks.stamp(), ...("etag" in was && { etag: state.marks.etag() }) };
    const object = { ...next, ...marks, ...extra };
    state.objects[kind.collection].set(name, object);
    return object;
  });
}

function remove(kind: Kind, call: Call): JsonObject {
  const { state, name, query } = call;
  if (query.allowMissing === true && !state.objects[kind.collection].has(name)) return started(kind, call, "delete", () => undefined);
  const object = existing(kind, call);
  checkEtag(query.etag, object);
  if (state.operations.holding(name)) throw busy();
  return started(kind, call, "delete", () => {
    state.objects[kind.collection].delete(name);
    state.policies.delete(name);
    kind.disappeared(object, state);
    return object;
  });
}

/** The methods of a kind but those of its policies. */
export const collectionRoutes = (kind: Kind): Route<Endpoint>[] => {
  const path = `/v1/projects/{project}/locations/{location}/${kind.collection}`;
  const one = `${path}/{id}`;
  const body = { shapes: kind.shapes, root: kind.member };
  const route = (method: string, path: string, verb: string, more: Pick<Endpoint, "query" | "run" | "body">) => {
    const permission = `eventarc.${kind.collection}.${verb.toLowerCase()}`;
    return { method, path, handler: { rpc: `${verb}${kind.noun}`, permission, collection: kind.collection, ...more } };
  };
  const named = (call: Call): Call => {
    const place = { ...call.place, id: textOf(call.query, kind.idParam) };
    return { ...call, place, name: nameIn(kind.collection, place) };
  };
  const flags: QueryShapes = { etag: "string", allowMissing: "boolean" };
  const removals = pickBy(flags, (_, name) => kind.takes.includes(name as "etag"));
  const objects = ({ state, place }: Call) => {
    const parent = place.location === "-" ? `projects/${place.project}/locations/` : `${nameIn(kind.collection, place)}/`;
    return state.objects[kind.collection].entries().flatMap(([name, object]) => (name.startsWith(parent) ? [object] : []));
  };
  return [
    { method: "GET", path, handler: listMethod({ ...kind, objects }) },
    route("POST", path, "Create", { query: { [kind.idParam]: "string" }, body, run: (call) => create(kind, named(call)) }),
    route("GET", one, "Get", { query: {}, run: (call) => existing(kind, call) }),
    route("DELETE", one, "Delete", { query: removals, run: (call) => remove(kind, call) }),
    route("PATCH", one, "Update", { query: { updateMask: "string" }, body, run: (call) => update(kind, call) }),
  ].filter(({ method }) => method !== "PATCH" || kind.mutable !== undefined);
};
