// Applications. The service generates key and secret and returns them with every read. See docs/modules/cloud.md#applications.
import type { ReadContext } from "../../../contract/shared-reads";
import type { PriorState, ReadResult, Resource } from "../../../contract/resource";
import type { Cloud } from "../../../core/gen/types";
import { sameTraits, mergeTraits } from "../../../core/compare/traits";
import type { CloudClient } from "../client";
import type { RemoteApiApp } from "../remote";
import { createObject, isWhole } from "./creation";
import { listOf } from "./listing";
import { apps } from "../collections";
import { changedParams, paramsOf } from "../mapping";
import { resultOf, secretOf } from "./state";
import { readTags, tagChanges, writeTags } from "./tags";

type Inputs = Cloud.ApiGatewayApiAppInputs;
type State = Cloud.ApiGatewayApiAppState;

const kind = "ApiGatewayApiApp";

/** An application. */
export const ApiGatewayApiApp: Resource<CloudClient, Inputs, State> = {
  properties: mergeTraits(
    {
      apiAppName: { validate: { minLength: 1 } },
      apiAppDesc: { default: "", computed: true },
    },
    sameTraits(["apiGatewayApiAppId", "apiAppId", "apiAppKey", "apiAppSecret", "createdTime"], { stable: true }),
  ),
  importId: apps.ids,

  async create({ inputs, created }, context) {
    const { client } = context;
    const { id, result } = await createObject(client, {
      action: "CreateApiApp",
      params: paramsOf(inputs, ["apiAppName", "apiAppDesc"]),
      id: "ApiAppId",
      lookupHint: `Look for an application named "${inputs.apiAppName}" with getApiGatewayApiApps. Import it by its ID, or delete it.`,
    });
    const { tags = {}, ...untagged } = inputs;
    const { state } = resultOf<State>(client, { kind, id }, result, { own: { apiAppId: id } });
    const outputs = { ...state, ...untagged };
    created(id, outputs);
    await writeTags(client, { kind, id }, { set: tags });
    created(id, { ...outputs, ...inputs });
    return isWhole(result, ["ApiAppName", "ApiAppKey", "ApiAppSecret"]) ? appResult(context, id, result) : undefined;
  },

  async update(request, { client }) {
    const { id, inputs, changed } = request;
    const params = changedParams(inputs, changed, ["apiAppName", "apiAppDesc"]);
    const tags = await tagChanges(request);
    if (Object.keys(params).length > 0) await client.write("ModifyApiApp", { ApiAppId: id, ...params });
    await writeTags(client, { kind, id }, tags);
  },

  async read({ id, prior }, context) {
    const app = await apps.find(id, context);
    return app && appResult(context, id, app, prior);
  },

  delete: ({ id }, { client }) => client.remove("DeleteApiApp", { ApiAppId: id }, apps.gone),

  list: listOf(apps, "ApiAppName"),
};

/** Returns the application, with its tags. */
async function appResult(
  reads: ReadContext<CloudClient>,
  id: string,
  app: RemoteApiApp,
  prior?: PriorState<Inputs, State>,
): Promise<ReadResult<State>> {
  const secrets = {
    apiAppKey: secretOf(app.ApiAppKey, prior?.state.apiAppKey),
    apiAppSecret: secretOf(app.ApiAppSecret, prior?.state.apiAppSecret),
  };
  const own = { apiAppId: id, ...secrets, tags: await readTags(reads, { kind, id }) };
  return resultOf(reads.client, { kind, id }, app, { own, priorInputs: prior?.inputs });
}
