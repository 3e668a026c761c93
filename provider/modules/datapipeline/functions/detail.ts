// Functions of one record: a path, and the outputs that the naming rule does not cover. See docs/modules/datapipeline.md#functions and docs/modules/datapipeline.md#function-list.
import type { ProviderFunction } from "../../../core/contract";
import { omitUndefined } from "../../../core/records";
import type { PlainMap } from "../../../core/value";
import type { PipelineClient } from "../client";
import { fromRemote, type Names } from "../naming";
import { partsOf, rulesOf, type InputsOf, type LookupName, type OutputsOf } from "./path-parameters";

/** One record of the service. */
export interface Detail {
  path: string;
  v2?: boolean;
  /** Remote names of outputs that deviate from the naming rule; an empty one for a value that no read returns. */
  names?: Names;
  /** Outputs that need more than a name. */
  own?(record: PlainMap, about: { inputs: PlainMap; client: PipelineClient }): PlainMap;
}

/** A lookup of one record; fails where there is none. */
export function detail<Name extends LookupName>(
  name: Name,
  { path, v2 = false, names = {}, own }: Detail,
): ProviderFunction<PipelineClient, InputsOf<Name>, OutputsOf<Name>> {
  return {
    rules: rulesOf(path),
    async read(typed, { client }) {
      const inputs = typed as PlainMap;
      const record = await client.detail({ name, path, v2, parts: partsOf(path, inputs) });
      const made = own?.(record, { inputs, client }) ?? {};
      const { properties = {}, required } = client.schema.function(`quartet:datapipeline:${name}`)?.outputs ?? {};
      const others = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in made)));
      const found = { ...fromRemote(client.schema, { properties: others, required }, record, names), ...made };
      return omitUndefined(found) as OutputsOf<Name>;
    },
  };
}
