// Lookups of one record: a path, and what of the outputs is not told by the rule. See docs/modules/datapipeline.md#functions and docs/modules/datapipeline.md#function-list.
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
  /** Remote names of outputs that are not called after the rule; an empty one for what no read tells. */
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
      const told = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in made)));
      const found = { ...fromRemote(client.schema, { properties: told, required }, record, names), ...made };
      return omitUndefined(found) as OutputsOf<Name>;
    },
  };
}
