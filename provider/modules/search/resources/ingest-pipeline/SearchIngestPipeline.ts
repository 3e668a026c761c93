// Ingest pipelines: a PUT replaces the whole pipeline, on create and update alike. See docs/modules/search.md#ingest-pipelines.
import type { Named } from "../../../../contract/properties";
import type { Resource, UpdateRequest } from "../../../../contract/resource";
import type { Context } from "../../../../contract/context";
import { hasCode, withHint } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { equalText } from "../../../../core/json/json";
import type { SearchClient } from "../../client";
import { pipelineText } from "../../definitions";
import { toRemote } from "../../mapping";
import { listNames, objectForm, objectInputs, processorLists, processorObjectList, processorList } from "../../processor-lists";
import { isSystemObject, listedNames } from "../listing";
import { objectName, objectNameTraits, objectNameRule } from "../../ids";
import { namedObject } from "../named";
import { pipelineFailures } from "./preview";
import { equalProcessors } from "./processors";
import { pipelinePath, pipelines, plainFields, readPipeline } from "./response";
import { usersHint } from "./users";

type Inputs = Named<Search.SearchIngestPipelineInputs, "name">;
type State = Search.SearchIngestPipelineState;

const operations = namedObject<Inputs, State>({
  key: "name",
  path: pipelines.path,
  put: ({ name, inputs }, client) => client.put(pipelinePath(name), bodyOf(inputs)),
  read: readPipeline,
  names: (client) => listedNames(pipelines.path, (pipeline, name) => !isSystemObject(name, pipeline), client),
  inUse: { code: "failed_precondition", hint: usersHint },
});

/** An ingest pipeline. */
export const SearchIngestPipeline: Resource<SearchClient, Inputs, State> = {
  ...operations,
  properties: {
    name: objectNameTraits(objectNameRule),
    processors: { validate: processorList },
    "processors[*]": { equals: equalProcessors },
    processorObjects: {
      validate: { ...processorObjectList, excludes: ["processors"] },
      formOf: { ...objectForm("processors"), required: true },
    },
    "processorObjects[*]": { equals: equalProcessors },
    onFailures: { validate: processorList },
    "onFailures[*]": { equals: equalProcessors },
    onFailureObjects: { validate: { ...processorObjectList, excludes: ["onFailures"] }, formOf: objectForm("onFailures") },
    "onFailureObjects[*]": { equals: equalProcessors },
    metadata: { validate: { json: "object" }, default: "{}", equals: equalText },
    version: { validate: { whole: true } },
    deprecated: { default: false },
    fieldAccessPattern: { default: "classic" },
  },

  async update({ id, merged, remote, differences }, context) {
    const name = objectName(id);
    const inputs = await merged();
    await replacePipeline({ name, inputs, version: (await remote()).version, differences }, context);
  },

  async previewCheck({ inputs, isUnknown }, { client }) {
    if ([...listNames, ...Object.values(objectInputs)].some(isUnknown)) return [];
    return pipelineFailures(processorLists(inputs), membersOf(inputs), client);
  },
};

/** A pipeline to write, and the version that was read. */
interface Replacement {
  name: string;
  inputs: Inputs;
  version: number | undefined;
  differences: UpdateRequest<Inputs, State>["differences"];
}

/**
 * Replaces a pipeline on condition that nobody has changed it since it was read. The server has a condition only for pipelines with a version, and only for
 * writes that change the version.
 */
async function replacePipeline({ name, inputs, version, differences }: Replacement, context: Context<SearchClient>): Promise<void> {
  const isConditional = version !== undefined && inputs.version !== undefined && inputs.version !== version;
  const options = isConditional ? { query: { if_version: String(version) } } : {};
  try {
    await context.client.put(pipelinePath(name), bodyOf(inputs), options);
  } catch (error) {
    if (!isConditional || !hasCode(error, "failed_precondition")) throw error;
    const current = await readPipeline(name, context);
    if (!current || current.version === version) throw error;
    // An earlier attempt of this request may have been carried out although its response was lost.
    if (differences(inputs, current).length === 0) return;
    throw withHint(error, "Another writer has changed the pipeline since it was read. Run `pulumi up` again.", { code: "aborted" });
  }
}

function bodyOf(inputs: Inputs): string {
  return pipelineText(processorLists(inputs), membersOf(inputs));
}

/** Returns the members of the definition other than processors. */
function membersOf(inputs: Partial<Inputs>): Record<string, string | undefined> {
  return { ...toRemote(inputs, plainFields), _meta: inputs.metadata };
}
