/** Names the warehouse of a Fivetran account, and gives the logs that are loaded into it a pipeline. */
import * as pulumi from "@pulumi/pulumi";
import { datapipeline, search } from "pulumi-quartet";

const config = new pulumi.Config();

// Functions build and validate processors. `type` accepts any string, such as one of the configuration, beside the values that it lists.
const duration = search.getSearchIngestProcessorConvertOutput({ field: "event.duration", type: config.require("durationType") });
const cleanup = search.getSearchIngestProcessorRemoveOutput({ fields: ["message"], ignoreMissing: true });

// Objects without a name get the name of the resource and a random suffix.
const access = new search.SearchIngestPipeline("access", {
  description: "Access logs of the shop",
  processors: [duration.json, cleanup.json],
});

// Lists are always present. With `withoutSecrets`, the result as a whole is not a secret.
const group = datapipeline.getGroupsOutput().groups.apply(([first]) => {
  if (!first) throw new Error("the account has no group");
  return first;
});
const warehouse = datapipeline.getDestinationOutput({ id: group.id, withoutSecrets: true });

export const pipeline = access.name;
export const groupName = group.name;
export const warehouseService = warehouse.service;
