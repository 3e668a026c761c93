// Writes that the server has accepted and not all nodes have confirmed: the object is read until it has them. See docs/modules/search.md#requests.
import type { Context } from "../../../contract/context";
import type { CreateRequest, Resource, UpdateRequest } from "../../../contract/resource";
import { poll } from "../../../kit/polling";
import type { SearchClient } from "../client";

/** Between reads, in ms. */
const pauses = { first: 500, factor: 2, longest: 10_000 };

/** What a create or an update has written. */
interface Written<Inputs, State> extends Pick<CreateRequest<Inputs, State>, "inputs" | "differences"> {
  id: string;
  names: readonly string[];
}

/** Returns the resource with creates and updates that end once a read returns what they have written. */
export function withVisibleWrites<Inputs extends object, State extends object>(
  resource: Resource<SearchClient, Inputs, State>,
): Resource<SearchClient, Inputs, State> {
  const waitFor = async ({ id, inputs, names, differences }: Written<Inputs, State>, context: Context<SearchClient>): Promise<void> => {
    const read = async (): Promise<true | undefined> => {
      const found = await resource.read({ id, prior: { inputs, state: {} } }, context);
      return found && !differences(inputs, found.state).some((name) => names.includes(name)) ? true : undefined;
    };
    await poll({ read, pauses }, context.signal);
  };
  return {
    ...resource,
    async create(request, context) {
      let id = "";
      const created: typeof request.created = (given, ...reached) => request.created((id = given), ...reached);
      const found = await resource.create({ ...request, created }, context);
      if (!context.client.hasUnconfirmedWrite) return found;
      await waitFor({ ...request, id, names: Object.keys(request.inputs) }, context);
    },
    ...(resource.update && {
      async update(request: UpdateRequest<Inputs, State>, context: Context<SearchClient>) {
        const found = await resource.update!(request, context);
        if (!context.client.hasUnconfirmedWrite) return found;
        await waitFor({ ...request, names: request.changed.names }, context);
      },
    }),
  };
}
