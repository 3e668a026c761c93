// Writes the configuration values of a connector. See docs/modules/search.md#connector-configuration.
import type { UpdateRequest } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { join } from "../../../../core/values/path";
import type { SearchClient } from "../../client";
import { missingObject } from "../../ids";
import type { SearchResponse } from "../../response";
import { registeredValues } from "./state";
import { exposedKeys, valuesBody, type Values } from "./values";

type Inputs = Search.SearchConnectorInputs;

/** Returns the values that changed; the server keeps the others. */
export function changedValues({ inputs, changed }: Pick<UpdateRequest<Inputs, unknown>, "inputs" | "changed">): Values {
  const values = Object.entries(inputs.configurationValues ?? {});
  return Object.fromEntries(values.filter(([key]) => changed.has(join("configurationValues", key) as `configurationValues.${string}`)));
}

/** Writes the values. Fails if the connector service has not registered the fields of its type. */
export async function writeValues(path: readonly string[], values: Values, { serviceType }: Inputs, client: SearchClient): Promise<void> {
  if (Object.keys(values).length === 0) return;
  const response = await client.fetch(path);
  if (!response) throw missingObject(`connector "${path.at(-1)}"`);
  if (Object.keys(registeredValues(response).entries).length === 0) throw unregisteredError(serviceType);
  await client.put([...path, "_configuration"], valuesBody(values));
}

function unregisteredError(serviceType: string): ProviderError {
  const reason = `the connector service has not registered the fields of the service type "${serviceType}".`;
  const advice = "Start the connector service, then run `pulumi up` again to write configurationValues.";
  return new ProviderError("failed_precondition", `Connector configuration schema not yet registered: ${reason} ${advice}`);
}

/** Logs a warning for each sensitive field that is not declared as a secret. */
export function warnOfExposedKeys(values: Values = {}, response: SearchResponse, client: SearchClient): void {
  for (const key of exposedKeys(values, registeredValues(response)))
    client.warnOnce(`configurationValues.${key}: the field is sensitive. Use secretValue, so that its value is stored as a secret.`);
}
