// Computes what a new index of a name would have, without storing anything. See docs/modules/search.md#simulatesearchindextemplate.
import type { Search } from "../../../core/gen/types";
import { isObject } from "../../../core/json/json";
import { objectOf, rowsOf, textOf, textsOf } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { isRejection, rejectionError } from "../definitions";
import { jsonParts } from "../json/parts";
import { byCodePoint } from "../json/writer";
import { templateBody } from "../resources/index-template/body";
import { templateFailure, templateRejections } from "../resources/template/preview";
import { templatePart } from "../resources/template/response";
import { unexpectedResponse, type SearchResponse } from "../response";
import { clusterFunction } from "./cluster-function";

type Outputs = Search.SimulateSearchIndexTemplateOutputs;

const needsPatterns = { needs: ["indexPatterns"] };

/** Simulates the creation of an index, with a template that is not stored if there is one. */
export const simulateSearchIndexTemplate = clusterFunction<"simulateSearchIndexTemplate">({
  rules: {
    properties: {
      name: { minLength: 1 },
      indexPatterns: { minItems: 1 },
      composedOfs: needsPatterns,
      template: needsPatterns,
      dataStream: needsPatterns,
      priority: { ...needsPatterns, whole: true, minimum: 0 },
    },
  },
  derived: ["matched", "settings", "mappings", "aliases", "lifecycle", "dataStreamOptions", "overlappings"],
  async read({ name, includeDefaults, ...definition }, { client }) {
    const { indexPatterns } = definition;
    const body = indexPatterns && templateBody({ ...definition, indexPatterns });
    const response = await simulate(name, body, includeDefaults === true, client);
    return { id: name, name, ...resultOf(response) };
  },
});

/** Fails with the property of a definition that the server rejects. Without a template that matches, some versions respond with an empty body. */
async function simulate(name: string, body: string | undefined, includeDefaults: boolean, client: SearchClient): Promise<SearchResponse> {
  const path = ["_index_template", "_simulate_index", name];
  const accepts = (response: SearchResponse): boolean => isRejection(response) || (response.status === 200 && response.text.trim() === "");
  const response = await client.simulate(path, body, { accepts, ...(includeDefaults && { query: { include_defaults: "true" } }) });
  if (response.status < 300) return response;
  const redact = await client.redactor();
  const failures = body === undefined ? [] : templateRejections(response, redact).map(templateFailure);
  throw rejectionError(response, failures, redact);
}

function resultOf(response: SearchResponse): Pick<Outputs, "matched" | "overlappings"> & Search.IndexTemplateBody {
  const { json, text } = response;
  if (text.trim() === "") return { matched: false, overlappings: [] };
  const { template, overlapping } = objectOf(json);
  // The server lists them in no order.
  const overlappings = rowsOf(overlapping)
    .map((entry) => ({ name: textOf(entry["name"]) ?? "", indexPatterns: textsOf(entry["index_patterns"]) }))
    .sort((left, right) => byCodePoint(left.name, right.name));
  if (isObject(json) && template === undefined) return { matched: false, overlappings };
  if (!isObject(template)) throw unexpectedResponse(response, "a simulated template");
  const partAt = jsonParts(text);
  return { matched: true, ...templatePart(template, (...path) => partAt(path)), overlappings };
}
