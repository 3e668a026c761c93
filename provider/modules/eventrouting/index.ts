// The module `eventrouting/v1`: Google Eventarc. What it offers, and how it is reached.
import type { Host, LookupTable, Module, Operation, ResourceTable } from "../../core/contract";
import type { Send } from "../../http/message";
import { EventClient, type Shared } from "./client";
import { lists } from "./lookups/lists";
import { policies } from "./lookups/policies";
import { singles } from "./lookups/single";
import { Channel } from "./resources/Channel";
import { ChannelConnection } from "./resources/ChannelConnection";
import { iamBindings } from "./resources/iam-bindings";
import { iamPolicies } from "./resources/iam-policies";
import { Trigger } from "./resources/Trigger";
import { triggerTypeRules } from "./resources/trigger-rules";
import { settingRules } from "./setting-rules";

/** Makes the client of one call. Settings and credentials are looked up, and their code is loaded, when something is asked of the service. */
function connect(host: Host): (inputs: unknown, operation: Operation) => EventClient {
  let shared: Promise<Shared> | undefined;
  const load = async (operation: Operation): Promise<Shared> => {
    const { createShared } = await import("./shared");
    return createShared(host as Host<Send>, (message) => operation.log("warning", message));
  };
  return (_inputs, operation) => new EventClient(() => (shared ??= load(operation)), operation, host.schema);
}

/** The module. */
export const eventrouting: Module<EventClient> = {
  name: "eventrouting/v1",
  rules: triggerTypeRules,
  settings: settingRules,
  connect,
  lookups: { ...lists, ...policies, ...singles } satisfies LookupTable<"eventrouting/v1", EventClient>,
  resources: { Channel, ChannelConnection, Trigger, ...iamBindings, ...iamPolicies } satisfies ResourceTable<
    "eventrouting/v1",
    EventClient
  >,
};
