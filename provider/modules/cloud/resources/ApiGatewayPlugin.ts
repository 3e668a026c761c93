// Plugins (cloud-resources.md 4.7).
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import { equalText, isObject } from "../../../core/json";
import type { CloudClient } from "../client";
import { sameWord } from "../equal-forms";
import { changing } from "./changing";
import { newObject } from "./creation";
import { ids } from "./ids";
import { stateOf } from "./state";
import { blank, changedOf, sentOf } from "./values";

type Inputs = Cloud.ApiGatewayPluginInputs;
type State = Cloud.ApiGatewayPluginState;

const form = ids(["pluginId"], "plugin-b6n0t3ys");
const gone = ["ResourceNotFound.InvalidPlugin"];

/** A plugin. */
export const ApiGatewayPlugin: Resource<CloudClient, Inputs, State> = {
  rules: {
    properties: {
      pluginName: {
        minLength: 2,
        maxLength: 50,
        pattern: { matches: /^\p{L}.*[\p{L}\p{N}]$/su, says: "expected a letter at the beginning and a letter or digit at the end" },
      },
      pluginData: { json: "any" },
      description: { maxLength: 200 },
    },
  },
  same: { pluginData: equalText, pluginType: sameWord },
  serverDefaults: blank("description"),
  stables: ["apiGatewayPluginId"],
  checkId: form.check,

  async create(inputs, client) {
    const { id } = await newObject(client, {
      action: "CreatePlugin",
      params: sentOf(inputs, ["pluginName", "pluginType", "pluginData", "description"]),
      id: "PluginId",
      find: `Look for a plugin named "${inputs.pluginName}" in the API Gateway console (action DescribePlugins; no function lists plugins). Import it by its ID, or delete it.`,
    });
    return { id, outputs: { apiGatewayPluginId: id } };
  },

  apply: changing(gone, async (id, inputs, previous, client) => {
    const sameData = equalText(inputs.pluginData, previous.pluginData ?? "");
    const changes = changedOf(inputs, previous, ["pluginName", "description", ...(sameData ? [] : ["pluginData"])]);
    await client.write("ModifyPlugin", { PluginId: id, ...changes });
  }),

  async read(id, client, known) {
    const answer = await client.find("DescribePlugins", { PluginIds: [id], Limit: 100, Offset: 0 }, gone);
    const rows = Array.isArray(answer?.["PluginSet"]) ? answer["PluginSet"].filter(isObject) : [];
    const plugin = rows.find(({ PluginId }) => PluginId === id);
    const about = { own: { apiGatewayPluginId: id }, had: known?.inputs };
    return plugin && { id, state: stateOf(client, "ApiGatewayPlugin", plugin, about) };
  },

  delete: (id, client) => client.undo("DeletePlugin", { PluginId: id }, gone),
};
