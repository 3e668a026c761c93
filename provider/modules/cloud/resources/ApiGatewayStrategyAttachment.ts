// The binding of an IP strategy to one API in one environment. See docs/modules/cloud.md#strategy-attachments.
import type { Cloud } from "../../../core/gen/types";
import { environmentNames } from "../ids";
import { attachment } from "./attachment";
import { listWithin } from "./listing";
import { ipStrategies, services, strategyApis } from "../collections";
import { paramsOf } from "../mapping";

const place = ["serviceId", "strategyId", "environmentName"];

/** A binding of an IP strategy. */
export const ApiGatewayStrategyAttachment = attachment<
  (typeof strategyApis.ids.names)[number],
  Cloud.ApiGatewayStrategyAttachmentInputs,
  Cloud.ApiGatewayStrategyAttachmentState
>({
  rows: strategyApis,
  output: "apiGatewayStrategyAttachmentId",
  isDelayed: true,
  bind: (parts, client) => client.write("BindIPStrategy", { ...paramsOf(parts, place), BindApiIds: [parts.bindApiId] }),
  unbind: (parts, client) =>
    client.remove("UnBindIPStrategy", { ...paramsOf(parts, place), UnBindApiIds: [parts.bindApiId] }, strategyApis.gone),

  list: listWithin(services, async function* (serviceId, client) {
    for await (const [id] of ipStrategies.entries(client, { serviceId }))
      for (const environmentName of environmentNames)
        for await (const [name] of strategyApis.entries(client, { ...ipStrategies.ids.split(id), environmentName }))
          yield { id: name, name };
  }),
});
