/** Inputs of index templates with one part each. */
import type { Json, Properties } from "../../../support/structs";

/** The required inputs alone. */
export const minimal: Properties = { name: "logs-app", indexPatterns: ["logs-app-*"] };
/** With this inner template. */
export const inner = (template: Json): Properties => ({ ...minimal, template });
/** With these settings. */
export const settings = (value: object): Properties => inner({ settings: JSON.stringify(value) });
/** With these mappings. */
export const mappings = (value: object): Properties => inner({ mappings: JSON.stringify(value) });
/** With these aliases. */
export const aliases = (...list: Json[]): Properties => inner({ aliases: list });
/** Of data streams, with this inner template. */
export const stream = (template: Json, dataStream: Json = {}): Properties => ({ ...minimal, dataStream, template });
/** Of data streams that keep documents so long. */
export const kept = (dataRetention: string): Properties => stream({ lifecycle: { dataRetention } });
/** Of data streams with this failure store. */
export const store = (failureStore: Json): Properties => stream({ dataStreamOptions: { failureStore } });
