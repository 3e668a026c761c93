// Documents of APIs. The service builds them in the background, and the build can fail. See docs/modules/cloud.md#api-documents.
import { scalarText } from "../../../core/records";
import type { Resource } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameSet } from "../equality";
import { hasVendorCode } from "../errors";
import { goneCodes, withGoneHint } from "../gone";
import type { RemoteApiDoc } from "../remote";
import { createObject } from "./creation";
import { duplicateViolation, idFormat, idPart } from "./ids";
import { listOf } from "./listing";
import { paramsOf } from "./params";
import { secretOf, stateOf } from "./state";

type Inputs = Cloud.ApiGatewayApiDocInputs;
type State = Cloud.ApiGatewayApiDocState;

const kind = "ApiGatewayApiDoc";
const gone = goneCodes("doc");
const { validate } = idFormat(["apiDocId"], "apidoc-r4e7u2wm");
/** DeleteAPIDoc declares this code and does not define what was not found. */
const maybeGoneCodes = ["ResourceNotFound"];
/** Time limit of a build, in seconds. */
const buildTime = 300;

const find = async (id: string, client: CloudClient): Promise<RemoteApiDoc | undefined> =>
  client.find("DescribeAPIDocDetail", { ApiDocId: id }, gone);

const failureOf = (id: string, status: string): string =>
  `document ${id}: the build ended with status ${status}. Check that its APIs exist in that environment; the next update builds it again.`;

/** Waits until the document is built. Fails with `failed_precondition` when the build fails. */
async function waitUntilBuilt(id: string, client: CloudClient): Promise<void> {
  const check = async (): Promise<true | undefined> => {
    const status = scalarText((await find(id, client))?.ApiDocStatus ?? "PROCESSING");
    if (status === "PROCESSING") return undefined;
    if (status === "COMPLETED") return true;
    throw new ProviderError("failed_precondition", failureOf(id, status));
  };
  await client.waitUntilVisible(`the build of document ${id}`, check, buildTime);
}

const contentOf = (inputs: Inputs): PlainMap => paramsOf(inputs, ["apiDocName", "serviceId", "environment", "apiIds"]);

const idsOf = (id: string): { apiGatewayApiDocId: string; apiDocId: string } => ({ apiGatewayApiDocId: id, apiDocId: id });

/** A document. */
export const ApiGatewayApiDoc: Resource<CloudClient, Inputs, State> = {
  properties: {
    apiDocName: { validate: { minLength: 1 } },
    serviceId: { validate: idPart },
    apiIds: { validate: { minItems: 1, ...idPart, test: (apis) => duplicateViolation(apis, "an API") }, equals: sameSet },
    apiGatewayApiDocId: { stable: true },
    apiDocId: { stable: true },
  },
  importId: { validate },

  async create({ inputs, created }, { client }) {
    const { id } = await createObject(client, {
      action: "CreateAPIDoc",
      params: contentOf(inputs),
      id: "ApiDocId",
      lookupHint: `Look for a document named "${inputs.apiDocName}" with getApiGatewayApiDocs. Import it by its ID, or delete it.`,
    });
    created(id, { ...inputs, ...idsOf(id), apiDocStatus: "PROCESSING" });
    await waitUntilBuilt(id, client);
  },

  update: withGoneHint("doc", async ({ id, changed, remote, merged }, { client }) => {
    const isUnderway = changed.names.length === 0 && remote.apiDocStatus === "PROCESSING";
    if (!isUnderway) await client.write("ModifyAPIDoc", { ApiDocId: id, ...contentOf(merged()) });
    await waitUntilBuilt(id, client);
  }),

  async read({ id, prior }, { client }) {
    const document = await find(id, client);
    if (!document) return undefined;
    const own = { ...idsOf(id), sharePassword: secretOf(document.SharePassword, prior?.state.sharePassword) };
    const state = stateOf<State>(client, kind, document, { own, priorInputs: prior?.inputs });
    const { apiDocStatus: status = "COMPLETED" } = state;
    return { id, state, ...(status !== "COMPLETED" && status !== "" && { incomplete: failureOf(id, status) }) };
  },

  async delete({ id }, { client }) {
    try {
      await client.deleteIgnoringMissing("DeleteAPIDoc", { ApiDocId: id }, gone);
    } catch (error) {
      if (!hasVendorCode(error, maybeGoneCodes) || (await find(id, client))) throw error;
    }
  },

  list: listOf({ action: "DescribeAPIDocs", rows: "APIDocSet", id: "ApiDocId", name: "ApiDocName" }),
};
