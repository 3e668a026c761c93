// The module `eventrouting/v1`: Google Eventarc. What it offers, and how it is reached.
import type { ModuleContext, FunctionTable, Module, RequestContext, ResourceTable } from "../../core/contract";
import { EventClient, type Shared } from "./client";
import { lists } from "./functions/lists";
import { policies } from "./functions/policies";
import { singles } from "./functions/objects";
import { Channel } from "./resources/Channel";
import { ChannelConnection } from "./resources/ChannelConnection";
import { iamBindings } from "./resources/iam-bindings";
import { iamPolicies } from "./resources/iam-policies";
import { Trigger } from "./resources/Trigger";
import { triggerTypeRules } from "./resources/trigger-rules";
import { settingRules } from "./setting-rules";

/** Creates the client of one call. Settings and credentials are resolved, and their code is loaded, at the first request. */
function connect(host: ModuleContext): (inputs: unknown, operation: RequestContext) => EventClient {
  let shared: Promise<Shared> | undefined;
  const load = async (operation: RequestContext): Promise<Shared> => {
    const { createShared } = await import("./shared");
    return createShared(host, (message) => operation.log("warning", message));
  };
  return (_inputs, operation) => new EventClient(() => (shared ??= load(operation)), operation, host.schema);
}

/** The module. */
export const eventrouting: Module<EventClient> = {
  name: "eventrouting/v1",
  rules: triggerTypeRules,
  settings: settingRules,
  connect,
  functions: { ...lists, ...policies, ...singles } satisfies FunctionTable<"eventrouting/v1", EventClient>,
  resources: { Channel, ChannelConnection, Trigger, ...iamBindings, ...iamPolicies } satisfies ResourceTable<
    "eventrouting/v1",
    EventClient
  >,
};
