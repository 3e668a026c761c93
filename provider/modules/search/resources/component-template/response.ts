// Component templates as the server returns them, with the names of the schema. See docs/modules/search.md#getsearchcomponenttemplate. Pure.
import type { Search } from "../../../../core/gen/types";
import { omitUndefined } from "../../../../core/values/records";
import { fromRemote } from "../../mapping";
import { templatePart, type RemoteTemplate } from "../template/response";

/** Returns the state of a component template. Members that the server does not return are absent. */
export function componentState({ name, template, textAt }: RemoteTemplate): Search.SearchComponentTemplateState {
  return {
    name,
    template: templatePart(template["template"], textAt) ?? {},
    ...fromRemote(template, ["version", "deprecated"]),
    ...omitUndefined({ metadata: textAt("_meta") }),
  };
}
