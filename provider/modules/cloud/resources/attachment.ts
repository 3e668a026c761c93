// Attachments: resources that bind one object to another, without a body of their own. All inputs are parts of the ID.
import type { PropertyTable } from "../../../contract/properties";
import type { ReadResult, Resource } from "../../../contract/resource";
import { sameTraits } from "../../../core/compare/traits";
import type { CloudClient } from "../client";
import { idPart, verifyPlace, type Parts } from "../ids";
import type { ListVerb } from "./listing";
import type { RowList } from "../row-list";

/** How a kind of attachment is bound, unbound and found. */
interface AttachmentSpec<Name extends string, State> {
  /** The list of the bindings. */
  rows: RowList<Name>;
  /** The output that repeats the ID. */
  output: keyof State & string;
  /** Whether a new binding becomes visible with a delay. */
  isDelayed?: boolean;
  bind(parts: Parts<Name>, client: CloudClient): Promise<unknown>;
  /** `isBound` reads the binding. */
  unbind(parts: Parts<Name>, client: CloudClient, isBound: () => Promise<boolean>): Promise<void>;
  list: ListVerb;
}

/** Defines a resource that binds one object to another. Every change replaces it. */
export function attachment<Name extends string, Inputs extends Parts<Name>, State>(
  spec: AttachmentSpec<Name, State>,
): Resource<CloudClient, Inputs, State> {
  const { rows, output, isDelayed = false, bind, unbind, list } = spec;
  const { ids } = rows;
  const bindingResult = (id: string): ReadResult<State> => ({ id, state: { ...ids.split(id), [output]: id } as State });
  return {
    properties: sameTraits(ids.names, { validate: idPart }) as PropertyTable<Inputs, State>,
    importId: ids,
    identity: { inputs: ids.names, id: (inputs) => ids.join(inputs) },
    verifyPlace,

    async create({ inputs, created }, { client }) {
      const { id, state } = bindingResult(ids.join(inputs));
      await bind(inputs, client);
      created(id, state);
      // What contains the binding was visible before: if the service reports it as missing now, it was deleted, and the wait ends.
      if (isDelayed) await client.waitUntil(`visibility of ${id}`, () => rows.row(id, client));
      return { id, state };
    },

    read: async ({ id }, context) => (await rows.find(id, context)) && bindingResult(id),
    delete: ({ id }, { client }) => unbind(ids.split(id), client, async () => (await rows.findAlone(id, client)) !== undefined),
    list,
  };
}
