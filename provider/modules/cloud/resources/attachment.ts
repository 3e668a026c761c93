// Attachments: resources that bind one object to another, without a body of their own. All inputs are parts of the ID.
import type { PropertyTable, Resource } from "../../../core/contract";
import { ProviderError, withHint } from "../../../core/errors";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { hasVendorCode } from "../errors";
import type { IdFormat, Parts } from "./ids";
import type { List } from "./listing";

/** Returns the object that a reading action returns. Fails with its error, or with `not_found` when it returns nothing; `what` begins that message. */
export async function requireObject(client: CloudClient, action: string, params: PlainMap, what: string): Promise<PlainMap> {
  const found = await client.find(action, params, []);
  if (found) return found;
  throw new ProviderError("not_found", `${what} does not exist. Check its ID and the region.`);
}

/** A binding that may exist already. */
export interface NewBinding {
  id: string;
  /** Codes with which the service rejects a binding that exists, among other reasons. */
  boundCodes: readonly string[];
  /** Reads the binding; undefined when it does not exist. */
  find(): Promise<unknown>;
}

/**
 * Creates a binding. Fails with `already_exists` and the import ID when it exists already. After an ambiguous attempt it may be the new one: then the failure
 * stays ambiguous, and the resource's `find` reads the binding. See docs/modules/cloud.md#application-attachments.
 */
export async function createBinding({ id, boundCodes, find }: NewBinding, bind: () => Promise<unknown>): Promise<void> {
  try {
    await bind();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.ambiguous) throw withHint(error, `The binding may exist. If it does, import it with the ID ${id}.`);
    if (!hasVendorCode(error, boundCodes) || !(await find())) throw error;
    throw new ProviderError("already_exists", `${error.message}\nThe binding already exists. Import it with the ID ${id}.`, {
      cause: error,
    });
  }
}

/** How a kind of attachment is bound, unbound and found. */
export interface AttachmentSpec<Name extends string, Inputs, State> {
  ids: IdFormat<Name>;
  properties: PropertyTable<Inputs, State>;
  /** Returns the outputs of a binding with this ID. */
  state(parts: Parts<Name>, id: string): State;
  boundCodes?: readonly string[];
  /** Whether a new binding becomes visible with a delay. */
  isDelayed?: boolean;
  bind(parts: Parts<Name>, client: CloudClient): Promise<unknown>;
  unbind(parts: Parts<Name>, client: CloudClient): Promise<void>;
  /** Returns whether the binding exists; undefined when one of the two objects does not exist. */
  isBound(parts: Parts<Name>, client: CloudClient): Promise<boolean | undefined>;
  list: List;
}

/** Returns true when the binding is visible, undefined while it is not yet. Fails when one of its objects does not exist. */
function isVisible(id: string, isBound: boolean | undefined): true | undefined {
  if (isBound === undefined)
    throw new ProviderError(
      "not_found",
      `binding ${id}: one of its objects was deleted while it was being bound. Run \`pulumi up\` again.`,
    );
  return isBound ? true : undefined;
}

/** Defines a resource that binds one object to another. Every change replaces it. */
export function attachment<Name extends string, Inputs extends Parts<Name>, State>(
  spec: AttachmentSpec<Name, Inputs, State>,
): Resource<CloudClient, Inputs, State> {
  const { ids, properties, boundCodes = [], isDelayed = false, bind, unbind, isBound, list } = spec;
  const stateOf = (id: string): State => spec.state(ids.split(id), id);
  const read = async (id: string, client: CloudClient) => ((await isBound(ids.split(id), client)) ? { id, state: stateOf(id) } : undefined);
  return {
    properties,
    importId: { validate: ids.validate },

    async create({ inputs, created }, { client }) {
      const id = ids.join(inputs);
      await createBinding({ id, boundCodes, find: () => read(id, client) }, () => bind(inputs, client));
      created(id, stateOf(id));
      if (isDelayed) await client.waitUntilVisible(`binding ${id}`, async () => isVisible(id, await isBound(inputs, client)));
    },

    find: (inputs, { client }) => read(ids.join(inputs), client),
    read: ({ id }, { client }) => read(id, client),
    delete: ({ id }, { client }) => unbind(ids.split(id), client),
    list,
  };
}
