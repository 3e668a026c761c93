// The state of a connector. See docs/modules/search.md#connectors and docs/modules/search.md#connector-configuration. Pure.
import type { PriorState } from "../../../../contract/resource";
import type { Search } from "../../../../core/gen/types";
import { objectOf, omitUndefined } from "../../../../core/values/records";
import { jsonParts } from "../../json/parts";
import { textsFromRemote } from "../../mapping";
import type { SearchResponse } from "../../response";
import { connectorIn, connectorParts } from "./response";
import { importedValues, managedValues, type RegisteredValues } from "./values";

type Inputs = Search.SearchConnectorInputs;
type State = Search.SearchConnectorState;

const textMembers = ["apiKeyId", "apiKeySecretId", "description", "indexName", "language", "name", "serviceType"];
const disabledSchedule = { enabled: false, interval: "0 0 0 * * ?" };

/** The schedules of a new connector. */
export const defaultScheduling = { full: disabledSchedule, incremental: disabledSchedule, accessControl: disabledSchedule };

/** Returns the state; `prior` is absent on import. */
export function connectorState(connectorId: string, response: SearchResponse, prior: PriorState<Inputs, State> | undefined): State {
  const remote = connectorIn(response);
  const partAt = jsonParts(response.text);
  const registered = registeredValues(response);
  return {
    connectorId,
    serviceType: "",
    isNative: remote["is_native"] === true,
    ...textsFromRemote(remote, textMembers, partAt),
    ...connectorParts(remote, partAt),
    ...omitUndefined({ configurationValues: prior ? managedValues(prior, registered) : importedValues(registered) }),
  };
}

/** Returns the entries that the connector service has registered; none before it has started. */
export function registeredValues({ json, text }: SearchResponse): RegisteredValues {
  const { configuration } = objectOf(json);
  const partAt = jsonParts(text);
  return { entries: objectOf(configuration), textAt: (key) => partAt(["configuration", key, "value"]) };
}
