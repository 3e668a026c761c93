// Plugins. See docs/modules/cloud.md#plugins.
import type { Resource } from "../../../contract/resource";
import type { Cloud } from "../../../core/gen/types";
import { equalText } from "../../../core/json/json";
import type { CloudClient } from "../client";
import { equalWords } from "../equality";
import { createObject, isWhole } from "./creation";
import { listOf } from "./listing";
import { plugins } from "../collections";
import { changedParams, paramsOf } from "../mapping";
import { resultOf } from "./state";

type Inputs = Cloud.ApiGatewayPluginInputs;
type State = Cloud.ApiGatewayPluginState;

const kind = "ApiGatewayPlugin";

/** A plugin. */
export const ApiGatewayPlugin: Resource<CloudClient, Inputs, State> = {
  properties: {
    pluginName: {
      validate: {
        minLength: 2,
        maxLength: 50,
        pattern: { matches: /^\p{L}.*[\p{L}\p{N}]$/su, reason: "expected a letter at the beginning and a letter or digit at the end" },
      },
    },
    pluginData: { validate: { json: "any" }, equals: equalText },
    pluginType: { equals: equalWords },
    description: { validate: { maxLength: 200 }, default: "" },
    apiGatewayPluginId: { stable: true },
  },
  importId: plugins.ids,

  async create({ inputs, created }, { client }) {
    const { id, result } = await createObject(client, {
      action: "CreatePlugin",
      params: paramsOf(inputs, ["pluginName", "pluginType", "pluginData", "description"]),
      id: "PluginId",
      lookupHint: `Look for a plugin named "${inputs.pluginName}" in the API Gateway console (action DescribePlugins; no function lists plugins). Import it by its ID, or delete it.`,
    });
    created(id, { ...inputs, apiGatewayPluginId: id });
    return isWhole(result, ["PluginName", "PluginType", "PluginData"])
      ? resultOf(client, { kind, id }, result, { priorInputs: inputs })
      : undefined;
  },

  async update({ id, inputs, changed }, { client }) {
    const params = changedParams(inputs, changed, ["pluginName", "description", "pluginData"]);
    await client.write("ModifyPlugin", { PluginId: id, ...params });
  },

  async read({ id, prior }, { client, load }) {
    const plugin = await plugins.find(id, { client, load });
    return plugin && resultOf(client, { kind, id }, plugin, { priorInputs: prior?.inputs });
  },

  delete: ({ id }, { client }) => client.remove("DeletePlugin", { PluginId: id }, plugins.gone),

  list: listOf(plugins, "PluginName"),
};
