// The members of responses that this module reads by name; `fromRemote` reads the others. Types only.
import type { RemoteObject } from "../../core/values/records";

/** The response of `GET /`. */
export type RemoteCluster = RemoteObject<"cluster_uuid" | "version">;

/** The member `version` of `GET /`. */
export type RemoteVersion = RemoteObject<"number" | "build_flavor">;

/** The body of an error response. */
export type RemoteFailure = RemoteObject<"error">;

/** An error, and each of its causes. */
export type RemoteError = RemoteObject<
  | "type"
  | "reason"
  | "root_cause"
  | "caused_by"
  | "suppressed"
  | "processor_type"
  | "processor_tag"
  | "property_name"
  | "script_stack"
  | "license.expired.feature"
>;

/** The result of one document of a simulation: the document or an error; with `verbose`, those of each processor. */
export type RemoteSimulatedDocument = RemoteObject<"doc" | "error" | "processor_results">;

/** What a processor did with a document, in a simulation with `verbose`. */
export type RemoteProcessorResult = RemoteObject<"processor_type" | "tag" | "error" | "ignored_error">;

/** A document with its metadata. */
export type RemoteDocument = RemoteObject<"_index" | "_id" | "_source">;

/** A connector. */
export type RemoteConnector = RemoteObject<"id" | "is_native" | "sync_now" | "pipeline" | "scheduling" | "features" | "configuration">;

/** The member `features` of a connector. */
export type RemoteFeatures = RemoteObject<"sync_rules">;

/** A feature of a connector. */
export type RemoteFlag = RemoteObject<"enabled">;

/** An entry of the configuration of a connector. */
export type RemoteEntry = RemoteObject<"type" | "value" | "sensitive">;

/** An entry of `policies`. */
export type RemotePolicyEntry = RemoteObject<"config">;

/** The response of the execution of an enrich policy. */
export type RemoteExecution = RemoteObject<"status">;

/** An entry of `index_templates` or `component_templates`. */
export type RemoteTemplateEntry = RemoteObject<"name" | "index_template" | "component_template">;

/** An index template, or a component template, which has no member `data_stream`. */
export type RemoteTemplateObject = RemoteObject<"data_stream" | "template">;

/** The member `template` of an index or component template. */
export type RemoteTemplateBody = RemoteObject<"aliases" | "lifecycle" | "data_stream_options">;

/** The member `failure_store` of data stream options. */
export type RemoteFailureStore = RemoteObject<"lifecycle">;
