// Applications. The service generates key and secret and returns them with every read. See docs/modules/cloud.md#applications.
import type { Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import { rowsOf } from "../../../core/records";
import { sameTraits, mergeTraits } from "../../../core/traits";
import type { CloudClient } from "../client";
import { goneCodes, withGoneHint } from "../gone";
import type { RemoteApiApp } from "../remote";
import { createObject } from "./creation";
import { idFormat } from "./ids";
import { containers, listOf } from "./listing";
import { changedParams, paramsOf } from "./params";
import { secretOf, stateOf } from "./state";
import { readTags, tagChanges, writeTags } from "./tags";

type Inputs = Cloud.ApiGatewayApiAppInputs;
type State = Cloud.ApiGatewayApiAppState;

const kind = "ApiGatewayApiApp";
const gone = goneCodes("app");
const { validate } = idFormat(["apiAppId"], "app-q1z5h8kd");

/** An application. */
export const ApiGatewayApiApp: Resource<CloudClient, Inputs, State> = {
  properties: mergeTraits(
    {
      apiAppName: { validate: { minLength: 1 } },
      apiAppDesc: { default: "", computed: true },
      tags: { default: {} },
    },
    sameTraits(["apiGatewayApiAppId", "apiAppId", "createdTime"], { stable: true }),
  ),
  importId: { validate },

  async create({ inputs, created }, { client }) {
    const { id, result } = await createObject(client, {
      action: "CreateApiApp",
      params: paramsOf(inputs, ["apiAppName", "apiAppDesc"]),
      id: "ApiAppId",
      lookupHint: `Look for an application named "${inputs.apiAppName}" with getApiGatewayApiApps. Import it by its ID, or delete it.`,
    });
    const { tags = {}, ...untagged } = inputs;
    const outputs = { ...stateOf<State>(client, kind, result, { own: idsOf(id) }), ...untagged };
    created(id, outputs);
    await writeTags(client, { kind, id }, { set: tags });
    created(id, { ...outputs, ...inputs });
  },

  update: withGoneHint("app", async (request, { client }) => {
    const { id, inputs, changed } = request;
    const params = changedParams(inputs, changed, ["apiAppName", "apiAppDesc"]);
    if (Object.keys(params).length > 0) await client.write("ModifyApiApp", { ApiAppId: id, ...params });
    await writeTags(client, { kind, id }, tagChanges(request));
  }),

  async read({ id, prior }, { client }) {
    const query = { Filters: [{ Name: "ApiAppId", Values: [id] }], Limit: 100, Offset: 0 };
    const result = await client.find("DescribeApiAppsStatus", query, gone);
    const rows: RemoteApiApp[] = rowsOf(result?.ApiAppSet);
    const app = rows.find(({ ApiAppId }) => ApiAppId === id);
    if (!app) return undefined;
    const secrets = {
      apiAppKey: secretOf(app.ApiAppKey, prior?.state.apiAppKey),
      apiAppSecret: secretOf(app.ApiAppSecret, prior?.state.apiAppSecret),
    };
    const own = { ...idsOf(id), ...secrets, tags: await readTags(client, { kind, id }) };
    return { id, state: stateOf<State>(client, kind, app, { own, priorInputs: prior?.inputs }) };
  },

  delete: ({ id }, { client }) => client.deleteIgnoringMissing("DeleteApiApp", { ApiAppId: id }, gone),

  list: listOf(containers.app),
};

const idsOf = (id: string): { apiGatewayApiAppId: string; apiAppId: string } => ({ apiGatewayApiAppId: id, apiAppId: id });
