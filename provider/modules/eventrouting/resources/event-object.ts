// What triggers, channels and channel connections share: objects with a full name, which long-running operations create and delete.
// See docs/modules/eventrouting.md#resources and docs/modules/eventrouting.md#operations.
import type { ReadResult, Resource } from "../../../contract/resource";
import type { Context } from "../../../contract/context";
import { sameTraits } from "../../../core/compare/traits";
import type { PlainMap } from "../../../core/values/value";
import type { EventClient } from "../client";
import { recordCollections } from "../collections";
import { readRecord } from "../gone";
import { recordOf } from "../mapping";
import { segment, collectionName, idInputs, objectIdFormat, nameOf, partsOf, type CollectionId } from "../ids";
import { isRunning, waitForEnd } from "../operations";
import { listOf } from "./listing";
import { createByOperation, deleteByOperation, isCreatedSince, isWholeRecord, pickGiven, updateByOperation } from "./objects";
import { completeInputs, placedObject, placeIn, type References } from "./place";

/** A kind of objects. */
interface EventObjectSpec<Inputs, State> {
  collection: CollectionId;
  resourceType: string;
  /** Inputs that accept the last part of a name alone, with the collection of the name. */
  references?: References;
  /** Returns the members that a write sends, as the API names them. `inputs` of an update are merged with the object; a warning names what the body leaves out of it. */
  bodyOf(inputs: Inputs, declared: Inputs, warn: (message: string) => void): PlainMap;
  /** The inputs that an update can write, under their names in the API. Absent: every change replaces. */
  updatable?: readonly (keyof Inputs & string)[];
  /** Returns the members that the service may determine after the operation of a write: the object is read if the result does not contain one. Defaults to none. */
  delayedMembers?(record: PlainMap): readonly string[];
  /** An input that the service never returns: the state keeps the value written last. */
  writeOnlyInput?: keyof Inputs & keyof State & string;
  /** Called with each record that is read. Throws for an object that this resource cannot manage. */
  onRead?(record: PlainMap, id: string, context: Pick<Context<EventClient>, "log"> & { isImport: boolean }): void;
  /** Query parameters of the request that deletes. */
  deleteQuery?: Readonly<Record<string, string>>;
  /** Leaves out objects that a list cannot import. Defaults to none. */
  isListed?(record: PlainMap): boolean;
}

/** Defines a kind of objects; the resource adds traits and rules. */
export function eventObject<State extends PlainMap, Inputs extends PlainMap & Partial<State>>(
  spec: EventObjectSpec<Inputs, State>,
): Resource<EventClient, Inputs, State> {
  const { collection, resourceType, references, bodyOf, deleteQuery = {}, updatable } = spec;
  const { importId, verifyPlace, identity } = placedObject(collection);
  return {
    normalize: (known, options) => completeInputs<Inputs>(collection, known, options, references),
    // The name is unique, so both objects cannot exist at the same time.
    deleteBeforeReplace: true,
    importId,
    verifyPlace,
    identity: { ...identity, inputs: identity.inputs as (keyof Inputs & string)[], rejectsExisting: true, isCreatedSince },

    async create({ inputs, created }, context) {
      const { client } = context;
      const place = placeIn(collection, inputs);
      const name = nameOf(collection, place);
      const creation = {
        name,
        parent: collectionName(collection, place),
        query: { [idInputs[collection]]: place.id },
        body: { name, ...bodyOf(inputs, inputs, () => undefined) },
        caller: resourceType,
      };
      const record = await createByOperation(client, creation, (reported, operation) => {
        const state = reported && stateOf(spec, reported, { id: name, written: inputs, context });
        created(name, { ...inputs, ...state }, operation);
      });
      return record && writtenResult(spec, record, { id: name, written: inputs, context });
    },

    pending: {
      isRunning: async (operation, { client }) => isRunning(client, operation, resourceType),
      wait: async (operation, { client }) => waitForEnd(client, operation, resourceType),
    },

    async read({ id: given, prior }, context) {
      const id = nameOf(collection, partsOf(collection, given)!);
      const record = await loadRecord(spec, id, context);
      return record && resultOf(spec, record, { id, written: prior?.state, context });
    },

    ...(updatable && { update: updateVerb(spec, updatable) }),
    delete: ({ id }, { client }) => deleteByOperation(client, { name: id, query: deleteQuery, caller: resourceType }),

    list: listOf(collection, resourceType, spec.isListed),
  };
}

async function loadRecord<Inputs, State>(
  { collection, resourceType }: EventObjectSpec<Inputs, State>,
  id: string,
  { client, load }: Context<EventClient>,
): Promise<PlainMap | undefined> {
  return load(recordCollections[collection], id, () => readRecord(client, { name: id, caller: resourceType }));
}

/** An object that was read or written. `written`: values that the service does not return; absent on import. */
interface Found<State> {
  id: string;
  written: Partial<State> | undefined;
  context: Context<EventClient>;
}

/** Returns the object that the result of an operation describes, undefined for an excerpt. A member that the service has not determined yet is read once. */
async function writtenResult<Inputs extends PlainMap, State extends PlainMap>(
  spec: EventObjectSpec<Inputs, State>,
  record: PlainMap,
  found: Found<State>,
): Promise<ReadResult<State> | undefined> {
  if (!isWholeRecord(record)) return undefined;
  const isSettled = (spec.delayedMembers?.(record) ?? []).every((member) => (record[member] ?? "") !== "");
  // The write has succeeded, whatever becomes of this read.
  const current = isSettled ? undefined : await loadRecord(spec, found.id, found.context).catch(() => undefined);
  return resultOf(spec, current ?? record, found);
}

/** Returns the object that a record describes. */
function resultOf<Inputs, State extends PlainMap>(
  spec: EventObjectSpec<Inputs, State>,
  record: PlainMap,
  found: Found<State>,
): ReadResult<State> {
  const { id, written, context } = found;
  spec.onRead?.(record, id, { log: context.log, isImport: written === undefined });
  return { id, state: stateOf(spec, record, found) };
}

/** Returns the state of the object that a record describes. */
function stateOf<Inputs, State extends PlainMap>(
  { collection, writeOnlyInput }: EventObjectSpec<Inputs, State>,
  record: PlainMap,
  { id: name, written, context: { client } }: Found<State>,
): State {
  const { project, location, id } = partsOf(collection, name)!;
  const state: PlainMap = { ...recordOf(client.schema, collection, record), name, project, location, [idInputs[collection]]: id };
  const kept = writeOnlyInput && written?.[writeOnlyInput];
  return { ...state, ...(writeOnlyInput && kept !== undefined && { [writeOnlyInput]: kept }) } as State;
}

/** Returns the verb `update`: a request with a mask of what changed. */
function updateVerb<Inputs extends PlainMap, State extends PlainMap>(
  spec: EventObjectSpec<Inputs, State>,
  updatable: readonly (keyof Inputs & string)[],
): NonNullable<Resource<EventClient, Inputs, State>["update"]> {
  const { resourceType, bodyOf } = spec;
  return async ({ id, inputs, changed, merged, prior, differences, pending }, context) => {
    const { client } = context;
    const mask = updatable.filter((key) => changed.has(key));
    if (mask.length === 0) return undefined;
    const written = pickGiven(await merged(...mask), mask) as Inputs;
    const body = bodyOf(written, inputs, (message) => context.log("warning", message));
    const stateIn = (record: PlainMap): State => stateOf(spec, record, { id, written: undefined, context });
    const unwritten = (record: PlainMap): string[] => {
      // The body contains members of other writers.
      const differing = differences(stateIn(body), stateIn(record));
      return mask.filter((key) => differing.includes(key));
    };
    const record = await updateByOperation(client, { name: id, mask, body, caller: resourceType, unwritten, pending });
    return record && writtenResult(spec, record, { id, written: { ...prior.state, ...inputs }, context });
  };
}

/** Returns the traits of the members that all kinds have; `idKey`: the input with the last part of the name. */
export function nameTraits<Id extends string>(idKey: Id) {
  return {
    ...sameTraits(["uid", "createTime"], { stable: true }),
    ...sameTraits(["project", "location"], { stable: true, computed: true, validate: segment }),
    name: { stable: true, computed: true } as const,
    ...sameTraits([idKey], { stable: true, validate: segment, autoname: objectIdFormat }),
  };
}
