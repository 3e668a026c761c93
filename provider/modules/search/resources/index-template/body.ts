// The request body of an index template. JSON given as text is embedded unchanged. See docs/modules/search.md#index-templates. Pure.
import type { Search } from "../../../../core/gen/types";
import { jsonOf, objectText } from "../../json/fields";
import { toRemote } from "../../mapping";
import { templatePartText } from "../template/body";

/** Returns the body of the PUT; `current` is the data stream part at the server. */
export function templateBody(inputs: Search.SearchIndexTemplateInputs, current?: Search.IndexTemplateDataStream): string {
  const { ignoreMissingComponentTemplates: missing, template, dataStream } = inputs;
  return objectText({
    index_patterns: jsonOf(inputs.indexPatterns),
    composed_of: jsonOf(inputs.composedOfs ?? []),
    ignore_missing_component_templates: missing?.length ? jsonOf(missing) : undefined,
    ...toRemote(inputs, ["priority", "version", "allowAutoCreate", "deprecated"]),
    _meta: inputs.metadata,
    template: template && templatePartText(template),
    data_stream: dataStream && dataStreamBody(dataStream, current),
  });
}

/** Returns the data stream part. Older servers reject `allow_custom_routing`: it is written only where it is, or was, true. */
function dataStreamBody(
  { hidden = false, allowCustomRouting = false }: Search.IndexTemplateDataStream,
  current?: Search.IndexTemplateDataStream,
): string {
  const isRouted = allowCustomRouting || current?.allowCustomRouting === true;
  return objectText({ hidden: jsonOf(hidden), allow_custom_routing: isRouted ? jsonOf(allowCustomRouting) : undefined });
}
