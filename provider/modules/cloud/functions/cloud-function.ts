// Defines the functions of this module: what they have in common is their result file and the inputs among their outputs. See docs/modules/cloud.md#functions.
import type { Rules } from "../../../contract/rules";
import { homeDirectory } from "../../../core/schema/environment";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import type { FunctionName, InputsOf, ModuleFunction, OutputsOf } from "./types";
import { fileText, writeResult } from "./result-file";

/** The names of the members of an object type. */
export type KeyOf<T> = keyof T & string;

/** The result of a function: its outputs but for the inputs, and what `resultOutputFile` contains. */
export interface FunctionResult {
  outputs: PlainMap;
  file: {
    content: Plain;
    /** Keys in the file that are exceptions to the naming rule. */
    keys?: Readonly<Record<string, string>>;
  };
}

/** What is special about one function. */
interface FunctionDefinition<Name extends FunctionName> {
  rules?: Rules;
  read(inputs: InputsOf<Name>, client: CloudClient): Promise<FunctionResult>;
}

/** Creates the function: it writes the file if one is requested, and returns the inputs with the outputs. Fails as `read`, and when the file cannot be written. */
export function cloudFunction<Name extends FunctionName>(_name: Name, { rules, read }: FunctionDefinition<Name>): ModuleFunction<Name> {
  return {
    ...(rules && { rules }),
    // Each call writes the file.
    cacheable: ({ resultOutputFile }) => !resultOutputFile,
    async read(inputs, { client }) {
      const { outputs, file } = await read(inputs, client);
      const { resultOutputFile: path } = inputs;
      if (path) await writeResult(path, fileText(file.content, file.keys), homeDirectory(client.configuration.env));
      return { ...inputs, ...outputs } as OutputsOf<Name>;
    },
  };
}
