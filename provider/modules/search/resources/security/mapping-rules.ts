// The rules of role mappings: a condition on users, which may contain others. See docs/modules/search-access.md#role-mappings. Pure.
import type { ObjectTest } from "../../../../contract/rules";
import { isJsonMap, type Json } from "../../../../core/json/exact-json";
import { ExactNumber } from "../../../../core/json/exact-number";
import { canonical } from "../../../../core/json/json";
import { mapMembers, type Plain } from "../../../../core/values/value";
import { contentOf } from "../../json/fields";

/** Returns whether two rules match the same users: a list of one value is the value, and the order of conditions does not matter. */
export function equalRules(left: Plain, right: Plain): boolean {
  return canonicalRule(contentOf(left)) === canonicalRule(contentOf(right));
}

function canonicalRule(rule: Json): string {
  if (!isJsonMap(rule)) return canonical(rule);
  const members = Object.entries(rule).map(([kind, value]) => `${kind}:${canonicalCondition(kind, value)}`);
  return members.sort().join(";");
}

function canonicalCondition(kind: string, value: Json): string {
  if (kind === "except") return canonicalRule(value);
  if (kind === "field" && isJsonMap(value))
    return canonical(mapMembers(value, (each) => (Array.isArray(each) && each.length === 1 ? each[0]! : each)));
  return Array.isArray(value) ? `[${value.map(canonicalRule).sort().join(",")}]` : canonical(value);
}

/** Returns where the rules are none that the server accepts. */
export const rulesTest: ObjectTest = ({ rules }) => {
  const content = typeof rules === "string" ? contentOf(rules) : undefined;
  return isJsonMap(content) ? mappingRuleViolations(content, "rules", ["any", "all", "field"]) : [];
};

type Violations = ReturnType<ObjectTest>;

function mappingRuleViolations(rule: Json, property: string, kinds: readonly string[]): Violations {
  const [[kind, value] = [], ...others] = isJsonMap(rule) ? Object.entries(rule) : [];
  if (kind === undefined || value === undefined || others.length > 0 || !kinds.includes(kind))
    return [{ property, reason: `expected an object with exactly one of ${kinds.join(", ")}. Correct the rule.` }];
  const at = `${property}.${kind}`;
  if (kind === "field") return fieldViolations(value, at);
  if (kind === "except") return mappingRuleViolations(value, at, ["any", "all", "field"]);
  if (!Array.isArray(value)) return [{ property: at, reason: "expected a list of rules. Put the rule into a list." }];
  const inner = kind === "all" ? ["any", "all", "field", "except"] : ["any", "all", "field"];
  return value.flatMap((each, i) => mappingRuleViolations(each, `${at}[${i}]`, inner));
}

function fieldViolations(value: Json, at: string): Violations {
  const [[name, match] = [], ...others] = isJsonMap(value) ? Object.entries(value) : [];
  if (name === undefined || match === undefined || others.length > 0)
    return [{ property: at, reason: "expected an object with exactly one field. Use a rule for each field." }];
  const values = Array.isArray(match) ? match : [match];
  const isValid = values.length > 0 && values.every((each) => !Array.isArray(each) && !isJsonMap(each));
  if (!isValid) return [{ property: `${at}.${name}`, reason: "expected a value or a list of values. Correct the rule." }];
  if (!values.some(hasFraction)) return [];
  return [{ property: `${at}.${name}`, reason: "Elasticsearch removes the fraction of a number. Use a whole number, or a string." }];
}

function hasFraction(value: Json): boolean {
  return value instanceof ExactNumber ? value.text.includes(".") : typeof value === "number" && !Number.isInteger(value);
}
