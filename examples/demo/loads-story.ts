/** Part three: one stack with all four modules, each on its embedded emulator. */
import { createCloudEmulator } from "../../tests/emulators/cloud/index";
import { exampleKeys as cloudKeys } from "../../tests/emulators/cloud/keys";
import { createPipelineEmulator, exampleKeys as pipelineKeys } from "../../tests/emulators/datapipeline/index";
import { createEventEmulator } from "../../tests/emulators/eventrouting/index";
import { createSearchEmulator } from "../../tests/emulators/search/index";
import type { Served } from "../../tests/emulators/serve";
import { serve } from "../../tests/emulators/serve";
import type { Story } from "./context";
import { change, create, destroy, unchanged } from "./context";

/** Starts the four emulators and returns the story on them; `stop` ends them and discards their state. */
export async function openLoads(): Promise<Story & { stop: () => Promise<void> }> {
  const emulators = {
    search: createSearchEmulator(),
    cloud: createCloudEmulator({ domain: "localhost" }),
    events: createEventEmulator(),
    pipeline: createPipelineEmulator(),
  };
  const { search, cloud, events, pipeline } = emulators;
  const served: Served[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(served.map((each) => each.stop())));
  try {
    for (const { handle } of [search, cloud, events, pipeline]) served.push(await serve(handle));
  } catch (error) {
    await stop();
    throw error;
  }
  const isLeft = (): boolean => {
    const { services, apis } = cloud.gateway;
    return [search.pipelines, search.indexTemplates, services, apis, ...Object.values(events.objects)].some(({ size }) => size > 0);
  };
  return {
    title: "All four modules: loads of a data pipeline, routed as events through a gateway into Elasticsearch",
    example: "loads-to-search-yaml",
    server: `the four embedded emulators, ports ${served.map(({ port }) => port).join(", ")}`,
    environment: environmentOf(served),
    steps: [
      ["Look the warehouse up, make the way of its events from channel to data stream", create],
      ["Preview again: nothing is to be done", unchanged],
      ["Change one label in the program", change("stage", "test", "live")],
      ["Remove everything", (context) => destroy(context, isLeft)],
    ],
    stop,
  };
}

/** Environment variables with the emulators' endpoints, in the order of their start. */
function environmentOf([search, cloud, events, pipeline]: readonly Served[]): Record<string, string> {
  const [[apiKey, apiSecret] = ["", ""]] = Object.entries(pipelineKeys);
  return {
    ELASTICSEARCH_ENDPOINTS: search!.url,
    TENCENTCLOUD_PROTOCOL: "HTTP",
    TENCENTCLOUD_DOMAIN: `localhost:${cloud!.port}`,
    TENCENTCLOUD_REGION: "ap-guangzhou",
    TENCENTCLOUD_SECRET_ID: cloudKeys.secretId,
    TENCENTCLOUD_SECRET_KEY: cloudKeys.secretKey,
    GOOGLE_EVENTARC_CUSTOM_ENDPOINT: events!.url,
    GOOGLE_PROJECT: "demo-project",
    GOOGLE_REGION: "us-central1",
    GOOGLE_OAUTH_ACCESS_TOKEN: "test", // the one token that the emulator has from the start
    FIVETRAN_API_URL: `${pipeline!.url}/v1`,
    FIVETRAN_APIKEY: apiKey,
    FIVETRAN_APISECRET: apiSecret,
  };
}
