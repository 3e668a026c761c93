// Enrich policies. The server cannot change one; an update only executes it, which builds the enrich index. See docs/modules/search.md#enrich-policies.
import type { Context, Named, Resource } from "../../../../core/contract";
import { hasCode, ProviderError, withHint } from "../../../../core/errors";
import type { Search } from "../../../../core/gen/types";
import { equalText } from "../../../../core/json";
import { objectOf } from "../../../../core/records";
import type { SearchClient } from "../../client";
import { equalSets } from "../../equality";
import { jsonOf, objectText } from "../../json/fields";
import type { RemoteExecution } from "../../remote";
import { oneBlock } from "../../settings";
import { existingMessage, withImportHint, type NewObject } from "../existing";
import { isSystemObject } from "../listing";
import { canonicalId, nameToDelete, objectIdViolation, objectName, objectNameFormat } from "../ids";
import { describePolicy, policiesIn, type PolicyDescription } from "./response";

type Inputs = Named<Search.SearchEnrichPolicyInputs, "name">;
type State = Search.SearchEnrichPolicyState;

const collection = ["_enrich", "policy"];
const nameRule = { minLength: 1, maxLength: 255 };

/** An enrich policy. */
export const SearchEnrichPolicy: Resource<SearchClient, Inputs, State> = {
  properties: {
    name: { validate: nameRule, stable: true, autoname: objectNameFormat },
    matchField: { validate: nameRule },
    indices: { validate: { minItems: 1 }, equals: equalSets },
    enrichFields: { validate: { minItems: 1 }, equals: equalSets },
    query: { validate: { json: "object" }, equals: equalText },
    searchConnections: { validate: oneBlock, local: true },
    timeouts: { local: true },
  },
  importId: { validate: objectIdViolation },
  // The name is taken until the old policy is deleted.
  deleteBeforeReplace: true,
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },

  async create({ inputs, created, importCommand }, context) {
    const { client } = context;
    const id = `${(await client.cluster()).uuid}/${inputs.name}`;
    await createPolicy({ kind: "Enrich policy", id, importCommand }, inputs, context);
    // If the execution fails, `execute: false` stays in the state, so that the next update executes the policy.
    created(id, { ...inputs, execute: false });
    if (inputs.execute !== false) await execute(inputs.name, client);
    created(id);
  },

  async find(inputs, { client }) {
    const policy = await readPolicy(inputs.name, client);
    if (!policy) return undefined;
    const written = { ...inputs, execute: false };
    return { id: `${(await client.cluster()).uuid}/${inputs.name}`, state: { ...policy, execute: false }, written };
  },

  async update({ id, inputs, changed }, { client }) {
    if (inputs.execute !== false && changed.has("execute")) await execute(objectName(id), client);
  },

  async read({ id, prior }, { client }) {
    const name = objectName(id);
    const policy = await readPolicy(name, client);
    if (!policy) return undefined;
    // The server does not return whether the policy was executed.
    return { id: await canonicalId(id, name, client), state: { ...policy, execute: prior?.state.execute ?? true } };
  },

  async delete({ id }, { client }) {
    try {
      await client.delete(pathOf(nameToDelete(id)));
    } catch (error) {
      throw hasCode(error, "aborted") ? withHint(error, "Delete the pipelines that use the policy first.") : error;
    }
  },

  async *list(_query, { client }) {
    const all = policiesIn(await client.fetch(collection)).map(({ name }) => name);
    const names = all.filter((name) => name !== undefined).filter((name) => !isSystemObject(name));
    const uuid = names.length > 0 ? (await client.cluster()).uuid : "";
    for (const name of names) yield { id: `${uuid}/${name}`, name };
  },
};

function pathOf(name: string): string[] {
  return [...collection, name];
}

function bodyOf({ policyType, indices, matchField, enrichFields, query }: Inputs): string {
  const policy = { indices: jsonOf(indices), match_field: jsonOf(matchField), enrich_fields: jsonOf(enrichFields), query };
  return objectText({ [policyType]: objectText(policy) });
}

/** Creates the policy. If one of that name exists, the error names the inputs in which it differs. */
async function createPolicy(object: NewObject, inputs: Inputs, context: Context<SearchClient>): Promise<void> {
  const { client, differences } = context;
  try {
    await withImportHint(object, () => client.put(pathOf(inputs.name), bodyOf(inputs)));
  } catch (error) {
    // After a lost response the existing policy may be the one of this create: `find` reads it.
    if (!(error instanceof ProviderError) || error.code !== "already_exists" || error.ambiguous) throw error;
    const existing = await readPolicy(inputs.name, client).catch(() => undefined);
    const different = existing ? differences(inputs, { ...existing, execute: inputs.execute ?? true }) : [];
    throw withHint(error, existingMessage(object, different));
  }
}

/** Executes the policy and waits until it has ended; only the time limit of the RPC applies. Never repeated: the first execution may still be running. */
async function execute(name: string, client: SearchClient): Promise<void> {
  const options = { query: { wait_for_completion: "true" }, repeat: "never" } as const;
  const response = await client.put([...pathOf(name), "_execute"], undefined, options);
  const { status }: RemoteExecution = objectOf(response);
  const { phase } = objectOf(status);
  if (phase === "COMPLETE") return;
  const got = typeof phase === "string" ? phase : "none";
  const reason = `Execution of the enrich policy "${name}" failed: expected phase COMPLETE; got ${got}.`;
  throw new ProviderError("failed_precondition", `${reason} The enrich index may be missing. Run \`pulumi up\` again.`);
}

/** Returns the policy of exactly that name. */
async function readPolicy(name: string, client: SearchClient): Promise<PolicyDescription | undefined> {
  const policy = policiesIn(await client.fetch(pathOf(name))).find((entry) => (entry.name ?? name) === name);
  return policy && describePolicy(policy, name);
}
