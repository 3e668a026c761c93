// Documents of APIs (cloud-resources.md 4.15). The service builds them in the background, and may fail to.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameSet } from "../equal-forms";
import { isCode } from "../errors";
import { changing } from "./changing";
import { newObject, onceShown } from "./creation";
import { ids, part, repeated } from "./ids";
import { stateOf } from "./state";
import { sentOf, shownSecret } from "./values";

type Inputs = Cloud.ApiGatewayApiDocInputs;
type State = Cloud.ApiGatewayApiDocState;

const kind = "ApiGatewayApiDoc";
const { check } = ids(["apiDocId"], "apidoc-r4e7u2wm");
const gone = ["ResourceNotFound.InvalidApiDoc"];
/** The code that DeleteAPIDoc declares of this family; it does not say what was not found. */
const perhapsGone = ["ResourceNotFound"];
/** How long the service may build, in seconds. */
const buildTime = 300;

const find = async (id: string, client: CloudClient): Promise<PlainMap | undefined> =>
  client.find("DescribeAPIDocDetail", { ApiDocId: id }, gone);

/** Waits until the document is built. Fails with `failed_precondition` when the service could not build it. */
async function built(id: string, client: CloudClient): Promise<void> {
  await client.until(
    `document ${id} to be built`,
    async () => {
      const status = (await find(id, client))?.["ApiDocStatus"] ?? "PROCESSING";
      if (status === "PROCESSING") return undefined;
      if (status === "COMPLETED") return true;
      const says = `the service could not build the document ${id}: its status is ${String(status)}`;
      throw new ProviderError(
        "failed_precondition",
        `${says}; look whether its APIs exist in that environment, the next update builds it anew`,
      );
    },
    buildTime,
  );
}

const contentOf = (inputs: Inputs): PlainMap => sentOf(inputs, ["apiDocName", "serviceId", "environment", "apiIds"]);

const standsAs = (inputs: Inputs, previous: Partial<Inputs>): boolean =>
  (["apiDocName", "serviceId", "environment"] as const).every((key) => inputs[key] === previous[key]) &&
  sameSet(inputs.apiIds, previous.apiIds ?? []);

const idsOf = (id: string): { apiGatewayApiDocId: string; apiDocId: string } => ({ apiGatewayApiDocId: id, apiDocId: id });

/** A document. */
export const ApiGatewayApiDoc: Resource<CloudClient, Inputs, State> = {
  rules: {
    properties: {
      apiDocName: { minLength: 1 },
      serviceId: part,
      apiIds: { minItems: 1, ...part, test: (apis) => repeated(apis, "an API") },
    },
  },
  same: { apiIds: sameSet },
  stables: ["apiGatewayApiDocId", "apiDocId"],
  checkId: check,
  unsettled: ({ apiDocStatus }) => apiDocStatus !== undefined && apiDocStatus !== "COMPLETED",

  async create(inputs, client) {
    const { id } = await newObject(client, {
      action: "CreateAPIDoc",
      params: contentOf(inputs),
      id: "ApiDocId",
      find: `Look for a document named "${inputs.apiDocName}" with getApiGatewayApiDocs. Import it by its ID, or delete it.`,
    });
    return onceShown({ id, outputs: { ...idsOf(id), apiDocStatus: "PROCESSING" } }, () => built(id, client));
  },

  apply: changing(gone, async (id, inputs, previous, client) => {
    // What is being built already needs no more than patience.
    const underway = standsAs(inputs, previous) && (await find(id, client))?.["ApiDocStatus"] === "PROCESSING";
    if (!underway) await client.write("ModifyAPIDoc", { ApiDocId: id, ...contentOf(inputs) });
    await built(id, client);
  }),

  async read(id, client, known) {
    const document = await find(id, client);
    if (!document) return undefined;
    const own = { ...idsOf(id), sharePassword: shownSecret(document["SharePassword"], known?.outputs["sharePassword"]) };
    return { id, state: stateOf(client, kind, document, { own, had: known?.inputs }) };
  },

  async delete(id, client) {
    try {
      await client.undo("DeleteAPIDoc", { ApiDocId: id }, gone);
    } catch (error) {
      if (!isCode(error, perhapsGone) || (await find(id, client))) throw error;
    }
  },
};
