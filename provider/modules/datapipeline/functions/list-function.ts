// Functions that list records: a path, the output with the items, filters. See docs/modules/datapipeline.md#paging and docs/modules/datapipeline.md#function-list. The rest follows from the schema.
import { isObject } from "../../../core/json/json";
import type { PlainMap } from "../../../core/values/value";
import { elementRef } from "../../../kit/tables";
import { readersOf } from "../mapping";
import { givenInputs, parameterOf, pathParts, rulesOf } from "./path-parameters";
import type { FunctionName, InputsOf, ModuleFunction, OutputsOf } from "./types";

/** A list of the service. */
interface ListDefinition<Name extends FunctionName> {
  path: string;
  /** The output with the items. */
  output: keyof OutputsOf<Name> & string;
  v2?: boolean;
  /** Filters: inputs by the name of the query parameter. They are outputs as well. */
  query?: Readonly<Record<string, keyof InputsOf<Name> & string>>;
  /** Objects of an item that are returned with empty values if the service returns none. See docs/modules/datapipeline.md#missing-values. */
  always?: readonly string[];
  /** Another output with the parameter of the path. */
  repeatedAs?: keyof OutputsOf<Name> & string;
}

/** Creates the function of a list. Its ID is the parameter of the path, `0` without one. */
export function listFunction<Name extends FunctionName>(
  name: Name,
  { path, output, v2 = false, query = {}, always = [], repeatedAs }: ListDefinition<Name>,
): ModuleFunction<Name> {
  const parameter = parameterOf(path);
  return {
    rules: rulesOf(path),
    async read(typed, { client }) {
      const inputs = typed as PlainMap;
      const filters = Object.fromEntries(Object.entries(query).map(([key, input]) => [key, inputs[input] as string | undefined]));
      const items = await client.list({ name, path, v2, parts: pathParts(path, inputs), query: filters });
      const rows = items.map((item) => ({
        ...item,
        ...Object.fromEntries(always.map((key) => [key, isObject(item[key]) ? item[key] : {}])),
      }));
      const { schema } = client;
      const ref = elementRef(schema, `quartet:datapipeline:${name}`, output);
      const owner = parameter === undefined ? "0" : inputs[parameter]!;
      const echo = givenInputs(inputs, [...Object.values(query), ...(parameter === undefined ? [] : [parameter])]);
      const result = { ...echo, ...(repeatedAs && { [repeatedAs]: owner }), [output]: rows.map(readersOf(schema).type(ref)), id: owner };
      return result as OutputsOf<Name>;
    },
  };
}
