// Lets the server check a definition before a write. See docs/modules/search-access.md#transforms.
import type { PreviewCheckRequest } from "../../../../contract/resource";
import type { Failure } from "../../../../core/errors/errors";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { fullReason } from "../../definitions";
import { remoteName } from "../../json/typed";
import { definitionText } from "./body";
import { settingsMembers } from "./members";
import { transformPath, type TransformInputs } from "./response";

/** Other resources of the program may create what is missing: an index, a remote cluster, a pipeline. */
const missing = /no such index \[|Error resolving remote source|Pipeline with id \[.*\] could not be found/;

/** The property that a reason concerns; the first one that matches. */
const places: readonly (readonly [reason: RegExp, property: (match: RegExpExecArray) => string])[] = [
  [/settings\.(\w+)/, ([, name]) => `settings.${settingOf(name!)}`],
  [/runtime[_ ](?:mappings|field)/, () => "source.runtimeMappings"],
  [/latest\.|data_frame_transform_latest/, () => "latest"],
  [/pivot|group_by|_group\]|aggregation|both an object and a field|duplicate field/i, () => "pivot"],
  [/query/, () => "source.query"],
];

/** Returns why the server rejects the definition; nothing while parts of it are unknown. */
export async function definitionFailures({ inputs }: PreviewCheckRequest<TransformInputs>, client: SearchClient): Promise<Failure[]> {
  const { source, pivot, latest, deferValidation = false } = inputs;
  if (source === undefined || (pivot === undefined && latest === undefined)) return [];
  const response = await client.simulate([...transformPath, "_preview"], definitionText(inputs), {
    accepts: ({ status }) => status === 400,
  });
  if (response.status < 300) return [];
  const { error } = objectOf(response.json);
  const reason = fullReason(objectOf(error), await client.redactor()).replace(/[.;]+$/, "");
  // The server does not compare a deferred definition with its source.
  if (deferValidation || missing.test(reason)) {
    client.warnOnce(`Preview check: transform "${inputs.name ?? ""}": ${reason}. This update may create what is missing.`);
    return [];
  }
  return [{ property: propertyOf(reason, inputs), reason: `Elasticsearch rejects the definition: ${reason}. Correct it.` }];
}

function settingOf(name: string): string {
  return Object.keys(settingsMembers).find((key) => remoteName(key, settingsMembers[key]!) === name) ?? name;
}

function propertyOf(reason: string, inputs: object): string {
  for (const [pattern, property] of places) {
    const match = pattern.exec(reason);
    const found = match && property(match);
    if (found !== null && Object.hasOwn(inputs, found.split(".", 1)[0]!)) return found;
  }
  return "";
}
