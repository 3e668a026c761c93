// The binding of an IP strategy to one API in one environment. See docs/modules/cloud.md#strategy-attachments.
import type { Cloud } from "../../../core/gen/types";
import { sameTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import { goneCodes } from "../gone";
import { attachment } from "./attachment";
import { idFormat, idPart, type Parts } from "./ids";
import { listIn, strategiesOf, textIn } from "./listing";

const ids = idFormat(
  ["serviceId", "strategyId", "bindApiId", "environmentName"],
  "service-k3v9x2ab#IPStrategy-9m2c4x7e#api-7fq2m0zd#release",
);
const gone = goneCodes("strategy", "api");

const placeOf = ({ serviceId, strategyId, environmentName }: Parts<"serviceId" | "strategyId" | "environmentName">): PlainMap => ({
  ServiceId: serviceId,
  StrategyId: strategyId,
  EnvironmentName: environmentName,
});

/** A binding of an IP strategy. */
export const ApiGatewayStrategyAttachment = attachment<
  (typeof ids.names)[number],
  Cloud.ApiGatewayStrategyAttachmentInputs,
  Cloud.ApiGatewayStrategyAttachmentState
>({
  ids,
  properties: sameTraits(ids.names, { validate: idPart }),
  state: (parts, id) => ({ ...parts, apiGatewayStrategyAttachmentId: id }),
  isDelayed: true,
  bind: (parts, client) => client.write("BindIPStrategy", { ...placeOf(parts), BindApiIds: [parts.bindApiId] }),
  unbind: (parts, client) => client.deleteIgnoringMissing("UnBindIPStrategy", { ...placeOf(parts), UnBindApiIds: [parts.bindApiId] }, gone),

  async isBound(parts, client) {
    const bound = await client.findPages("DescribeIPStrategy", placeOf(parts), "BindApis", gone);
    return bound?.some(({ ApiId }) => ApiId === parts.bindApiId);
  },

  list: listIn("service", async function* ({ id: serviceId, rowsOf, client }) {
    for (const strategy of await strategiesOf(client, serviceId)) {
      const strategyId = textIn(strategy, "StrategyId", "DescribeIPStrategysStatus");
      for (const environmentName of ["test", "release", "prepub"]) {
        const place = placeOf({ serviceId, strategyId, environmentName });
        for await (const row of rowsOf("DescribeIPStrategy", place, "BindApis")) {
          const id = ids.join({ serviceId, strategyId, environmentName, bindApiId: textIn(row, "ApiId", "DescribeIPStrategy") });
          yield { id, name: id };
        }
      }
    }
  }),
});
