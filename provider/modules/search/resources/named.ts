// Objects that the program names and the server has below one path: a PUT writes the whole object, GET and DELETE address it by its name.
// See docs/modules/search.md#resources.
import type { ReadContext } from "../../../contract/shared-reads";
import type { PriorState, Resource } from "../../../contract/resource";
import { hasCode, withHint, type ErrorCode } from "../../../core/errors/errors";
import type { SearchClient } from "../client";
import { idIn, nameToDelete, objectIdViolation, objectName } from "../ids";
import { clusterObject } from "./cluster-object";

/** A kind of named objects. */
export interface NamedKind<Inputs, State> {
  /** The input that is the name. */
  key: keyof Inputs & string;
  /** The path of the collection. */
  path: readonly string[];
  /** Sends the PUT of a new object or of an update. `current`: the object that an update replaces, for a kind with `keeps`. */
  put(request: { name: string; inputs: Inputs; isNew: boolean; current?: State }, client: SearchClient): Promise<unknown>;
  /** Whether the PUT needs the current object: its state contains what the inputs do not name. */
  keeps?: true;
  /** Returns the object of exactly that name. */
  read(name: string, reading: ReadContext<SearchClient>, prior?: PriorState<Inputs, State>): Promise<State | undefined>;
  /** Returns the names of the objects that a list yields. */
  names(client: SearchClient): Promise<string[]>;
  /** The server rejects a create that finds an object. */
  rejectsExisting?: true;
  /** Fails if the server does not support the inputs. Called before a create or an update. */
  requireSupport?(inputs: Inputs, client: SearchClient): Promise<void>;
  /** The code with which the server rejects the deletion of an object in use, and what to do then. */
  inUse?: { code: ErrorCode; hint(name: string, client: SearchClient): Promise<string> | string };
}

type Operation = "importId" | "timeouts" | "identity" | "verifyPlace" | "create" | "read" | "update" | "delete" | "list";

/** The operations, all of them present. */
export type NamedOperations<Inputs, State> = Required<Pick<Resource<SearchClient, Inputs, State>, Operation>>;

/** Returns the operations of a kind of named objects. */
export function namedObject<Inputs extends object, State>(kind: NamedKind<Inputs, State>): NamedOperations<Inputs, State> {
  const { key, path, rejectsExisting, inUse } = kind;
  const idOf = async (inputs: Inputs, client: SearchClient): Promise<string> => {
    await kind.requireSupport?.(inputs, client);
    return idIn(client, String(inputs[key]));
  };
  return {
    ...clusterObject,
    identity: { inputs: [key], id: idOf, ...(rejectsExisting && { rejectsExisting }) },

    async create({ inputs, created }, { client }) {
      const id = await idOf(inputs, client);
      await kind.put({ name: objectName(id), inputs, isNew: true }, client);
      created(id);
    },

    async update({ id, inputs: declared, merged, remote }, { client }) {
      await kind.requireSupport?.(declared, client);
      const inputs = await merged();
      await kind.put({ name: objectName(id), inputs, isNew: false, ...(kind.keeps && { current: await remote() }) }, client);
    },

    async read({ id, prior }, context) {
      const state = await kind.read(objectName(id), context, prior);
      return state && { id, state };
    },

    async delete({ id }, { client }) {
      const name = nameToDelete(id);
      try {
        await client.delete([...path, name]);
      } catch (error) {
        throw inUse && hasCode(error, inUse.code) ? withHint(error, await inUse.hint(name, client)) : error;
      }
    },

    async *list(_query, { client }) {
      for (const name of await kind.names(client)) {
        const id = await idIn(client, name);
        // The server may have names that address several objects.
        if (objectIdViolation(id) === undefined) yield { id, name };
      }
    },
  };
}
