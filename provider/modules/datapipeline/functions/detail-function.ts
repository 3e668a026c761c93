// Functions of one record: a path, and the outputs that the naming rule does not cover. See docs/modules/datapipeline.md#functions and docs/modules/datapipeline.md#function-list.
import { scalarText } from "../../../core/values/records";
import { oncePerSchema, type ReadMembers } from "../../../kit/remote-object";
import type { Schema } from "../../../core/schema/schema";
import type { Plain, PlainMap } from "../../../core/values/value";
import { declaredOutputs } from "../../../kit/tables";
import type { PipelineClient } from "../client";
import { listedRecords } from "../collections";
import { pickBy, readersOf, type Names } from "../mapping";
import { pathParts, rulesOf } from "./path-parameters";
import type { FunctionName, ModuleFunction, OutputsOf } from "./types";

/** The inputs and the client of a call. */
interface DetailCall {
  inputs: PlainMap;
  client: PipelineClient;
}

/** Returns an output that needs more than a name; `undefined` if it is absent. */
export type OwnOutput = (record: PlainMap, call: DetailCall) => Plain | undefined;

/** One record of the service. */
export interface DetailDefinition {
  path: string;
  v2?: boolean;
  /** Remote names of outputs that deviate from the naming rule; an empty one for a value that no read returns. */
  names?: Names;
  /** Whether rows of the list of this kind are whole records, so that a list can serve several calls. See docs/modules/datapipeline.md#shared-reads. */
  isListed?: boolean;
  own?: Readonly<Record<string, OwnOutput>>;
}

/** Creates the function of one record; it fails if there is none. */
export function detailFunction<Name extends FunctionName>(
  name: Name,
  { path, v2 = false, names = {}, isListed = false, own = {} }: DetailDefinition,
): ModuleFunction<Name> {
  const readerOf = oncePerSchema((schema) => compile(schema, name, { names, own }));
  const ownOutputs = Object.entries(own);
  const listed = isListed ? listedRecords(name, path, names) : {};
  return {
    rules: rulesOf(path),
    async read(typed, { client, load }) {
      const inputs = typed as PlainMap;
      const alone = async (): Promise<PlainMap> => client.readRecord({ name, path, v2, parts: pathParts(path, inputs) });
      const record = (await load(listed, scalarText(inputs.id), alone))!;
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
function compile(schema: Schema, name: FunctionName, { names, own }: Required<Pick<DetailDefinition, "names" | "own">>): ReadMembers {
  const { properties = {}, required } = declaredOutputs(schema, `quartet:datapipeline:${name}`);
  const named = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in own)));
  return readersOf(schema).members({ properties: named, required }, pickBy(names));
}
