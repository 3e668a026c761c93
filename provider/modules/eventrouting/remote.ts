// The members of the service's objects that several files of this module read by name. Records are mapped by the schema; see mapping.ts.
import type { RemoteObject } from "../../core/values/records";

/** A trigger, channel, channel connection or event provider. */
export type RemoteRecord = RemoteObject<"name" | "createTime" | "conditions" | "eventTypes">;

/** An IAM policy. */
export type RemoteIamPolicy = RemoteObject<"etag" | "bindings" | "auditConfigs">;

/** A page of a list. */
export type RemotePage = RemoteObject<"nextPageToken" | "unreachable">;

/** A long-running operation. */
export type RemoteOperation = RemoteObject<"name" | "done">;
