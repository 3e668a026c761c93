// Functions of one record: a path, and the outputs that the naming rule does not cover. See docs/modules/datapipeline.md#functions and docs/modules/datapipeline.md#function-list.
import type { ProviderFunction } from "../../../core/contract";
import { oncePerSchema, type Reader } from "../../../core/remote-object";
import type { Schema } from "../../../core/schema";
import type { Plain, PlainMap } from "../../../core/value";
import type { PipelineClient } from "../client";
import { pickBy, readersOf, type Names } from "../mapping";
import { partsOf, rulesOf, type InputsOf, type FunctionName, type OutputsOf } from "./path-parameters";

/** The inputs and the client of a call. */
export interface DetailContext {
  inputs: PlainMap;
  client: PipelineClient;
}

/** Returns an output that needs more than a name; `undefined` if it is absent. */
export type OwnOutput = (record: PlainMap, about: DetailContext) => Plain | undefined;

/** One record of the service. */
export interface Detail {
  path: string;
  v2?: boolean;
  /** Remote names of outputs that deviate from the naming rule; an empty one for a value that no read returns. */
  names?: Names;
  own?: Readonly<Record<string, OwnOutput>>;
}

/** Creates the function of one record; it fails if there is none. */
export function detail<Name extends FunctionName>(
  name: Name,
  { path, v2 = false, names = {}, own = {} }: Detail,
): ProviderFunction<PipelineClient, InputsOf<Name>, OutputsOf<Name>> {
  const readerOf = oncePerSchema((schema) => compile(schema, name, { names, own }));
  const ownOutputs = Object.entries(own);
  return {
    rules: rulesOf(path),
    async read(typed, { client }) {
      const inputs = typed as PlainMap;
      const record = await client.readRecord({ name, path, v2, parts: partsOf(path, inputs) });
      const outputs = readerOf(client.schema)(record);
      for (const [key, output] of ownOutputs) {
        const value = output(record, { inputs, client });
        if (value !== undefined) outputs[key] = value;
      }
      return outputs as OutputsOf<Name>;
    },
  };
}

/** Compiles the reader of the outputs that follow the naming rule. */
function compile(schema: Schema, name: FunctionName, { names, own }: Required<Pick<Detail, "names" | "own">>): Reader {
  const { properties = {}, required } = schema.function(`quartet:datapipeline:${name}`)?.outputs ?? {};
  const named = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in own)));
  return readersOf(schema).members({ properties: named, required }, pickBy(names));
}
