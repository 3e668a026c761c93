// The members of the service's objects that this module reads by name. Records are mapped by the schema; see mapping.ts.
import type { RemoteObject } from "../../core/values/records";

/** A trigger, channel, channel connection or event provider. */
export type RemoteRecord = RemoteObject<"name" | "createTime" | "conditions" | "eventTypes">;

/** An IAM policy. */
export type RemoteIamPolicy = RemoteObject<"etag" | "bindings" | "auditConfigs">;

/** A condition of a trigger. */
export type RemoteCondition = RemoteObject<"code" | "message">;

/** An event type of a provider. */
export type RemoteEventType = RemoteObject<"filteringAttributes">;

/** A filtering attribute of an event type. */
export type RemoteAttribute = RemoteObject<"pathPatternSupported">;

/** A page of a list. */
export type RemotePage = RemoteObject<"nextPageToken" | "unreachable">;

/** A long-running operation. */
export type RemoteOperation = RemoteObject<"name" | "done">;

/** The destination of a trigger; functions create triggers of their own. */
export type RemoteDestination = RemoteObject<"cloudFunction">;

/** The transport of a trigger. */
export type RemoteTransport = RemoteObject<"pubsub">;

/** The Pub/Sub topic of a transport. */
export type RemotePubsub = RemoteObject<"topic">;
