/**
 * Makes the loads of a shop's warehouse searchable: the loading account is looked up in Fivetran, the event of each load passes a channel and a
 * trigger to the public gateway of Elasticsearch, where an ingest pipeline and an index template process it.
 */
import * as pulumi from "@pulumi/pulumi";
import { cloud, datapipeline, eventrouting, search } from "pulumi-quartet";

const config = new pulumi.Config();
const prefix = config.require("prefix");
// The Fivetran group, and the schema of one of its connections.
const group = config.require("group");
const schema = config.require("schema");
const environment = "release";

// Looked up in Fivetran: the warehouse, the connection that loads it, and its service account.
const warehouse = datapipeline.getGroupOutput({ id: group });
const loads = datapipeline.getGroupConnectionsOutput({ id: group, schema });
const account = datapipeline.getGroupServiceAccountOutput({ id: group });
const connection = loads.apply(({ connections = [] }) => {
  if (!connections[0]) throw new Error(`no connection of the group ${group} loads the schema ${schema}`);
  return connections[0];
});

// The target of the events: a data stream with a pipeline that adds the warehouse.
const time = search.getSearchIngestProcessorDateOutput({ field: "finished", formats: ["ISO8601"], locale: "en" });
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

// The gateway in front of it. Eventarc adds a token of `deliverer`; the gateway forwards it, and Elasticsearch verifies it.
const gateway = new cloud.ApiGatewayService("gateway", {
  serviceName: `${prefix}-loads`,
  serviceDesc: "Takes events of the warehouse",
  protocol: "https",
  netTypes: ["OUTER"],
  releaseLimit: 50,
});
const loaded = new cloud.ApiGatewayApi("loaded", {
  serviceId: gateway.id,
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
  { serviceId: gateway.id, environmentName: environment, releaseDesc: "First version" },
  { dependsOn: [loaded] },
);

// The source of the events: a channel into which only the account of the warehouse may publish.
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
    destination: { httpEndpoint: { uri: pulumi.interpolate`https://${gateway.outerSubDomain}/${environment}/loads` } },
    serviceAccount: config.require("deliverer"),
    labels: { team: prefix, stage: "test" },
  },
  { dependsOn: [open] },
);

// The trigger as the service returns it. The lookup uses the trigger's ID, so that it runs after the trigger is created.
const { project, location } = trigger;
const routed = eventrouting.v1.getTriggerOutput({ project, location, triggerId: trigger.id.apply((id) => id.split("/").at(-1)!) });

export const warehouseName = warehouse.name;
export const connectionId = connection.id;
export const publisherName = publisher.member;
export const channelName = channel.name;
export const deliversTo = routed.destination.apply(({ httpEndpoint }) => httpEndpoint?.uri);
export const receivedBy = [receive.id, stream.id];
