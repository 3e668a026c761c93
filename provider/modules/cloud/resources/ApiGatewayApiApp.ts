// Applications (cloud-resources.md 4.8). Key and secret are the service's; they come with every read.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import type { CloudClient } from "../client";
import { pascal } from "../naming";
import { changing } from "./changing";
import { newObject } from "./creation";
import { ids } from "./ids";
import { stateOf } from "./state";
import { noTags, readTags, writeTags } from "./tags";
import { blank, changedOf, sentOf, shownSecret } from "./values";

type Inputs = Cloud.ApiGatewayApiAppInputs;
type State = Cloud.ApiGatewayApiAppState;

const kind = "ApiGatewayApiApp";
const { check } = ids(["apiAppId"], "app-q1z5h8kd");
const gone = ["ResourceNotFound.InvalidApiApp"];

/** An application. */
export const ApiGatewayApiApp: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { apiAppName: { minLength: 1 } } },
  serverDefaults: { ...blank("apiAppDesc"), ...noTags },
  filled: ["apiAppDesc"],
  stables: ["apiGatewayApiAppId", "apiAppId", "createdTime"],
  checkId: check,
  birth: ({ tags: _tags, ...rest }) => rest,

  async create(inputs, client) {
    const { id, answer } = await newObject(client, {
      action: "CreateApiApp",
      params: sentOf(inputs, ["apiAppName", "apiAppDesc"]),
      id: "ApiAppId",
      find: `Look for an application named "${inputs.apiAppName}" with getApiGatewayApiApps. Import it by its ID, or delete it.`,
    });
    const { apiAppName: _name, apiAppDesc: _desc, ...outputs } = stateOf<State>(client, kind, answer, { own: idsOf(id) });
    return { id, outputs };
  },

  apply: changing(gone, async (id, inputs, previous, client) => {
    // A description that the program leaves out is the service's business; an empty one takes it away.
    const given = (["apiAppName", "apiAppDesc"] as const).filter((key) => inputs[key] !== undefined);
    const changes = changedOf(inputs, previous, given);
    if (Object.keys(changes).length > 0) await client.write("ModifyApiApp", { ApiAppId: id, ...changes });
    await writeTags(client, { kind, id }, inputs.tags, previous.tags);
  }),

  async read(id, client, known) {
    const question = { Filters: [{ Name: "ApiAppId", Values: [id] }], Limit: 100, Offset: 0 };
    const answer = await client.find("DescribeApiAppsStatus", question, gone);
    const rows = Array.isArray(answer?.["ApiAppSet"]) ? answer["ApiAppSet"].filter(isObject) : [];
    const app = rows.find(({ ApiAppId }) => ApiAppId === id);
    if (!app) return undefined;
    const secrets = Object.fromEntries(
      (["apiAppKey", "apiAppSecret"] as const).map((key) => [key, shownSecret(app[pascal(key)], known?.outputs[key])]),
    );
    const own = { ...idsOf(id), ...secrets, tags: await readTags(client, { kind, id }) };
    return { id, state: stateOf(client, kind, app, { own, had: known?.inputs }) };
  },

  delete: (id, client) => client.undo("DeleteApiApp", { ApiAppId: id }, gone),
};

const idsOf = (id: string): { apiGatewayApiAppId: string; apiAppId: string } => ({ apiGatewayApiAppId: id, apiAppId: id });
