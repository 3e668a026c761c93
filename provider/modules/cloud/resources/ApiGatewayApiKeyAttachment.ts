// The binding of a key to a usage plan (cloud-resources.md 4.11).
import type { ReadResult, Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import { ProviderError } from "../../../core/errors";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { hinting } from "../errors";
import { bindAnew, demand } from "./binding";
import { findKey } from "./find-key";
import { ids, part } from "./ids";
import { boundAlready } from "./plan-keys";

type Inputs = Cloud.ApiGatewayApiKeyAttachmentInputs;
type State = Cloud.ApiGatewayApiKeyAttachmentState;

const form = ids(["apiKeyId", "usagePlanId"], "AKIDz8krbsJ5yKBZQpn74WFkmLPx3exampl#usagePlan-w8d1r5tc");
const gone = ["ResourceNotFound.InvalidUsagePlan", "ResourceNotFound.InvalidAccessKeyId"];

const paramsOf = (id: string): PlainMap => {
  const { apiKeyId, usagePlanId } = form.split(id);
  return { UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] };
};

/** Whether the key is bound; "gone" without the plan. */
async function look(id: string, client: CloudClient): Promise<"bound" | "unbound" | "gone"> {
  const { apiKeyId, usagePlanId } = form.split(id);
  const plan = await client.find("DescribeUsagePlan", { UsagePlanId: usagePlanId }, gone);
  const keys = plan?.["BindSecretIds"];
  return plan ? (Array.isArray(keys) && keys.includes(apiKeyId) ? "bound" : "unbound") : "gone";
}

async function read(id: string, client: CloudClient): Promise<ReadResult<State> | undefined> {
  return (await look(id, client)) === "bound" ? { id, state: { ...form.split(id), apiGatewayApiKeyAttachmentId: id } } : undefined;
}

/** Waits until the binding shows. Fails when the plan goes meanwhile. */
async function shown(id: string, client: CloudClient): Promise<void> {
  await client.until(`the binding ${id}`, async () => {
    const seen = await look(id, client);
    if (seen === "gone") throw new ProviderError("not_found", `the usage plan ${form.split(id).usagePlanId} went while its key was bound`);
    return seen === "bound" || undefined;
  });
}

/** A binding of a key. */
export const ApiGatewayApiKeyAttachment: Resource<CloudClient, Inputs, State> = {
  properties: { apiKeyId: { validate: part }, usagePlanId: { validate: part } },
  importId: { validate: form.check },

  async create({ inputs, created }, { client }) {
    const { apiKeyId, usagePlanId } = inputs;
    await demand(client, "DescribeUsagePlan", { UsagePlanId: usagePlanId }, `usage plan ${usagePlanId}`);
    if (!(await findKey(apiKeyId, client))) throw new ProviderError("not_found", `key ${apiKeyId} does not exist`);
    const id = form.join({ apiKeyId, usagePlanId });
    const disabled = "The key is disabled; switch it on (status of ApiGatewayApiKey) before it is bound.";
    const bind = (): Promise<unknown> => client.write("BindSecretIds", paramsOf(id));
    await bindAnew({ id, codes: boundAlready, look: () => read(id, client) }, async () =>
      hinting(["UnsupportedOperation.InvalidStatus"], disabled, bind),
    );
    created(id, { ...inputs, apiGatewayApiKeyAttachmentId: id });
    await shown(id, client);
  },

  find: (inputs, { client }) => read(form.join(inputs), client),
  read: ({ id }, { client }) => read(id, client),

  async delete({ id }, { client }) {
    await client.undo("UnBindSecretIds", paramsOf(id), gone);
    await client.until(`the end of the binding ${id}`, async () => ((await look(id, client)) === "bound" ? undefined : true));
  },
};
