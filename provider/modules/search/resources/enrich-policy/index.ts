// Enrich policies (search spec 15). The server cannot change one: what is left to `apply` is the run that builds the enrich index.
import type { LegacyResource as Resource } from "../../../../core/legacy-contract";
import { hasCode, ProviderError } from "../../../../core/errors";
import type { Search } from "../../../../core/gen/types";
import { equalText, isObject } from "../../../../core/json";
import type { PlainMap } from "../../../../core/value";
import type { SearchClient } from "../../client";
import { described, policiesIn } from "./response";
import { sameSet } from "../../equality";
import { canonicalId, idBreach, nameToDelete, objectName } from "../ids";
import { objectText, textOf } from "../../json/fields";
import { differences, existsAlready, failedCreate } from "../existing";
import { oneBlock } from "../../type-rules";

type Inputs = Search.SearchEnrichPolicyInputs;
type State = Search.SearchEnrichPolicyState;

const token = "quartet:search:SearchEnrichPolicy";
const collection = ["_enrich", "policy"];
const pathOf = (name: string): string[] => [...collection, name];
const same = { indices: sameSet, enrichFields: sameSet, query: equalText };
const local = ["searchConnections", "timeouts"] as const;
const named = { minLength: 1, maxLength: 255 };

/** An enrich policy. */
export const SearchEnrichPolicy: Resource<SearchClient, Inputs, State> = {
  rules: {
    properties: {
      name: named,
      matchField: named,
      indices: { minItems: 1 },
      enrichFields: { minItems: 1 },
      query: { json: "object" },
      searchConnections: oneBlock,
    },
  },
  same,
  local,
  stables: ["name"],
  // The name is taken as long as the old one stands.
  deleteBeforeReplace: true,
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },
  checkId: idBreach,
  // Until the run has ended the state tells that it is still to come, and the next update makes up for it.
  birth: (inputs) => ({ ...inputs, execute: false }),

  async create(inputs, client) {
    const id = `${(await client.cluster()).uuid}/${inputs.name}`;
    await client.put(pathOf(inputs.name), bodyOf(inputs)).catch((error: unknown) => refuse(error, inputs, { id, client }));
    return id;
  },

  async recover(inputs, client) {
    const standing = await stateOf(inputs.name, client);
    return standing && differing(inputs, standing).length === 0 ? `${(await client.cluster()).uuid}/${inputs.name}` : undefined;
  },

  async apply(id, { execute = true }, previous, client) {
    if (execute && previous.execute !== true) await run(objectName(id), client);
  },

  async read(id, client, known) {
    const name = objectName(id);
    const state = await stateOf(name, client);
    const execute = known?.standing.execute ?? true;
    return state && { id: await canonicalId(id, name, client), state: { ...state, execute } as unknown as State };
  },

  async delete(id, client) {
    await client.delete(pathOf(nameToDelete(id))).catch((error: unknown) => {
      if (!hasCode(error, "aborted")) throw error;
      throw advised(error as ProviderError, "Delete the pipelines that refer to it first.");
    });
  },

  async *list(client) {
    const policies = policiesIn(await client.answer(collection));
    const uuid = policies.length > 0 ? (await client.cluster()).uuid : "";
    for (const { name } of policies) if (name !== undefined) yield { id: `${uuid}/${name}`, name };
  },
};

function bodyOf({ policyType, indices, matchField, enrichFields, query }: Inputs): string {
  const policy = { indices: textOf(indices), match_field: textOf(matchField), enrich_fields: textOf(enrichFields), query };
  return objectText({ [policyType]: objectText(policy) });
}

/** Runs the policy and waits for the end; limited by the time limit of the operation alone. Never asked twice: the first may still be running. */
async function run(name: string, client: SearchClient): Promise<void> {
  const answer = await client.put([...pathOf(name), "_execute"], undefined, { query: { wait_for_completion: "true" }, repeat: "never" });
  const status = isObject(answer) ? answer["status"] : undefined;
  const phase = isObject(status) ? status["phase"] : undefined;
  if (phase === "COMPLETE") return;
  const told = typeof phase === "string" ? `ended in the phase ${phase}` : "told no phase";
  throw new ProviderError(
    "failed_precondition",
    `the execution of the enrich policy "${name}" ${told}, expected COMPLETE; the enrich index may be missing`,
  );
}

/** The policy of exactly that name, or nothing. */
async function stateOf(name: string, client: SearchClient): Promise<PlainMap | undefined> {
  const policies = policiesIn(await client.answer(pathOf(name)));
  const policy = policies.find((entry) => (entry.name ?? name) === name);
  return policy && described(policy, name);
}

function differing(inputs: Inputs, standing: PlainMap): string[] {
  return differences(inputs, standing, { same, local: [...local, "execute"] });
}

/** Tells what is in the way; after a lost answer it may be the policy of this very create, which `recover` finds out. */
async function refuse(error: unknown, inputs: Inputs, { id, client }: { id: string; client: SearchClient }): Promise<never> {
  if (!hasCode(error, "already_exists") || (error as ProviderError).ambiguous) throw failedCreate(error, token, id);
  const standing = await stateOf(inputs.name, client).catch(() => undefined);
  const advice = existsAlready(token, "enrich policy", id, standing ? differing(inputs, standing) : []);
  throw advised(error as ProviderError, advice.message);
}

function advised(error: ProviderError, advice: string): ProviderError {
  return new ProviderError(error.code, `${error.message}\n${advice}`, { cause: error, ambiguous: error.ambiguous });
}
