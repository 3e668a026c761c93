// APIs that a service creates from an OpenAPI document. The service does not return the document; all APIs are deleted. See docs/modules/cloud.md#openapi-imports.
import type { PriorState, ReadResult, Resource } from "../../../contract/resource";
import { ProviderError } from "../../../core/errors/errors";
import type { Cloud } from "../../../core/gen/types";
import { objectOf, rowsOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { mapConcurrently } from "../../../kit/concurrency";
import { equalWords } from "../equality";
import { paramsOf } from "../mapping";
import { trimApi } from "./api/response";
import { withLookupHint } from "./creation";
import { idPart, verifyPlace } from "../ids";
import { apis } from "../collections";
import { resultOf } from "./state";

type Inputs = Cloud.ApiGatewayImportOpenApiInputs;
type State = Cloud.ApiGatewayImportOpenApiState;

const token = "quartet:cloud:ApiGatewayImportOpenApi";
const { ids, gone } = apis;

/** The APIs of a document. */
export const ApiGatewayImportOpenApi: Resource<CloudClient, Inputs, State> = {
  properties: {
    serviceId: { validate: idPart },
    content: { validate: { pattern: { matches: /\S/, reason: "must not be empty" } } },
    contentVersion: { validate: { emptyIsAbsent: true }, equals: equalWords },
    encodeType: { validate: { emptyIsAbsent: true }, equals: equalWords },
    apiGatewayImportOpenApiId: { stable: true },
    createTime: { stable: true },
  },
  // A service cannot have two APIs of the same path and method.
  deleteBeforeReplace: true,

  verifyPlace,

  async create({ inputs, created }, { client }) {
    const { serviceId } = inputs;
    const lookupHint = `Look for APIs of the document in service ${serviceId} with getApiGatewayApis. Delete them before the next import.`;
    const params = paramsOf(inputs, ["serviceId", "content", "encodeType", "contentVersion"]);
    const { importedApiIds, failure } = await withLookupHint(lookupHint, async () => {
      // A repeated import creates the APIs again.
      const result = await client.write("ImportOpenApi", params, "creation");
      return importedApis(rowsOf(objectOf(result).ApiSet), client);
    });
    const [apiId] = importedApiIds;
    const id = ids.join({ serviceId, apiId });
    // After a partial import the state holds an empty document, so that a refresh shows the difference.
    const state = { ...inputs, apiGatewayImportOpenApiId: id, apiId, importedApiIds };
    created(id, { ...state, ...(failure && { content: "" }) });
    if (failure) throw failure;
    return client.waitUntil(`visibility of the APIs of ${id}`, async () => {
      const found = await importResult(client, id, { inputs, state });
      return found?.state.importedApiIds?.length === importedApiIds.length ? found : undefined;
    });
  },

  // Every input replaces: this completes a partial import only.
  async update({ id }) {
    const advice = "Fix the document or the service, then run `pulumi refresh`, then `pulumi up` to replace it.";
    throw new ProviderError("failed_precondition", `${token} ${id}: the import was partial and cannot be completed in place. ${advice}`);
  },

  read: async ({ id, prior }, { client }) => importResult(client, id, prior),

  async delete({ id, prior }, { client }) {
    const { serviceId } = placeOf(id, prior);
    for (const ApiId of apiIdsOf(id, prior)) await client.remove("DeleteApi", { ServiceId: serviceId, ApiId }, gone);
  },
};

/** Returns the APIs of the import that exist; undefined if there is none. */
async function importResult(
  client: CloudClient,
  id: string,
  prior: PriorState<Inputs, State> | undefined,
): Promise<ReadResult<State> | undefined> {
  const { serviceId } = placeOf(id, prior);
  const found = await mapConcurrently(apiIdsOf(id, prior), async (ApiId) => {
    const api = await client.find("DescribeApi", { ServiceId: serviceId, ApiId }, gone);
    return api && { ...api, ApiId };
  });
  const imported = found.filter((api) => api !== undefined);
  const [first] = imported;
  if (!first) return undefined;
  const { content = "", encodeType = "", contentVersion = "" } = prior?.state ?? {};
  const importedApiIds = imported.map(({ ApiId }) => ApiId);
  const own = { serviceId, content, encodeType, contentVersion, apiId: first.ApiId, importedApiIds };
  return resultOf(client, { kind: "ApiGatewayImportOpenApi", id }, trimApi(first), { own });
}

/** Returns the IDs of the APIs that an import created, and the failure of the other operations. Fails when there is no API. */
function importedApis(
  entries: readonly PlainMap[],
  client: CloudClient,
): { importedApiIds: [string, ...string[]]; failure?: ProviderError } {
  const imported = entries.filter(
    ({ Status, ApiId }) => equalWords(Status ?? null, "success") && typeof ApiId === "string" && ApiId !== "",
  );
  const failed = entries.filter((entry) => !imported.includes(entry));
  const [first, ...others] = imported.map(({ ApiId }) => String(ApiId));
  const failure = failed.length > 0 ? new ProviderError("failed_precondition", failureOf(failed, imported.length)) : undefined;
  if (first === undefined) throw failure ?? client.missingId("ImportOpenApi");
  return { importedApiIds: [first, ...others], ...(failure && { failure }) };
}

function failureOf(failed: readonly PlainMap[], importedCount: number): string {
  const lines = failed.map(
    ({ Path, Method, ErrMsg }) => `${textOrEmpty(Method)} ${textOrEmpty(Path)}: ${textOrEmpty(ErrMsg) || "no reason given"}`,
  );
  const rest = importedCount > 0 ? `; ${importedCount} were imported and kept` : "";
  return [`apigateway ImportOpenApi failed for ${failed.length} operations of the document${rest}:`, ...lines].join("\n");
}

const textOrEmpty = (value: Plain | undefined): string => (typeof value === "string" ? value : "");

/** Fails with `invalid_argument` on import: the document cannot be read. */
function placeOf(id: string, prior: PriorState<Inputs, State> | undefined): { serviceId: string } {
  if (prior) return ids.split(id);
  const advice =
    "Import each API as quartet:cloud:ApiGatewayApi, or let the program import the document into a service without these APIs.";
  throw new ProviderError("invalid_argument", `Import failed: ${token} ${id}: the service does not return the document. ${advice}`);
}

function apiIdsOf(id: string, prior: PriorState<Inputs, State> | undefined): readonly string[] {
  const { importedApiIds = [] } = prior?.state ?? {};
  return importedApiIds.length > 0 ? importedApiIds : [ids.split(id).apiId];
}
