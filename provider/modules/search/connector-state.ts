// What the resource tells of a connector: only what the program gives is compared with the server, an import takes all (search spec 12.1, 12.3, 12.5). Pure.
import type { Known } from "../../core/contract";
import type { Search } from "../../core/gen/types";
import { equal, isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";
import { partsOf, textsOf } from "./connector-answer";
import { importedValues, managedValues, type Registered } from "./connector-values";
import { jsonParts } from "./json-parts";
import type { ReadAnswer } from "./server";

type Inputs = Search.SearchConnectorInputs;

const texts = ["apiKeyId", "apiKeySecretId", "description", "indexName", "language", "name", "serviceType"];
const off = { enabled: false, interval: "0 0 0 * * ?" };
/** The schedules of a new connector. */
const unscheduled = { full: off, incremental: off, accessControl: off };

/** The state without the id; `known` is absent on import. */
export function connectorState(answer: ReadAnswer, known: Known<Inputs> | undefined): PlainMap {
  const remote = isObject(answer.json) ? answer.json : {};
  const found = { serviceType: "", isNative: remote["is_native"] === true, ...textsOf(remote, texts), ...partsOf(remote) };
  const own = known ? compared(found, known) : imported(found);
  const values = known
    ? known.inputs.configurationValues && managedValues(known, registeredIn(answer))
    : importedValues(registeredIn(answer));
  return defined({ ...found, ...own, configurationValues: values });
}

/** The entries that the connector service has registered; none before it has started. */
export function registeredIn({ json, text }: ReadAnswer): Registered {
  const configuration = isObject(json) ? json["configuration"] : undefined;
  const partAt = jsonParts(text);
  return { entries: isObject(configuration) ? configuration : {}, textAt: (key) => partAt(["configuration", key, "value"]) };
}

/** What the server adds to members that it has differently when they are not given. */
function compared(found: PlainMap, { inputs, standing }: Known<Inputs>): Record<string, Plain | undefined> {
  // One that the program took out is still to be emptied; one that it never gave is somebody else's.
  const ours = inputs.description !== undefined || standing.description !== undefined;
  return {
    name: filledText(found["name"], inputs.name),
    description: ours ? filledText(found["description"], inputs.description) : undefined,
    scheduling: found["scheduling"] ?? (inputs.scheduling && {}),
    features: found["features"] ?? (inputs.features && {}),
  };
}

/** An empty text and none are the same to the server. */
function filledText(text: Plain | undefined, given: string | undefined): Plain | undefined {
  return text === undefined || text === "" ? (given === "" ? "" : undefined) : text;
}

function imported({ name, description, scheduling }: PlainMap): Record<string, Plain | undefined> {
  return {
    name: filledText(name, undefined),
    description: filledText(description, undefined),
    scheduling: equal(scheduling, unscheduled) ? undefined : scheduling,
  };
}

function defined(members: Readonly<Record<string, unknown>>): PlainMap {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as PlainMap;
}
