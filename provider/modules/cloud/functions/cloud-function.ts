// Creates the functions of this module from tables: their requests, their result files, and the inputs among their outputs. See docs/modules/cloud.md#functions.
import type { ProviderFunction } from "../../../contract/function";
import type { ValueRule } from "../../../contract/rules";
import { homeDirectory } from "../../../core/schema/environment";
import { recordBy, textOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { filtersOf, queryParams } from "./requests";
import { fileText, writeResult } from "./result-file";
import type { FunctionName, ModuleFunction } from "./types";

/** The names of the members of an object type. */
export type KeyOf<T> = keyof T & string;

/** The request of a function, and its result file. */
export interface FunctionDefinition<Input extends string = string> {
  /** Required texts, sent as parameters. */
  required?: readonly Input[];
  /** Other inputs, sent as parameters when they are given, in this order. */
  send?: readonly Input[];
  /** Inputs that are sent as filters, in this order. */
  filters?: readonly Input[];
  /** What the names of filters begin with, instead of their remote name. */
  filterPrefix?: string;
  rules?: Readonly<Record<string, ValueRule>>;
  /** Keys in the file that are exceptions to the naming rule. */
  fileKeys?: Readonly<Record<string, string>>;
}

/** One call of a function. */
export interface FunctionCall {
  name: FunctionName;
  inputs: PlainMap;
  /** The parameters of the request. */
  params: PlainMap;
  client: CloudClient;
}

/** The result of a function: its outputs but for the inputs, and what `resultOutputFile` contains. */
export interface FunctionResult {
  outputs: PlainMap;
  content: Plain;
}

/** The functions of a table. */
export type Functions<Names extends FunctionName> = { [Name in Names]: ModuleFunction<Name> };

/** Creates the functions of a table. They fail as `read`, and when the file cannot be written. */
export function functionsOf<Names extends FunctionName, Definition extends FunctionDefinition>(
  table: Readonly<Record<Names, Definition>>,
  read: (definition: Definition, call: FunctionCall) => Promise<FunctionResult>,
): Functions<Names> {
  const create = (name: Names): ProviderFunction<CloudClient, PlainMap, PlainMap> => {
    const definition = table[name];
    const { required = [], send = [], filters = [], filterPrefix, fileKeys, rules } = definition;
    return {
      rules: { properties: { ...nonEmpty(required), ...rules } },
      // Each call writes the file.
      cacheable: ({ resultOutputFile }) => !resultOutputFile,
      async read(inputs, { client }) {
        const params = { ...queryParams(inputs, [...required, ...send]), ...filtersOf(inputs, filters, filterPrefix) };
        const { outputs, content } = await read(definition, { name, inputs, params, client });
        const path = textOf(inputs.resultOutputFile);
        if (path !== undefined) await writeResult(path, fileText(content, fileKeys), homeDirectory(client.configuration.env));
        return { ...inputs, ...outputs };
      },
    };
  };
  // The inputs and outputs of each function have the types of the schema.
  return recordBy(Object.keys(table) as Names[], create) as unknown as Functions<Names>;
}

/** Returns rules that reject empty texts. */
export function nonEmpty(names: readonly string[]): Record<string, ValueRule> {
  return recordBy(names, () => ({ minLength: 1 }));
}
