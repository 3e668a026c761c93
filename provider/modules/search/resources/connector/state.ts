// What the resource tells of a connector: only what the program gives is compared with the server, an import takes all (search spec 12.1, 12.3, 12.5). Pure.
import type { PriorState } from "../../../../core/contract";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json";
import type { Plain, PlainMap } from "../../../../core/value";
import { partsOf, textsOf } from "./response";
import { importedValues, managedValues, type Registered } from "./values";
import { jsonParts } from "../../json/parts";
import type { ReadAnswer } from "../../transport";

type Inputs = Search.SearchConnectorInputs;
type Prior = PriorState<Inputs, Search.SearchConnectorState>;

const texts = ["apiKeyId", "apiKeySecretId", "description", "indexName", "language", "name", "serviceType"];
const off = { enabled: false, interval: "0 0 0 * * ?" };
/** The schedules of a new connector. */
export const unscheduled = { full: off, incremental: off, accessControl: off };

/** The state without the id; `prior` is absent on import. */
export function connectorState(answer: ReadAnswer, prior: Prior | undefined): PlainMap {
  const remote = isObject(answer.json) ? answer.json : {};
  const found = { serviceType: "", isNative: remote["is_native"] === true, ...textsOf(remote, texts), ...partsOf(remote) };
  const own = prior ? compared(found, prior) : imported(found);
  const values = prior
    ? prior.inputs.configurationValues && managedValues(prior, registeredIn(answer))
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
function compared(found: PlainMap, { inputs, state }: Prior): Record<string, Plain | undefined> {
  // One that the program took out is still to be emptied; one that it never gave is somebody else's.
  const ours = inputs.description !== undefined || state.description !== undefined;
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

function imported({ name, description }: PlainMap): Record<string, Plain | undefined> {
  return {
    name: filledText(name, undefined),
    description: filledText(description, undefined),
  };
}

function defined(members: Readonly<Record<string, unknown>>): PlainMap {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as PlainMap;
}
