/** What triggers, channels and connections share: create, get, update and delete, each a method of the service. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#resources. */
import type { Json, JsonObject } from "../exchange";
import type { Route } from "../router";
import { denied, EventFailure, notFound, wrong } from "./errors";
import { checkAgent } from "./first-use";
import { listing } from "./listing";
import { applyMask, readMask } from "./mask";
import { busy } from "./operations";
import { textOf } from "./query";
import type { Shapes } from "./shapes";
import { snake } from "./shapes";
import type { Call, Collection, Endpoint, Place, State } from "./state";
import { canonicalName, nameIn, shown, shownName } from "./state";

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
  takes: { validateOnly?: boolean; allowMissing?: boolean; etag?: boolean; orderBy?: boolean; filter?: boolean };
  /** Rejects what the service rejects. @param was the thing before an update. */
  check: (object: JsonObject, place: Place, was?: JsonObject) => void;
  /** The thing as the service keeps it: what was sent and what the service adds, without name and times. */
  initial: (object: JsonObject, place: Place, state: State) => JsonObject;
  /** What else happens when a thing appears or disappears. */
  appeared?: (object: JsonObject, state: State) => void;
  disappeared?: (object: JsonObject, state: State) => void;
  /** Service accounts in whose name the thing will act; the caller needs actAs on them. */
  actsAs?: (object: JsonObject) => Json | undefined;
  /** Whether the service agent creates something for the object: this fails during the first use. */
  usesAgent?: boolean;
}

const ID = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const checkId = (kind: Kind, id: string): void => {
  const field = snake(kind.idParam);
  if (id === "") throw wrong(field, `The request was invalid: ${field} is required`);
  if (!ID.test(id)) throw wrong(field, `The request was invalid: ${field} must match the pattern ${ID.source}`);
};

const checkName = (kind: Kind, state: State, { name, body }: { name: string; body: JsonObject }): void => {
  const given = body["name"];
  if (typeof given === "string" && canonicalName(state, given) !== name)
    throw wrong(`${kind.member}.name`, `The request was invalid: ${kind.member}.name must be ${shownName(state, name)}`);
};

const checkActAs = (kind: Kind, state: State, object: JsonObject): void => {
  const account = kind.actsAs?.(object);
  if (typeof account === "string" && state.denied.has("iam.serviceAccounts.actAs")) throw denied("iam.serviceAccounts.actAs", account);
};

const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

const isDry = ({ query }: Call): boolean => query["validateOnly"] === true;

/** Starts the work, or for `validateOnly` returns as if it were done and does nothing. */
const started = (
  kind: Kind,
  state: State,
  work: { verb: "create" | "update" | "delete"; name: string; dry: boolean; run: Run },
): JsonObject => {
  const { verb, name: target, dry, run } = work;
  const show = (name: string): string => shownName(state, name);
  if (!dry) return state.operations.start({ verb, target, noun: kind.noun, run: (extra) => run(extra) }, show);
  const metadata = {
    "@type": "type.googleapis.com/google.cloud.eventarc.v1.OperationMetadata",
    target: show(target),
    verb,
    apiVersion: "v1",
  };
  return { name: `${show(target).replace(/\/[^/]+\/[^/]+$/, "")}/operations/${verb}-preview`, metadata, done: true, response: {} };
};

type Run = (extra: JsonObject) => JsonObject | undefined;

function make(kind: Kind, state: State, { place, body, ...call }: Call): JsonObject {
  const name = nameIn(kind.collection, place);
  checkId(kind, place.id);
  checkName(kind, state, { name, body });
  const sent = without(body, [...kind.outputOnly, "name"]);
  kind.check(sent, place);
  checkActAs(kind, state, sent);
  const objects = state.objects[kind.collection];
  if (objects.has(name) || state.operations.holding(name))
    throw new EventFailure("ALREADY_EXISTS", `Resource '${shownName(state, name)}' already exists`);
  if (kind.usesAgent === true && !isDry({ place, body, ...call })) checkAgent(state);
  const time = state.marks.stamp();
  const created = { name, uid: state.marks.uid(), createTime: time, updateTime: time, ...kind.initial(sent, place, state) };
  const run = (extra: JsonObject): JsonObject => {
    const object = { ...created, ...extra };
    objects.set(name, object);
    kind.appeared?.(object, state);
    return object;
  };
  return started(kind, state, { verb: "create", name, dry: isDry({ place, body, ...call }), run });
}

const create = (kind: Kind, state: State): Endpoint => ({
  rpc: `Create${kind.noun}`,
  permission: `eventarc.${kind.collection}.create`,
  collection: kind.collection,
  query: { [kind.idParam]: "string", ...(kind.takes.validateOnly && { validateOnly: "boolean" }) },
  body: { shapes: kind.shapes, root: kind.member },
  run: (call) => make(kind, state, { ...call, place: { ...call.place, id: textOf(call.query, kind.idParam) } }),
});

const checkEtag = (given: Json | undefined, object: JsonObject): void => {
  if (typeof given === "string" && given !== object["etag"])
    throw new EventFailure("ABORTED", "the etag provided does not match the current etag of the resource");
};

function change(kind: Kind, state: State, call: Call): JsonObject {
  const { place, body, query } = call;
  const name = nameIn(kind.collection, place);
  const objects = state.objects[kind.collection];
  const was = objects.get(name);
  if (!was && query["allowMissing"] === true) return make(kind, state, call);
  if (!was) throw notFound(shownName(state, name));
  checkName(kind, state, { name, body });
  checkEtag(body["etag"], was);
  const paths = readMask(textOf(query, "updateMask"), body, { shapes: kind.shapes, mutable: kind.mutable ?? [] });
  const next = applyMask(was, body, paths);
  kind.check(next, place, was);
  checkActAs(kind, state, next);
  if (state.operations.holding(name)) throw busy();
  const run = (extra: JsonObject): JsonObject => {
    const marks = { updateTime: state.marks.stamp(), ...("etag" in was && { etag: state.marks.etag() }) };
    const object = { ...next, ...marks, ...extra };
    objects.set(name, object);
    return object;
  };
  return started(kind, state, { verb: "update", name, dry: isDry(call), run });
}

const update = (kind: Kind, state: State): Endpoint => ({
  rpc: `Update${kind.noun}`,
  permission: `eventarc.${kind.collection}.update`,
  collection: kind.collection,
  query: {
    updateMask: "string",
    ...(kind.takes.validateOnly && { validateOnly: "boolean" }),
    ...(kind.takes.allowMissing && { allowMissing: "boolean" }),
  },
  body: { shapes: kind.shapes, root: kind.member },
  run: (call) => change(kind, state, call),
});

function remove(kind: Kind, state: State, { place, query, ...call }: Call): JsonObject {
  const name = nameIn(kind.collection, place);
  const objects = state.objects[kind.collection];
  const object = objects.get(name);
  const dry = isDry({ place, query, ...call });
  if (!object && query["allowMissing"] === true) return started(kind, state, { verb: "delete", name, dry, run: () => undefined });
  if (!object) throw notFound(shownName(state, name));
  checkEtag(query["etag"], object);
  if (state.operations.holding(name)) throw busy();
  const run = (): JsonObject => {
    objects.delete(name);
    state.policies.delete(name);
    kind.disappeared?.(object, state);
    return object;
  };
  return started(kind, state, { verb: "delete", name, dry, run });
}

const deletion = (kind: Kind, state: State): Endpoint => ({
  rpc: `Delete${kind.noun}`,
  permission: `eventarc.${kind.collection}.delete`,
  collection: kind.collection,
  query: {
    ...(kind.takes.etag && { etag: "string" }),
    ...(kind.takes.allowMissing && { allowMissing: "boolean" }),
    ...(kind.takes.validateOnly && { validateOnly: "boolean" }),
  },
  run: (call) => remove(kind, state, call),
});

const get = (kind: Kind, state: State): Endpoint => ({
  rpc: `Get${kind.noun}`,
  permission: `eventarc.${kind.collection}.get`,
  collection: kind.collection,
  query: {},
  run({ place }) {
    const name = nameIn(kind.collection, place);
    const object = state.objects[kind.collection].get(name);
    if (!object) throw notFound(shownName(state, name));
    return shown(state, object);
  },
});

/** The methods of a kind but those of its policies. */
export const collectionRoutes = (kind: Kind, state: State): Route<Endpoint>[] => {
  const path = `/v1/projects/{project}/locations/{location}/${kind.collection}`;
  const one = `${path}/{id}`;
  return [
    { method: "GET", path, handler: listing(kind, state) },
    { method: "POST", path, handler: create(kind, state) },
    { method: "GET", path: one, handler: get(kind, state) },
    { method: "DELETE", path: one, handler: deletion(kind, state) },
    ...(kind.mutable ? [{ method: "PATCH", path: one, handler: update(kind, state) }] : []),
  ];
};
