// What triggers, channels and channel connections share: objects with a full name, which long-running operations create and delete.
// See docs/modules/eventrouting.md#resources and docs/modules/eventrouting.md#operations.
import type { Context, PropertyTraits, Resource } from "../../../core/contract";
import { sameTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { segment } from "../functions/location-function";
import { collectionName, collections, idFormat, importIdViolation, nameOf, partsOf, type Collection, type Place } from "../object-names";
import { listOf } from "./listing";
import { createObject, deleteObject, findCreated, pickGiven, readRecord, updateObject, withDefaults, type Creation } from "./objects";
import { completeInputs, type References } from "./place";

/** A kind of objects. */
export interface ObjectSpec<Inputs, State> {
  collection: Collection;
  resourceType: string;
  /** The traits of the resource; their defaults are compared with an object that a create may have made. */
  properties: Readonly<Record<string, PropertyTraits | undefined>> | undefined;
  /** Inputs that accept the last part of a name alone, with the collection of the name. */
  references: References;
  placeOf(inputs: Inputs): Place;
  /** Returns the members that a create sends, as the API names them. */
  bodyOf(inputs: Inputs): PlainMap;
  /** The inputs that an update can write, under their names in the API. Absent: every change replaces. */
  updatable?: readonly (keyof Inputs & string)[];
  stateOf(client: EventClient, place: Place, record: PlainMap): State;
  /** An input that the service never returns: the state keeps the value written last. */
  unreturned?: keyof Inputs & keyof State & string;
  /** Called with each record that is read. Throws for an object that this resource cannot manage. */
  onRead?(record: PlainMap, id: string, context: Pick<Context<EventClient>, "log"> & { isImport: boolean }): void;
  /** Query parameters of the request that deletes. */
  deleteQuery?: Readonly<Record<string, string>>;
  /** Leaves out objects that a list cannot import. Default: none. */
  isListed?(record: PlainMap): boolean;
}

/** Defines a kind of objects; the resource adds traits and rules. */
export function eventObject<State extends PlainMap, Inputs extends PlainMap & Partial<State>>(
  spec: ObjectSpec<Inputs, State>,
): Resource<EventClient, Inputs, State> {
  const {
    collection,
    resourceType,
    properties,
    references,
    placeOf,
    bodyOf,
    stateOf,
    unreturned,
    onRead,
    deleteQuery = {},
    updatable,
  } = spec;
  return {
    normalize: (known, about) => completeInputs<Inputs>(collection, known, about, references),
    // The name is unique, so both objects cannot exist at the same time.
    deleteBeforeReplace: true,
    importId: { validate: (id) => importIdViolation(collection, id) },

    async create({ inputs, created, importCommand }, { client }) {
      const place = placeOf(inputs);
      const target = creationTarget(collection, place);
      const { name } = target;
      const creation = { ...target, body: { name, ...bodyOf(inputs) }, resourceType, importCommand };
      await createObject(client, creation, (record) => {
        created(name, { ...inputs, ...(record && omitKey(stateOf(client, place, record), unreturned)) });
      });
    },

    async find(inputs, { client }) {
      const place = placeOf(inputs);
      const id = nameOf(collection, place);
      const record = await findCreated(client, { name: id, resourceType });
      return record && { id, state: stateOf(client, place, record), written: omitKey(withDefaults(inputs, properties), unreturned) };
    },

    async read({ id: given, prior }, { client, log }) {
      const place = partsOf(collection, given)!;
      const id = nameOf(collection, place);
      const record = await readRecord(client, { name: id, resourceType });
      if (!record) return undefined;
      onRead?.(record, id, { log, isImport: prior === undefined });
      const state = stateOf(client, place, record);
      return { id, state: unreturned === undefined ? state : { ...state, ...pickKey(prior?.state, unreturned) } };
    },

    ...(updatable && { update: updateVerb(spec, updatable) }),
    delete: ({ id }, { client }) => deleteObject(client, { name: id, query: deleteQuery, resourceType }),

    list: listOf(collection, resourceType, spec.isListed),
  };
}

/** Returns the verb `update`: a request with a mask of what changed. */
function updateVerb<Inputs extends PlainMap, State extends PlainMap>(
  { collection, resourceType, bodyOf, stateOf }: ObjectSpec<Inputs, State>,
  updatable: readonly (keyof Inputs & string)[],
): NonNullable<Resource<EventClient, Inputs, State>["update"]> {
  return async ({ id, inputs, changed, merged }, { client, differences }) => {
    const mask = updatable.filter((key) => changed.has(key));
    if (mask.length === 0) return;
    const body = pickGiven(bodyOf(merged(...mask)), mask);
    const unwritten = (record: PlainMap): string[] => {
      const differing = differences(inputs, stateOf(client, partsOf(collection, id)!, record));
      return mask.filter((key) => differing.includes(key));
    };
    await updateObject(client, { name: id, mask, body, resourceType, unwritten });
  };
}

/** Returns the traits of the members that all kinds have; `idKey`: the input with the last part of the name. */
export function nameTraits<Id extends string>(idKey: Id) {
  return {
    ...sameTraits(["uid", "createTime"], { stable: true }),
    ...sameTraits(["project", "location"], { stable: true, computed: true, validate: segment }),
    name: { stable: true, computed: true } as const,
    ...sameTraits([idKey], { stable: true, validate: segment, autoname: idFormat }),
  };
}

function omitKey<Members extends object>(members: Members, key: keyof Members | undefined): Partial<Members> {
  const rest: Partial<Members> = { ...members };
  if (key !== undefined) delete rest[key];
  return rest;
}

function pickKey<Members extends object>(members: Members | undefined, key: keyof Members): Partial<Members> {
  const picked: Partial<Members> = {};
  if (members?.[key] !== undefined) picked[key] = members[key];
  return picked;
}

/** Returns the name of a new object, and where the request that creates it is sent. */
function creationTarget(collection: Collection, place: Place): Pick<Creation, "name" | "parent" | "query"> {
  const query = { [collections[collection]]: place.id };
  return { name: nameOf(collection, place), parent: collectionName(collection, place), query };
}
