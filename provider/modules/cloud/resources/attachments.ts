// Attachments: resources that bind one object to another, without a body of their own. All inputs are parts of the ID.
// See docs/modules/cloud.md#application-attachments, docs/modules/cloud.md#api-key-attachments, docs/modules/cloud.md#plugin-attachments and
// docs/modules/cloud.md#strategy-attachments.
import type { ReadResult, Resource } from "../../../contract/resource";
import { sameTraits } from "../../../core/compare/traits";
import { ProviderError } from "../../../core/errors/errors";
import { mapMembers, type PlainMap } from "../../../core/values/value";
import type { ResourceInputs, ResourceTable } from "../../../kit/tables";
import type { CloudClient } from "../client";
import { apiKeys, appApis, apps, ipStrategies, planKeys, pluginApis, plugins, services, strategyApis, usagePlans } from "../collections";
import { withCodeHint } from "../errors";
import { environmentNames, idPart, verifyPlace, type Parts } from "../ids";
import { paramsOf } from "../mapping";
import type { RowList } from "../row-list";
import { unbindKeys } from "./keys";
import { contentsOf, listWithin, type ListVerb } from "./listing";
import { idOutput } from "./state";

/** How a kind of attachment is bound, unbound and found. */
interface Attachment<Name extends string = string> {
  /** The list of the bindings. */
  rows: RowList<Name>;
  /** Whether a new binding becomes visible with a delay. */
  isDelayed?: boolean;
  bind(parts: Parts<Name>, client: CloudClient): Promise<unknown>;
  /** `isBound` reads the binding. */
  unbind(parts: Parts<Name>, client: CloudClient, isBound: () => Promise<boolean>): Promise<void>;
  list: ListVerb;
}

type Kind = "ApiGatewayApiAppAttachment" | "ApiGatewayApiKeyAttachment" | "ApiGatewayPluginAttachment" | "ApiGatewayStrategyAttachment";

const pluginPlace = ["pluginId", "serviceId", "environmentName"];
const strategyPlace = ["serviceId", "strategyId", "environmentName"];
const disabledKey = "The key is disabled. Set `status` of its ApiGatewayApiKey to on before binding it.";

const table: { readonly [Name in Kind]: Attachment<keyof ResourceInputs<`quartet:cloud:${Name}`> & string> } = {
  ApiGatewayApiAppAttachment: {
    rows: appApis,
    bind: (parts, client) => client.write("BindApiApp", paramsOf(parts, appApis.ids.names)),
    unbind: (parts, client) => client.remove("UnbindApiApp", paramsOf(parts, appApis.ids.names), appApis.gone),
    list: listWithin(apps, contentsOf(appApis)),
  },

  ApiGatewayApiKeyAttachment: {
    rows: planKeys,
    isDelayed: true,
    async bind({ apiKeyId, usagePlanId: UsagePlanId }, client) {
      await client.object("DescribeUsagePlan", { UsagePlanId });
      if (!(await apiKeys.findAlone(apiKeyId, client)))
        throw new ProviderError("not_found", `key ${apiKeyId} does not exist. Check its ID and the region.`);
      await withCodeHint(["UnsupportedOperation.InvalidStatus"], disabledKey, async () =>
        client.write("BindSecretIds", { UsagePlanId, AccessKeyIds: [apiKeyId] }),
      );
    },
    async unbind(parts, client, isBound) {
      await unbindKeys(client, parts.usagePlanId, [parts.apiKeyId]);
      await client.waitUntil(`removal of binding ${planKeys.ids.join(parts)}`, async () => !(await isBound()) || undefined);
    },
    list: listWithin(usagePlans, contentsOf(planKeys)),
  },

  ApiGatewayPluginAttachment: {
    rows: pluginApis,
    bind: (parts, client) => client.write("AttachPlugin", { ...paramsOf(parts, pluginPlace), ApiIds: [parts.apiId] }),
    unbind: (parts, client, isBound) => client.remove("DetachPlugin", paramsOf(parts, [...pluginPlace, "apiId"]), pluginApis.gone, isBound),
    list: listWithin(plugins, contentsOf(pluginApis)),
  },

  ApiGatewayStrategyAttachment: {
    rows: strategyApis,
    isDelayed: true,
    bind: (parts, client) => client.write("BindIPStrategy", { ...paramsOf(parts, strategyPlace), BindApiIds: [parts.bindApiId] }),
    unbind: (parts, client) =>
      client.remove("UnBindIPStrategy", { ...paramsOf(parts, strategyPlace), UnBindApiIds: [parts.bindApiId] }, strategyApis.gone),
    list: listWithin(services, async function* (serviceId, client) {
      for await (const [id] of ipStrategies.entries(client, { serviceId }))
        for (const environmentName of environmentNames)
          for await (const [name] of strategyApis.entries(client, { ...ipStrategies.ids.split(id), environmentName }))
            yield { id: name, name };
    }),
  },
};

/** The resources by name. Every change replaces them. */
export const attachments = mapMembers<Attachment, Resource<CloudClient, Parts<string>, PlainMap>>(table, attachment) as unknown as Pick<
  ResourceTable<"cloud", CloudClient>,
  Kind
>;

function attachment(spec: Attachment, kind: string): Resource<CloudClient, Parts<string>, PlainMap> {
  const { rows, isDelayed = false, bind, unbind, list } = spec;
  const { ids } = rows;
  const bindingResult = (id: string): ReadResult<PlainMap> => ({ id, state: { ...ids.split(id), [idOutput(kind)]: id } });
  return {
    properties: sameTraits(ids.names, { validate: idPart }),
    importId: ids,
    identity: { inputs: ids.names, id: (inputs) => ids.join(inputs) },
    verifyPlace,

    async create({ inputs, created }, { client }) {
      const { id, state } = bindingResult(ids.join(inputs));
      await bind(inputs, client);
      created(id, state);
      // What contains the binding was visible before: if the service reports it as missing now, it was deleted, and the wait ends.
      if (isDelayed) await client.waitUntil(`visibility of ${id}`, () => rows.row(id, client));
      return { id, state };
    },

    read: async ({ id }, context) => (await rows.find(id, context)) && bindingResult(id),
    delete: ({ id }, { client }) => unbind(ids.split(id), client, async () => (await rows.findAlone(id, client)) !== undefined),
    list,
  };
}
