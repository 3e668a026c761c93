// Stored scripts and search templates. See docs/modules/search.md#stored-scripts.
import type { Named } from "../../../contract/properties";
import type { PriorState, Resource } from "../../../contract/resource";
import type { Search } from "../../../core/gen/types";
import { equalText, isObject, parseJson } from "../../../core/json/json";
import { objectOf, omitUndefined, textOf } from "../../../core/values/records";
import type { Plain } from "../../../core/values/value";
import type { SearchClient } from "../client";
import { toRemote } from "../mapping";
import { objectText } from "../json/fields";
import { unexpectedResponse } from "../response";
import { nameRule, objectName, objectNameTraits } from "../ids";
import { pipelineFailures } from "./ingest-pipeline/preview";
import { isSystemObject, referrers } from "./listing";
import { namedObject } from "./named";

type Inputs = Named<Search.SearchStoredScriptInputs, "scriptId">;
type State = Search.SearchStoredScriptState;

const path = ["_scripts"];
const idRule = nameRule(/^[^*,/#\s][^*,/#]*$/, "must not begin with whitespace and must not contain *, comma, / or #", 512);
/** Contexts in which a `script` processor compiles its script. */
const processorContexts = ["ingest", "processor"];

const operations = namedObject<Inputs, State>({
  key: "scriptId",
  path,
  put: ({ name, inputs }, client) => client.put([...path, name, ...(inputs.context ? [inputs.context] : [])], bodyOf(inputs)),
  read: (name, { client }, prior) => readScript(name, client, prior),
  async names(client) {
    const metadata = { expects: "list", query: { filter_path: "metadata.stored_scripts" } } as const;
    const { metadata: listed } = objectOf(await client.get(["_cluster", "state", "metadata"], metadata));
    const scripts = objectOf(objectOf(listed)["stored_scripts"]);
    return Object.keys(scripts).filter((id) => !isSystemObject(id));
  },
});

/** A stored script. */
export const SearchStoredScript: Resource<SearchClient, Inputs, State> = {
  ...operations,
  properties: {
    scriptId: objectNameTraits(idRule),
    // A search template can be a JSON object; the source of another language never is.
    source: { equals: (declared, other) => isObject(parseJson(String(declared))) && equalText(declared, other) },
    context: { writeOnly: true },
  },

  async previewCheck({ inputs: { lang, source, context }, isUnknown }, { client }) {
    const isChecked = lang === "painless" && context !== undefined && processorContexts.includes(context);
    if (!isChecked || source === undefined || isUnknown("options")) return [];
    const failures = await pipelineFailures(
      { processors: [JSON.stringify({ script: { lang, source } })], onFailures: undefined },
      {},
      client,
    );
    return failures.map(({ reason }) => ({ property: "source", reason: reason.replace(/^processors\[0\](\.\w+)*: /, "") }));
  },

  async delete(request, context) {
    const users = await usersOf(objectName(request.id), context.client);
    await operations.delete(request, context);
    if (users.length > 0)
      context.log("warning", `Pipelines refer to the deleted script and will fail: ${users.join(", ")}. Change or delete them.`);
  },
};

function bodyOf(inputs: Inputs): string {
  return objectText({ script: objectText(toRemote(inputs, ["lang", "source", "options"])) });
}

async function readScript(name: string, client: SearchClient, prior: PriorState<Inputs, State> | undefined): Promise<State | undefined> {
  const response = await client.fetch([...path, name]);
  if (!response) return undefined;
  const { _id: id, script } = objectOf(response.json);
  const { lang, source, options } = objectOf(script);
  if (id !== name || typeof lang !== "string" || textOf(source) === undefined) throw unexpectedResponse(response, "a stored script");
  return { scriptId: name, lang, source: String(source), ...omitUndefined({ options: optionsOf(options, prior?.inputs.options) }) };
}

/** Returns the options without the content type that the server adds to those of search templates. */
function optionsOf(remote: Plain | undefined, declared: object | undefined): Record<string, string> | undefined {
  const own = Object.entries(objectOf(remote)).filter(([key]) => key !== "content_type" || (declared !== undefined && key in declared));
  return own.length === 0 ? undefined : Object.fromEntries(own.map(([key, value]) => [key, String(value)]));
}

/** Returns the pipelines with a `script` processor that refers to the script; none if they cannot be read. */
async function usersOf(script: string, client: SearchClient): Promise<string[]> {
  return referrers(["_ingest", "pipeline"], (pipeline) => refersTo(pipeline, script), client);
}

function refersTo(value: Plain, script: string): boolean {
  if (Array.isArray(value)) return value.some((item) => refersTo(item, script));
  if (!isObject(value)) return false;
  return objectOf(value["script"])["id"] === script || Object.values(value).some((member) => refersTo(member, script));
}
