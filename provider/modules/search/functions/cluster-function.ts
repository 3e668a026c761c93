// The builder of functions that read from a cluster: they have the connection and an ID with the UUID of the cluster in common.
import type { Context } from "../../../contract/context";
import { omitUndefined } from "../../../core/values/records";
import { awaitBoth } from "../../../kit/concurrency";
import type { SearchClient } from "../client";
import { oneBlock } from "../connection/rules";
import type { FunctionName, InputsOf, ModuleFunction, OutputsOf } from "./types";

/** What a function returns besides ID and connection. */
export type OwnOutputs<Name extends FunctionName> = Omit<OutputsOf<Name>, "id" | "searchConnections">;

/** What is special about one function. */
interface FunctionDefinition<Name extends FunctionName> extends Omit<ModuleFunction<Name>, "read"> {
  /** `id` follows the UUID of the cluster; without it, the UUID is the ID. */
  read(inputs: Omit<InputsOf<Name>, "searchConnections">, context: Context<SearchClient>): Promise<OwnOutputs<Name> & { id?: string }>;
}

/** Creates the function. It requests the cluster and the outputs at the same time. */
export function clusterFunction<Name extends FunctionName>({ read, ...definition }: FunctionDefinition<Name>): ModuleFunction<Name> {
  const { rules } = definition;
  return {
    ...definition,
    rules: { ...rules, properties: { ...rules?.properties, searchConnections: oneBlock } },
    async read({ searchConnections, ...inputs }, context) {
      const [{ uuid }, { id, ...outputs }] = await awaitBoth(context.client.cluster(), read(inputs, context));
      return { ...outputs, id: id === undefined ? uuid : `${uuid}/${id}`, ...omitUndefined({ searchConnections }) } as OutputsOf<Name>;
    },
  };
}
