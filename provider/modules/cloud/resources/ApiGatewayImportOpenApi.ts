// APIs that a service makes from an OpenAPI document (cloud-resources.md 4.19). The document is not told any more; the APIs are, and all of them are deleted.
import type { Born, Known, LegacyResource as Resource } from "../../../core/legacy-contract";
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import { fanOut, type CloudClient } from "../client";
import { sameWord } from "../equal-forms";
import { Refusal } from "../errors";
import { apiNames, flatApi } from "./api-answer";
import { findable } from "./creation";
import { ids, part } from "./ids";
import { stateOf } from "./state";
import { sentOf } from "./values";

type Inputs = Cloud.ApiGatewayImportOpenApiInputs;
type State = Cloud.ApiGatewayImportOpenApiState;

const token = "quartet:cloud:ApiGatewayImportOpenApi";
const form = ids(["serviceId", "apiId"], "service-k3v9x2ab#api-7fq2m0zd");
const gone = ["ResourceNotFound.InvalidApi", "ResourceNotFound.InvalidService"];

/** The APIs of a document. */
export const ApiGatewayImportOpenApi: Resource<CloudClient, Inputs, State> = {
  rules: {
    properties: { serviceId: part, content: { pattern: { matches: /\S/, says: "must not be empty" } }, contentVersion: { minLength: 1 } },
  },
  same: { contentVersion: sameWord, encodeType: sameWord },
  stables: ["apiGatewayImportOpenApiId", "createTime"],
  // Path and method cannot stand twice in a service.
  deleteBeforeReplace: true,

  async create(inputs, client) {
    const { serviceId } = inputs;
    const find = `Look for APIs of the document in service ${serviceId} with getApiGatewayApis. Delete them before the next import.`;
    const params = sentOf(inputs, ["serviceId", "content", "encodeType", "contentVersion"]);
    return findable(find, async () => {
      // Once: what is imported again is made again.
      const answer = await client.write("ImportOpenApi", params, "creation");
      return bornOf(serviceId, isObject(answer) && Array.isArray(answer["ApiSet"]) ? answer["ApiSet"].filter(isObject) : []);
    });
  },

  // Every input replaces: there is something to do only when the import made some of the APIs and failed for others.
  async apply(id) {
    const advice = "Mend the document or the service, then replace it: `pulumi up --replace <urn>`, or `pulumi refresh` and `pulumi up`.";
    throw new ProviderError("failed_precondition", `${token} ${id} was imported in part only, and cannot be completed in place. ${advice}`);
  },

  async read(id, client, known) {
    const { serviceId } = placeOf(id, known);
    const found = await fanOut(apiIds(id, known), async (ApiId) => {
      const api = await client.find("DescribeApi", { ServiceId: serviceId, ApiId }, gone);
      return api && { ...api, ApiId };
    });
    const apis = found.filter((api) => api !== undefined);
    const [first] = apis;
    if (!first) return undefined;
    const { content, encodeType, contentVersion } = { ...known?.standing, ...contentOf(known) } as PlainMap;
    const importedApiIds = apis.map(({ ApiId }) => ApiId);
    const given = { serviceId, content: content ?? "", encodeType: encodeType ?? "", contentVersion: contentVersion ?? "" };
    const own = { ...given, apiGatewayImportOpenApiId: id, apiId: first.ApiId, importedApiIds };
    return { id, state: stateOf<State>(client, "ApiGatewayImportOpenApi", flatApi(first), { names: apiNames, own }) };
  },

  async delete(id, client, known) {
    const { serviceId } = placeOf(id, known);
    for (const ApiId of apiIds(id, known)) await client.undo("DeleteApi", { ServiceId: serviceId, ApiId }, gone);
  },
};

/** The object that the entries of the answer make. Fails when none of them became an API. */
function bornOf(serviceId: string, entries: readonly PlainMap[]): Born {
  const good = entries.filter(({ Status, ApiId }) => sameWord(Status ?? null, "success") && typeof ApiId === "string" && ApiId !== "");
  const bad = entries.filter((entry) => !good.includes(entry));
  const importedApiIds = good.map(({ ApiId }) => String(ApiId));
  const [apiId] = importedApiIds;
  const failed = bad.length > 0 ? new ProviderError("failed_precondition", failureOf(bad, good.length)) : undefined;
  if (apiId === undefined) throw failed ?? empty();
  const outputs: PlainMap = { apiId, importedApiIds };
  const id = form.join({ serviceId, apiId });
  // An empty document in the state: what was wished does not stand there.
  return failed ? { id, outputs: { ...outputs, content: "" }, failed } : { id, outputs };
}

function failureOf(bad: readonly PlainMap[], good: number): string {
  const lines = bad.map(({ Path, Method, ErrMsg }) => `${textOf(Method)} ${textOf(Path)}: ${textOf(ErrMsg) || "no reason given"}`);
  const rest = good > 0 ? `; ${good} became APIs and stay` : "";
  return [`apigateway ImportOpenApi failed for ${bad.length} operations of the document${rest}:`, ...lines].join("\n");
}

const textOf = (value: Plain | undefined): string => (typeof value === "string" ? value : "");

function empty(): ProviderError {
  return new Refusal("ImportOpenApi", { code: "ClientError.EmptyResponse", message: "the answer lists no API" }, { ambiguous: true });
}

/** The document as the state tells it: empty when it was imported in part. */
function contentOf(known: Known<Inputs> | undefined): PlainMap {
  const { content } = known?.outputs ?? {};
  return typeof content === "string" ? { content } : {};
}

/** Fails with `invalid_argument` where nothing is known: no document can be read. */
function placeOf(id: string, known: Known<Inputs> | undefined): { serviceId: string } {
  if (known) return form.split(id);
  const advice = "import each API as quartet:cloud:ApiGatewayApi, or let the program import the document into a service without these APIs";
  throw new ProviderError("invalid_argument", `${token} cannot be imported: the service does not tell the document; ${advice}`);
}

function apiIds(id: string, known: Known<Inputs> | undefined): string[] {
  const { importedApiIds: told } = known?.outputs ?? {};
  const all = Array.isArray(told) ? told.filter((each) => typeof each === "string") : [];
  return all.length > 0 ? all : [form.split(id).apiId];
}
