// The builder of functions that return the rows of one remote list. Types of rows and outputs are from the schema. See docs/modules/cloud.md#list-functions.
import type { Rules } from "../../../contract/rules";
import type { PlainMap } from "../../../core/values/value";
import type { PageOptions } from "../pages";
import type { RemoteNames } from "../mapping";
import { cloudFunction, type KeyOf } from "./cloud-function";
import { elementsOf, hashOf, joinInputs } from "./outputs";
import { filtersOf, limitedAttempts, nonEmpty, queryParams } from "./requests";
import type { FunctionName, InputsOf, ModuleFunction, OutputsOf } from "./types";

/** A remote list. */
interface ListDefinition<Name extends FunctionName> {
  action: string;
  /** The member of the response that contains the rows. */
  rows: string;
  /** The output that contains them. */
  output: KeyOf<OutputsOf<Name>>;
  /** Required texts, sent as parameters. */
  required?: readonly KeyOf<InputsOf<Name>>[];
  /** Other inputs, sent as parameters when they are given. */
  send?: readonly KeyOf<InputsOf<Name>>[];
  /** Remote names of parameters that are exceptions to the rule. */
  names?: RemoteNames;
  /** The names of inputs that are sent as filters, in this order. */
  filters?: Readonly<Partial<Record<KeyOf<InputsOf<Name>>, string>>>;
  /** Inputs that are joined by `#`, or the remote member of the rows whose values are hashed. */
  id: readonly KeyOf<InputsOf<Name>>[] | string;
  pages?: PageOptions;
  /** Whether internal errors of the service are repeated without a limit but the time. */
  retriesInternalErrors?: boolean;
  rules?: Rules;
  /** Converts a remote row before its members are read. */
  row?: (row: PlainMap) => PlainMap;
}

/** Creates a function that returns all rows of a list. */
export function listFunction<Name extends FunctionName>(name: Name, definition: ListDefinition<Name>): ModuleFunction<Name> {
  const { action, rows, output, required = [], send = [], names, filters = {}, id, row = (plain) => plain } = definition;
  const options = { ...(!definition.retriesInternalErrors && limitedAttempts), ...definition.pages };
  return cloudFunction(name, {
    rules: definition.rules ?? nonEmpty(...required),
    async read(typed, client) {
      const inputs: PlainMap = typed;
      const params = { ...queryParams(inputs, [...required, ...send], names), ...filtersOf(inputs, filters) };
      const found = await client.readPages(action, params, rows, options);
      const elements = elementsOf(client, name, output, found.map(row));
      const idText = typeof id === "string" ? hashOf(found.map((each) => each[id])) : joinInputs(inputs, id);
      return { outputs: { id: idText, [output]: elements }, file: { content: elements } };
    },
  });
}
