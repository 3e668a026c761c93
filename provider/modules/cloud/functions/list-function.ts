// The functions that return one remote list. Types of rows and outputs are from the schema. See docs/modules/cloud.md#list-functions.
import type { PlainMap } from "../../../core/values/value";
import { mapConcurrently } from "../../../kit/concurrency";
import { isGiven } from "../mapping";
import type { PageOptions } from "../pages";
import { functionsOf, type FunctionCall, type FunctionDefinition, type Functions, type KeyOf } from "./cloud-function";
import { elementsOf, hashOf, joinInputs } from "./outputs";
import { limitedAttempts } from "./requests";
import type { FunctionName, InputsOf, OutputsOf } from "./types";

/** A remote list. */
interface ListDefinition<Input extends string = string, Output extends string = string> extends FunctionDefinition<Input> {
  action: string;
  /** The member of the response that contains the rows. */
  rows: string;
  /** The output that contains them. */
  output: Output;
  /** Inputs that are joined by `#`, or the remote member of the rows whose values are hashed. An input `id` that filters the rows takes precedence. */
  id: readonly Input[] | string;
  pages?: PageOptions;
  /** Whether internal errors of the service are repeated without a limit but the time. */
  retriesInternalErrors?: boolean;
  /** Converts the rows before their members are read. */
  convert?(rows: PlainMap[], call: FunctionCall): PlainMap[] | Promise<PlainMap[]>;
}

/** Creates functions that return all rows of a list. */
export function listFunctions<Names extends FunctionName>(table: {
  [Name in Names]: ListDefinition<KeyOf<InputsOf<Name>>, KeyOf<OutputsOf<Name>>>;
}): Functions<Names> {
  return functionsOf<Names, ListDefinition>(table, async (definition, call) => {
    const { action, rows, output, id, retriesInternalErrors, pages, convert = (found) => found } = definition;
    const { name, inputs, params, client } = call;
    const found = await client.readPages(action, params, rows, { ...(!retriesInternalErrors && limitedAttempts), ...pages });
    const elements = elementsOf(client, name, output, await convert(found, call));
    const ofRequest = typeof id === "string" ? hashOf(found.map((row) => row[id])) : joinInputs(inputs, id);
    const idText = definition.filters?.includes("id") && isGiven(inputs.id) ? inputs.id : ofRequest;
    return { outputs: { id: idText, [output]: elements }, content: elements };
  });
}

/** Returns the conversion of the rows one by one, with requests. A row that becomes undefined, because its object is deleted meanwhile, is omitted. */
export function eachRow(
  convert: (row: PlainMap, call: FunctionCall) => Promise<PlainMap | undefined>,
): NonNullable<ListDefinition["convert"]> {
  return async (rows, call) => (await mapConcurrently(rows, (row) => convert(row, call))).filter((row) => row !== undefined);
}
