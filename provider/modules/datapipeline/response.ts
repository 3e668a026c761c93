// Reads responses of the service. A body that it does not send is an error, never an empty result. Pure. See docs/modules/datapipeline.md#requests.
import { ProviderError } from "../../core/errors/errors";
import { exactText, isJsonMap, parseDigitsAsText, parseExact, type Json, type JsonMap } from "../../core/json/exact-json";
import { digitsAsText } from "../../core/json/json";
import { mapMembers, type Plain } from "../../core/values/value";

/** Advice for a response that may come from another server. */
export const addressAdvice = "Check apiUrl and the proxies.";

/**
 * Returns the body of a response; `undefined` if it is not JSON. Numbers that a double cannot hold become texts with all digits. The variables of a
 * transformation become texts here: the schema has a map of texts, and a list or an object in it has to keep the digits of its numbers.
 */
export function readBody(text: string): Plain | undefined {
  // Most bodies have none: their values are used as they are parsed, without a copy.
  if (!text.includes("configurable_variables")) return parseDigitsAsText(text);
  const body = parseExact(text);
  return body && digitsAsText(withVariableTexts(body));
}

function withVariableTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withVariableTexts);
  if (!isJsonMap(value)) return value;
  return mapMembers(value, (member, key) =>
    key === "transformation_config" && isJsonMap(member) ? variableTexts(member) : withVariableTexts(member),
  );
}

function variableTexts(config: JsonMap): JsonMap {
  const { configurable_variables: variables } = config;
  if (!isJsonMap(variables)) return config;
  const texts = mapMembers(variables, (value) => (isJsonMap(value) || Array.isArray(value) ? exactText(value) : value));
  return { ...config, configurable_variables: texts };
}

/** Returns the error for a success with a body of another form. */
export function unexpectedResponse(endpoint: string, reason: string, advice = addressAdvice): ProviderError {
  return new ProviderError("unavailable", `${endpoint}: ${reason}. ${advice}`);
}
