// Enrich policies. The server cannot change one; an update only executes it, which builds the enrich index. See docs/modules/search.md#enrich-policies.
import type { Named } from "../../../../contract/properties";
import type { PriorState, Resource } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { equalText } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { readerOf } from "../../collections";
import { equalSets } from "../../equality";
import { jsonOf, objectText } from "../../json/fields";
import type { SearchResponse } from "../../response";
import { isSystemObject } from "../listing";
import { idIn, objectName, objectNameTraits } from "../../ids";
import { namedObject } from "../named";
import { describePolicy, policies, policiesIn } from "./response";

type Inputs = Named<Search.SearchEnrichPolicyInputs, "name">;
type State = Search.SearchEnrichPolicyState;

const enrichNameRule = { minLength: 1, maxLength: 255 };

const operations = namedObject<Inputs, State>({
  key: "name",
  path: policies.path,
  put: ({ name, inputs }, client) => client.put(pathOf(name), bodyOf(inputs)),
  read: readerOf(policies, stateOf),
  async names(client) {
    const names = policiesIn(await client.fetch(policies.path, { expects: "list" })).map(({ name }) => name);
    return names.filter((name) => name !== undefined && !isSystemObject(name)) as string[];
  },
  rejectsExisting: true,
  inUse: { code: "aborted", hint: () => "Delete the pipelines that use the policy first." },
});

/** An enrich policy. */
export const SearchEnrichPolicy: Resource<SearchClient, Inputs, State> = {
  ...operations,
  properties: {
    name: objectNameTraits(enrichNameRule),
    matchField: { validate: enrichNameRule },
    indices: { validate: { minItems: 1 }, equals: equalSets },
    enrichFields: { validate: { minItems: 1 }, equals: equalSets },
    query: { validate: { json: "object" }, default: "{}", equals: equalText },
  },
  identity: { ...operations.identity, written: (inputs) => ({ ...inputs, execute: false }) },

  async create(request, context) {
    const { inputs, created } = request;
    const id = await idIn(context.client, inputs.name);
    await operations.create({ ...request, created: () => created(id, { ...inputs, execute: false }) }, context);
    // If the execution fails, `execute: false` stays in the state, so that the next update executes the policy.
    if (inputs.execute !== false) await execute(inputs.name, context.client);
    created(id);
  },

  async update({ id, inputs, changed }, { client }) {
    if (inputs.execute !== false && changed.has("execute")) await execute(objectName(id), client);
  },
};

/** Returns the policy of exactly that name. The server does not return whether it was executed. */
function stateOf(response: SearchResponse, name: string, prior?: PriorState<Inputs, State>): State | undefined {
  const policy = policiesIn(response).find((entry) => (entry.name ?? name) === name);
  return policy && { ...describePolicy(policy, name), execute: prior?.state.execute ?? true };
}

function pathOf(name: string): string[] {
  return [...policies.path, name];
}

function bodyOf({ policyType, indices, matchField, enrichFields, query }: Inputs): string {
  const policy = { indices: jsonOf(indices), match_field: jsonOf(matchField), enrich_fields: jsonOf(enrichFields), query };
  return objectText({ [policyType]: objectText(policy) });
}

/** Executes the policy and waits until it has ended; only the time limit of the RPC applies. Never repeated: the first execution may still be running. */
async function execute(name: string, client: SearchClient): Promise<void> {
  const options = { query: { wait_for_completion: "true" }, repeat: "never" } as const;
  const response = await client.put([...pathOf(name), "_execute"], undefined, options);
  const { status } = objectOf(response);
  const { phase } = objectOf(status);
  if (phase === "COMPLETE") return;
  const got = typeof phase === "string" ? phase : "none";
  const reason = `Execution of the enrich policy "${name}" failed: expected phase COMPLETE; got ${got}.`;
  throw new ProviderError("failed_precondition", `${reason} The enrich index may be missing. Run \`pulumi up\` again.`);
}
