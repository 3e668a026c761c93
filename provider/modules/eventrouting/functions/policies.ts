// Functions that read IAM policies. See docs/modules/eventrouting.md#iam-policy-functions. An object without a policy has an empty one.
import { requirePolicy } from "../response";
import { idInputs, nameOf, type CollectionId, segment } from "../ids";
import { policyOf } from "../mapping";
import { policyVersionRule } from "../policies";
import { locationFunction } from "./location-function";

function policyFunction<Name extends "getTriggerIamPolicy" | "getChannelIamPolicy" | "getChannelConnectionIamPolicy">(
  name: Name,
  collection: CollectionId,
) {
  const key = idInputs[collection];
  return locationFunction<Name>(
    { properties: { [key]: segment, optionsRequestedPolicyVersion: policyVersionRule } },
    async (place, inputs, client) => {
      const id = String(inputs[key]);
      const { optionsRequestedPolicyVersion: requested } = inputs;
      const query = { "options.requestedPolicyVersion": requested === undefined ? undefined : String(requested) };
      const request = {
        method: "GET",
        name: nameOf(collection, { ...place, id }),
        verb: ":getIamPolicy",
        query,
        caller: name,
      } as const;
      const policy = await requirePolicy(client, request, await client.request(request, "function"));
      return { ...inputs, ...policyOf(client.schema, policy), [key]: id };
    },
  );
}

/** Functions that read IAM policies, by name. */
export const policyFunctions = {
  getTriggerIamPolicy: policyFunction("getTriggerIamPolicy", "triggers"),
  getChannelIamPolicy: policyFunction("getChannelIamPolicy", "channels"),
  getChannelConnectionIamPolicy: policyFunction("getChannelConnectionIamPolicy", "channelConnections"),
};
