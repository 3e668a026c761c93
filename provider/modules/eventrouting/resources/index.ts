// The resources of the module.
import type { ResourceTable } from "../../../kit/tables";
import type { EventClient } from "../client";
import { Channel } from "./Channel";
import { ChannelConnection } from "./ChannelConnection";
import { iamBindings } from "./iam-bindings";
import { iamPolicies } from "./iam-policies";
import { Trigger } from "./Trigger";

/** The resources by name. */
export const resources = { Channel, ChannelConnection, Trigger, ...iamBindings, ...iamPolicies } satisfies ResourceTable<
  "eventrouting/v1",
  EventClient
>;
