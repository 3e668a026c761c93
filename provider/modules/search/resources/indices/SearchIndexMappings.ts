// Mappings that are added to an index or data stream of others. See docs/modules/search.md#mappings-of-an-index.
import type { Resource } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { idIn, objectName, indexNameRule } from "../../ids";
import * as mappings from "./mappings";
import { mappingsChange } from "./mappings-change";
import { findPart, importOfIndex, indexMappings, indexMutex, partOfIndex, previewPart, requirePart } from "./parts";
import { previewDefinition } from "./preview";

type Inputs = Search.SearchIndexMappingsInputs;
type State = Search.SearchIndexMappingsState;

/** Declared mappings of an index or data stream. */
export const SearchIndexMappings: Resource<SearchClient, Inputs, State> = {
  ...partOfIndex,
  properties: {
    index: { validate: indexNameRule, stable: true },
    mappings: {
      validate: { json: "object", test: (text) => (mappings.declaresMappings(String(text)) ? undefined : emptyReason) },
      equals: { diff: mappings.changesNoMapping, refresh: mappings.hasMappings },
    },
    writeIndexOnly: { local: true },
  },
  importId: importOfIndex(),

  async create({ inputs, created }, { client, signal }) {
    const id = await idIn(client, inputs.index);
    await indexMutex(id, signal, async () => {
      const current = await requirePart(indexMappings, inputs.index, client);
      await put(inputs, mappingsChange(inputs.mappings, undefined, current).body, client);
      created(id);
    });
  },

  async update({ id, inputs, prior }, { client, log, signal }) {
    await indexMutex(id, signal, async () => {
      const current = await requirePart(indexMappings, inputs.index, client);
      const { body, kept } = mappingsChange(inputs.mappings, prior.inputs.mappings, current);
      await put(inputs, body, client);
      for (const message of kept) log("info", message);
    });
  },

  async read({ id, prior }, context) {
    const index = objectName(id);
    const current = await findPart(indexMappings, index, { isImport: prior === undefined, reading: context });
    if (current === undefined) return undefined;
    if (!prior && !mappings.declaresMappings(current))
      throw new ProviderError("failed_precondition", `Import failed: index "${index}": ${emptyReason}`);
    const own = prior ? (mappings.declaredMappingsPart(prior.inputs.mappings ?? "{}", current) ?? "{}") : current;
    return { id, state: { index, mappings: own, writeIndexOnly: prior?.inputs.writeIndexOnly ?? false } };
  },

  async delete({ id }, { log }) {
    log("info", `Fields cannot be removed from an index: the mappings of "${objectName(id)}" stay.`);
  },

  async previewCheck({ inputs: { index, mappings: text } }, context) {
    if (index === undefined || text === undefined) return [];
    const { part, failures } = await previewPart(indexMappings, index, context);
    if (part !== undefined && mappings.changesType(part, text)) failures.push({ property: "mappings", reason: typeReason });
    return [...failures, ...(await previewDefinition({ key: "index", name: index }, { mappings: text }, context.client))];
  },
};

const emptyReason = "mappings is empty. Declare at least one field or other member.";
const typeReason =
  "a field of the index has another type, which Elasticsearch cannot change. Create an index with another name, reindex, and move the alias.";

async function put({ index, writeIndexOnly = false }: Inputs, body: string | undefined, client: SearchClient): Promise<void> {
  if (body !== undefined) await client.put([index, "_mapping"], body, { query: { write_index_only: String(writeIndexOnly) } });
}
