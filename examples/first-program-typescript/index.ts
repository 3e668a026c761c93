/** Gives the access logs of a shop a pipeline and an index template, and names the warehouse that they are loaded into. */
import * as pulumi from "@pulumi/pulumi";
import { datapipeline, search } from "pulumi-quartet";

const config = new pulumi.Config();

// Helpers make the JSON texts of processors. A value of the configuration is a string, although the helper declares the values.
const duration = search.getSearchIngestProcessorConvertOutput({ field: "event.duration", type: config.require("durationType") });
const cleanup = search.getSearchIngestProcessorRemoveOutput({ fields: ["message"], ignoreMissing: true });

// Objects without a name get the name of the resource and a random suffix.
const access = new search.SearchIngestPipeline("access", {
  description: "Access logs of the shop",
  processors: [duration.json, cleanup.json],
});
const logs = new search.SearchIndexTemplate("logs", {
  indexPatterns: ["logs-shop-*"],
  template: { settings: pulumi.jsonStringify({ "index.default_pipeline": access.name }) },
});

// List outputs are always present. `withoutSecrets` results are not secret as a whole.
const group = datapipeline.getGroupsOutput().groups.apply(([first]) => {
  if (!first) throw new Error("the account has no group");
  return first;
});
const warehouse = datapipeline.getDestinationOutput({ id: group.id, withoutSecrets: true });

export const pipeline = access.name;
export const template = logs.name;
export const groupName = group.name;
export const warehouseService = warehouse.service;
