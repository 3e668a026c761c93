// Documents of APIs. The service builds them in the background, and the build can fail. See docs/modules/cloud.md#api-documents.
import { scalarText } from "../../../core/values/records";
import type { ReadResult, Resource } from "../../../contract/resource";
import { ProviderError } from "../../../core/errors/errors";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { equalSets, equalWords } from "../equality";
import type { RemoteApiDoc } from "../remote";
import { createObject } from "./creation";
import { duplicateViolation, idPart } from "../ids";
import { listOf } from "./listing";
import { apiDocs } from "../collections";
import { paramsOf } from "../mapping";
import { resultOf, secretOf } from "./state";

type Inputs = Cloud.ApiGatewayApiDocInputs;
type State = Cloud.ApiGatewayApiDocState;

const kind = "ApiGatewayApiDoc";
/** Time limit of a build, in seconds. */
const buildLimitSeconds = 300;

/** Returns the document; undefined when it does not exist, which the service also reports by the result null. */
const find = async (id: string, client: CloudClient): Promise<RemoteApiDoc | undefined> =>
  client.find("DescribeAPIDocDetail", { ApiDocId: id }, apiDocs.gone, true);

const failureOf = (id: string, status: string): string =>
  `document ${id}: the build ended with status ${status}. Check that its APIs exist in that environment; the next update builds it again.`;

/** Waits until the document is built, and returns it. Fails with `failed_precondition` when the build fails. */
async function waitUntilBuilt(id: string, client: CloudClient, prior: Prior): Promise<ReadResult<State>> {
  const check = async (): Promise<RemoteApiDoc | undefined> => {
    const document = await find(id, client);
    const status = scalarText(document?.ApiDocStatus ?? "PROCESSING");
    if (status === "PROCESSING" || status === "COMPLETED") return status === "COMPLETED" ? document : undefined;
    throw new ProviderError("failed_precondition", failureOf(id, status));
  };
  return documentResult(client, id, await client.waitUntil(`the build of document ${id}`, check, buildLimitSeconds), prior);
}

/** The inputs of the program, and the state reported last. */
interface Prior {
  inputs: Partial<Inputs>;
  state?: Partial<State>;
}

function documentResult(client: CloudClient, id: string, document: RemoteApiDoc, prior: Prior | undefined): ReadResult<State> {
  const own = { apiDocId: id, sharePassword: secretOf(document.SharePassword, prior?.state?.sharePassword) };
  const result = resultOf<State>(client, { kind, id }, document, { own, priorInputs: prior?.inputs });
  const { apiDocStatus: status = "COMPLETED" } = result.state;
  return { ...result, ...(status !== "COMPLETED" && status !== "" && { incomplete: failureOf(id, status) }) };
}

const contentOf = (inputs: Inputs): PlainMap => paramsOf(inputs, ["apiDocName", "serviceId", "environment", "apiIds"]);

/** A document. */
export const ApiGatewayApiDoc: Resource<CloudClient, Inputs, State> = {
  properties: {
    apiDocName: { validate: { minLength: 1 } },
    serviceId: { validate: idPart },
    environment: { equals: equalWords },
    apiIds: { validate: { minItems: 1, ...idPart, test: (apis) => duplicateViolation(apis, "an API") }, equals: equalSets },
    apiGatewayApiDocId: { stable: true },
    apiDocId: { stable: true },
  },
  importId: apiDocs.ids,

  async create({ inputs, created }, { client }) {
    const { id } = await createObject(client, {
      action: "CreateAPIDoc",
      params: contentOf(inputs),
      id: "ApiDocId",
      lookupHint: `Look for a document named "${inputs.apiDocName}" with getApiGatewayApiDocs. Import it by its ID, or delete it.`,
    });
    created(id, { ...inputs, apiGatewayApiDocId: id, apiDocId: id, apiDocStatus: "PROCESSING" });
    return waitUntilBuilt(id, client, { inputs });
  },

  async update({ id, inputs, changed, prior, remote, merged }, { client }) {
    const isUnderway = changed.names.length === 0 && (await remote()).apiDocStatus === "PROCESSING";
    if (!isUnderway) await client.write("ModifyAPIDoc", { ApiDocId: id, ...contentOf(await merged()) });
    return waitUntilBuilt(id, client, { inputs, state: prior.state });
  },

  async read({ id, prior }, { client }) {
    const document = await find(id, client);
    return document && documentResult(client, id, document, prior);
  },

  delete: ({ id }, { client }) => client.remove("DeleteAPIDoc", { ApiDocId: id }, apiDocs.gone, () => find(id, client)),

  list: listOf(apiDocs, "ApiDocName"),
};
