// The lookups of access policies (eventrouting.md 8.5). An object without a policy has an empty one.
import type { Lookup } from "../../../core/contract";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { collections, nameOf, type Collection } from "../names";
import { policyOf } from "../records";
import { placeOf, segments, type InputsOf, type LookupName, type OutputsOf } from "./answer";

const version = {
  test: (value: unknown) => ([0, 1, 3].includes(value as number) ? undefined : `expected 0, 1 or 3; got ${String(value)}`),
};

function policy<Name extends LookupName>(name: Name, collection: Collection): Lookup<EventClient, InputsOf<Name>, OutputsOf<Name>> {
  const key = collections[collection];
  return {
    rules: { properties: { ...segments("location", "project", key).properties, optionsRequestedPolicyVersion: version } },
    async read(typed, client) {
      const inputs = typed as unknown as PlainMap;
      const place = await placeOf(inputs, client);
      const id = String(inputs[key]);
      const wanted = inputs["optionsRequestedPolicyVersion"];
      const query = { "options.requestedPolicyVersion": wanted === undefined ? undefined : String(wanted) };
      const ask = { method: "GET", name: nameOf(collection, { ...place, id }), verb: ":getIamPolicy", query, asker: name } as const;
      const remote = await client.ask(ask, "lookup");
      const found: PlainMap = { ...inputs, ...policyOf(client.schema, remote), ...place, [key]: id };
      return found as unknown as OutputsOf<Name>;
    },
  };
}

/** Lookups of access policies, by name. */
export const policies = {
  getTriggerIamPolicy: policy("getTriggerIamPolicy", "triggers"),
  getChannelIamPolicy: policy("getChannelIamPolicy", "channels"),
  getChannelConnectionIamPolicy: policy("getChannelConnectionIamPolicy", "channelConnections"),
};
