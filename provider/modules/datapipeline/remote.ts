// The members of the service's objects that this module reads by name. Records are mapped by the schema; see mapping.ts.
import type { RemoteObject } from "../../core/values/records";

/** A connection, destination or log service. */
export type RemoteConnection = RemoteObject<"service" | "config">;

/** The config of a service. A destination has its region in `location`. */
export type RemoteConfig = RemoteObject<"location" | "data_set_location" | "table" | "table_group_name">;

/** A record of a list. */
export type RemoteRecord = RemoteObject<"id">;
