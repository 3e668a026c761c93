/**
 * Loads of a shop's warehouse, searchable: who loads is looked up in the data pipeline service, the event of each load goes through a channel and a
 * trigger to the public door of the search server, and an ingest pipeline and an index template receive it there.
 */
import * as pulumi from "@pulumi/pulumi";
import { cloud, datapipeline, eventrouting, search } from "pulumi-quartet";

const config = new pulumi.Config();
const prefix = config.require("prefix");
// The group of the data pipeline service, and the schema that one of its connections fills.
const group = config.require("group");
const schema = config.require("schema");
const environment = "release";

// What the data pipeline service knows: the warehouse, the connection that loads it, and the account that it works as.
const warehouse = datapipeline.getGroupOutput({ id: group });
const loads = datapipeline.getGroupConnectionsOutput({ id: group, schema });
const account = datapipeline.getGroupServiceAccountOutput({ id: group });
const connection = loads.apply(({ connections = [] }) => {
  if (!connections[0]) throw new Error(`no connection of the group ${group} loads the schema ${schema}`);
  return connections[0];
});

// Where events end: a data stream with a pipeline that says which warehouse they come from.
const time = search.getSearchIngestProcessorDateOutput({ field: "finished", formats: ["ISO8601"] });
const nameOfWarehouse = search.getSearchIngestProcessorSetOutput({ field: "warehouse.name", value: warehouse.name });
const source = search.getSearchIngestProcessorSetOutput({ field: "warehouse.source", value: connection.service });
const receive = new search.SearchIngestPipeline("receive", {
  name: `${prefix}-loads`,
  description: "Says when a load was finished, and of what",
  processors: [time.json, nameOfWarehouse.json, source.json],
});
const stream = new search.SearchIndexTemplate("stream", {
  name: `${prefix}-loads`,
  indexPatterns: [`${prefix}-loads`],
  priority: 200,
  dataStream: {},
  template: { settings: pulumi.jsonStringify({ "index.default_pipeline": receive.name }), lifecycle: { dataRetention: "90d" } },
});

// The door before it. Eventarc adds a token of `deliverer`; the gateway hands it on, and the search server checks it.
const door = new cloud.ApiGatewayService("door", {
  serviceName: `${prefix}-loads`,
  serviceDesc: "Takes events of the warehouse",
  protocol: "https",
  netTypes: ["OUTER"],
  releaseLimit: 50,
});
const loaded = new cloud.ApiGatewayApi("loaded", {
  serviceId: door.id,
  apiName: `${prefix}-loaded`,
  apiDesc: "One finished load",
  authType: "NONE",
  requestConfigPath: "/loads",
  requestConfigMethod: "POST",
  serviceConfigType: "HTTP",
  serviceConfigUrl: config.require("backend"),
  serviceConfigPath: pulumi.interpolate`/${stream.name}/_doc`,
  serviceConfigMethod: "POST",
  serviceConfigTimeout: 10,
  responseType: "JSON",
});
const open = new cloud.ApiGatewayServiceRelease(
  "open",
  { serviceId: door.id, environmentName: environment, releaseDesc: "First version" },
  { dependsOn: [loaded] },
);

// Where events begin: a channel into which the account of the warehouse, and nobody else, may publish.
const channel = new eventrouting.v1.Channel("channel", { channelId: `${prefix}-loads`, labels: { team: prefix } });
const publisher = new eventrouting.v1.ChannelIamMember("publisher", {
  name: channel.name,
  role: "roles/eventarc.publisher",
  member: pulumi.interpolate`serviceAccount:${account.serviceAccount}`,
});
const trigger = new eventrouting.v1.Trigger(
  "trigger",
  {
    triggerId: `${prefix}-loads`,
    channel: channel.name,
    eventFilters: [
      { attribute: "type", value: "com.example.warehouse.load.finished" },
      { attribute: "schema", value: schema },
    ],
    destination: { httpEndpoint: { uri: pulumi.interpolate`https://${door.outerSubDomain}/${environment}/loads` } },
    serviceAccount: config.require("deliverer"),
    labels: { team: prefix, stage: "test" },
  },
  { dependsOn: [open] },
);

// The trigger as it stands at the service. Its id is known when it is there, and ends with its name: so this waits for it.
const { project, location } = trigger;
const routed = eventrouting.v1.getTriggerOutput({ project, location, triggerId: trigger.id.apply((id) => id.split("/").at(-1)!) });

export const warehouseName = warehouse.name;
export const connectionId = connection.id;
export const publisherName = publisher.member;
export const channelName = channel.name;
export const deliversTo = routed.destination.apply(({ httpEndpoint }) => httpEndpoint?.uri);
export const receivedBy = [receive.id, stream.id];
