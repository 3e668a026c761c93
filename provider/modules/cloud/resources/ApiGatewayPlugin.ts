// Plugins. See docs/modules/cloud.md#plugins.
import type { Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import { equalText } from "../../../core/json";
import { rowsOf } from "../../../core/records";
import type { CloudClient } from "../client";
import { sameWord } from "../equality";
import { goneCodes, withGoneHint } from "../gone";
import { createObject } from "./creation";
import { idFormat } from "./ids";
import { containers, listOf } from "./listing";
import { changedParams, paramsOf } from "./params";
import { stateOf } from "./state";

type Inputs = Cloud.ApiGatewayPluginInputs;
type State = Cloud.ApiGatewayPluginState;

const kind = "ApiGatewayPlugin";
const gone = goneCodes("plugin");
const { validate } = idFormat(["pluginId"], "plugin-b6n0t3ys");

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
    pluginType: { equals: sameWord },
    description: { validate: { maxLength: 200 }, default: "" },
    apiGatewayPluginId: { stable: true },
  },
  importId: { validate },

  async create({ inputs, created }, { client }) {
    const { id } = await createObject(client, {
      action: "CreatePlugin",
      params: paramsOf(inputs, ["pluginName", "pluginType", "pluginData", "description"]),
      id: "PluginId",
      lookupHint: `Look for a plugin named "${inputs.pluginName}" in the API Gateway console (action DescribePlugins; no function lists plugins). Import it by its ID, or delete it.`,
    });
    created(id, { ...inputs, apiGatewayPluginId: id });
  },

  update: withGoneHint("plugin", async ({ id, inputs, changed }, { client }) => {
    const params = changedParams(inputs, changed, ["pluginName", "description", "pluginData"]);
    await client.write("ModifyPlugin", { PluginId: id, ...params });
  }),

  async read({ id, prior }, { client }) {
    const result = await client.find("DescribePlugins", { PluginIds: [id], Limit: 100, Offset: 0 }, gone);
    const rows = rowsOf(result?.PluginSet);
    const plugin = rows.find(({ PluginId }) => PluginId === id);
    const options = { own: { apiGatewayPluginId: id }, priorInputs: prior?.inputs };
    return plugin && { id, state: stateOf<State>(client, kind, plugin, options) };
  },

  delete: ({ id }, { client }) => client.deleteIgnoringMissing("DeletePlugin", { PluginId: id }, gone),

  list: listOf(containers.plugin),
};
