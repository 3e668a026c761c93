// Rules of synonym sets: their syntax, and when two lists of them are equal. See docs/modules/search-access.md#synonym-sets. Pure.
import type { ObjectTest, Rules } from "../../../../contract/rules";
import type { Search } from "../../../../core/gen/types";
import { rowsOf, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";

type Rule = Search.SynonymRule;

/** The rules of the types of synonym sets, by token. */
export const synonymTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:SynonymRule": { properties: { ruleId: { minLength: 1 }, synonyms: { test: syntaxViolation } } },
};

/** An ID may occur once in a set. */
export function uniqueRuleTest({ synonymRules }: Parameters<ObjectTest>[0]): ReturnType<ObjectTest> {
  const ids = rowsOf(synonymRules).map(({ ruleId }) => ruleId);
  return ids.flatMap((id, i) => {
    const first = id === undefined || id === null ? i : ids.indexOf(id);
    if (first === i) return [];
    return [{ property: `synonymRules[${i}].ruleId`, reason: `is the ID of synonymRules[${first}], too. Use different IDs.` }];
  });
}

/** A character that a backslash escapes, or a separator with the blanks around it. */
const tokens = /\\[^]|\s*(=>|,)\s*/g;

/** Returns the rule without blanks that have no meaning. An escaped separator is part of a term. */
function normalizeSynonyms(synonyms: string): string {
  return synonyms.trim().replace(tokens, (token, separator?: string) => separator ?? token);
}

function syntaxViolation(value: unknown): string | undefined {
  const text = normalizeSynonyms(String(value));
  const parts = [...text.matchAll(/(?:\\[^]?|(?!=>)[^,\\])+|=>|,/g)].map(([part]) => part);
  if (parts.length === 0) return "must not be empty. Use a rule such as i-pod, ipod.";
  if (parts.filter((part) => part === "=>").length > 1) return 'must contain "=>" at most once. Use a rule for each replacement.';
  const isTerm = (part: string | undefined): boolean => part !== undefined && part !== "=>" && part !== ",";
  const isComplete = parts.every((part, i) => isTerm(part) || (isTerm(parts[i - 1]) && isTerm(parts[i + 1])));
  return isComplete ? undefined : 'needs a term on each side of "=>" and of each comma. Remove the separator, or add the term.';
}

/** Returns whether declared rules have the meaning of others: a rule with an ID is equal to that of the same ID, one without to any other of the same content. */
export function equalSynonymRules(declared: Plain, others: Plain): boolean {
  const own = rulesIn(declared);
  const paired = pairs(own, rulesIn(others));
  return own.length === rulesIn(others).length && paired.every((other, i) => other && ruleContent(own[i]!) === ruleContent(other));
}

/** Returns whether two rules have the same content. */
export function equalSynonyms(left: Plain, right: Plain): boolean {
  return normalizeSynonyms(String(left)) === normalizeSynonyms(String(right));
}

/** Returns the declared rules, each without an ID with that of a rule of the server of the same content. */
export function withServerIds(declared: readonly Rule[], remote: readonly Rule[]): Rule[] {
  const found = pairs(declared, remote);
  return declared.map((rule, i) => {
    const ruleId = rule.ruleId ?? found[i]?.ruleId;
    return ruleId === undefined ? rule : { ...rule, ruleId };
  });
}

/** Returns the rules of the server in the order of the program; those that the program does not declare are last. */
export function inDeclaredOrder(remote: readonly Rule[], declared: readonly Rule[]): Rule[] {
  const found = pairs(declared, remote).filter((rule) => rule !== undefined);
  const known = new Set(found);
  return [...found, ...remote.filter((rule) => !known.has(rule))];
}

function rulesIn(value: Plain): Rule[] {
  return rowsOf(value) as unknown as Rule[];
}

/** Ignored changes may leave a rule without its text. */
function ruleContent({ synonyms }: Rule): string {
  return normalizeSynonyms(textOf(synonyms) ?? "");
}

/** Returns for each declared rule the other one that it describes, none twice: that of its ID, else a remaining one of the same content. */
function pairs(declared: readonly Rule[], others: readonly Rule[]): (Rule | undefined)[] {
  const byId = new Map(others.map((rule) => [rule.ruleId, rule]));
  const identified = declared.map(({ ruleId }) => (ruleId === undefined ? undefined : byId.get(ruleId)));
  const taken = new Set(identified);
  const byContent = new Map<string, Rule[]>();
  for (const rule of others) {
    if (taken.has(rule)) continue;
    const content = ruleContent(rule);
    byContent.set(content, [...(byContent.get(content) ?? []), rule]);
  }
  return declared.map((rule, i) => (rule.ruleId === undefined ? byContent.get(ruleContent(rule))?.shift() : identified[i]));
}
