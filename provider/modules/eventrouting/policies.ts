// IAM policies as lists of bindings: normal forms of members, bindings and conditions. See docs/modules/eventrouting.md#iam-resources. Pure.
import type { ValueRule } from "../../contract/rules";
import { canonical, isObject } from "../../core/json/json";
import { rowsOf, scalarText } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";

/** A condition of a binding. */
type Condition = {
  title?: string;
  expression?: string;
  description?: string;
  location?: string;
};

/** A role, its members, and its condition. */
export type Binding = {
  role: string;
  members: string[];
  condition?: Condition;
};

/** A policy of the service; other members of it are kept. */
export interface Policy {
  etag: string;
  bindings: Binding[];
}

/** The rule of a policy version. */
export const policyVersionRule: ValueRule = {
  test: (value) => (value === 0 || value === 1 || value === 3 ? undefined : `expected 0, 1 or 3; got ${String(value)}`),
};

const caseSensitive = /^(principal|principalSet|principalHierarchy):/;
const deleted = "deleted:";

/**
 * Returns the normal form of a member: the text after the first colon in lower case, of a deleted one after the second; principals keep their case, deleted
 * ones, too.
 */
export function memberForm(member: string): string {
  const prefix = member.startsWith(deleted) ? deleted : "";
  const own = member.slice(prefix.length);
  if (own === "allUsers" || own === "allAuthenticatedUsers" || caseSensitive.test(own)) return member;
  const from = own.indexOf(":");
  return from < 0 ? member : `${prefix}${own.slice(0, from)}${own.slice(from).toLowerCase()}`;
}

/** Returns the key of a binding among those of its role. */
export function keyOf({ role, condition }: Omit<Binding, "members">): string {
  const { title = "", description = "", expression = "", location = "" } = condition ?? {};
  return canonical([role, title, description, expression, location]);
}

/** Returns the policy in a response of the service. */
export function policyIn({ etag, bindings }: PlainMap): Policy {
  return {
    etag: typeof etag === "string" ? etag : "",
    bindings: rowsOf(bindings).map(bindingIn),
  };
}

function bindingIn({ role, members, condition }: PlainMap): Binding {
  const list = (Array.isArray(members) ? members : []).map(scalarText);
  return { role: scalarText(role), members: list, ...(isObject(condition) && { condition: conditionIn(condition) }) };
}

/** Returns the condition without empty members. */
export function conditionIn(condition: object): Condition {
  return Object.fromEntries(Object.entries(condition).filter(([, value]) => typeof value === "string" && value !== "")) as Condition;
}

/** Returns bindings in normal form: joined by role and condition, members unique and sorted, none without members. */
export function normalizeBindings(bindings: readonly Binding[]): Binding[] {
  const all = new Map<string, Binding>();
  for (const { role, members, condition } of bindings) {
    const key = keyOf({ role, condition });
    const joined = [...(all.get(key)?.members ?? []), ...members.map(memberForm)];
    all.set(key, { role, members: [...new Set(joined)].sort(), ...(condition && { condition: conditionIn(condition) }) });
  }
  return [...all]
    .filter(([, { members }]) => members.length > 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, binding]) => binding);
}

/** Returns the members of the bindings of this key in their order and spelling, each once. */
export function membersFound(bindings: readonly Binding[], key: string): string[] {
  const all = bindings.filter((binding) => keyOf(binding) === key).flatMap(({ members }) => members);
  const first = new Map<string, string>();
  for (const member of all) if (!first.has(memberForm(member))) first.set(memberForm(member), member);
  return [...first.values()];
}

/** Returns whether a binding has a condition; such policies need version 3. */
export function hasCondition({ bindings }: Pick<Policy, "bindings">): boolean {
  return bindings.some(({ condition }) => condition !== undefined);
}
