// Environment variables of settings: which of several names is set, and whether its value is valid. Pure.
import type { ValueRule } from "../contract/rules";
import { parseBoolean, variableError, type Environment } from "../core/schema/environment";
import { ruleViolations } from "../core/validate/value-rules";

/** A variable that is set. */
export interface Variable {
  name: string;
  text: string;
}

/** Returns the first of the variables that is set; an empty one counts as not set. */
export function firstVariable(names: readonly string[], env: Environment): Variable | undefined {
  const name = names.find((each) => env[each]);
  return name === undefined ? undefined : { name, text: env[name]! };
}

/** Returns the boolean in the first of the variables that is set. Fails with `failed_precondition` for another value. */
export function booleanVariable(names: readonly string[], env: Environment): boolean | undefined {
  const { name = "", text = "" } = firstVariable(names, env) ?? {};
  const word = text.trim();
  const value = parseBoolean(word);
  if (value === undefined && word !== "") throw variableError(name, "expected true or false");
  return value;
}

/** Returns the value of a variable. Fails with `failed_precondition` for one that violates the rule; the message does not contain it. */
export function requireValid<Value extends string | number | string[]>(name: string, value: Value, rule: ValueRule = {}): Value {
  const [violation] = ruleViolations(rule, value);
  if (violation) throw variableError(name, violation.reason);
  return value;
}
