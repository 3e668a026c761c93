// Access policies as lists of bindings: how members are spelled, when bindings are the same, how one is put in and taken out. See docs/modules/eventrouting.md#iam-resources. Pure.
import { canonical, isObject } from "../../core/json";
import { rowsOf } from "../../core/records";
import type { Plain, PlainMap } from "../../core/value";

/** A condition of a binding. */
export type Condition = {
  title?: string;
  expression?: string;
  description?: string;
  location?: string;
};

/** Who has a role, under which condition. */
export type Binding = {
  role: string;
  members: string[];
  condition?: Condition;
};

/** A policy as the service has it; other members of it are passed on. */
export interface Policy {
  etag: string;
  version: number;
  bindings: Binding[];
}

const exact = /^(principal|principalSet|principalHierarchy):/;

/** A member in its one spelling: what follows the first colon is lower-cased, of a deleted one what follows the second; names of principals stay. */
export function memberForm(member: string): string {
  if (member === "allUsers" || member === "allAuthenticatedUsers" || exact.test(member)) return member;
  const from = member.startsWith("deleted:") ? member.indexOf(":", "deleted:".length) : member.indexOf(":");
  return from < 0 ? member : `${member.slice(0, from)}${member.slice(from).toLowerCase()}`;
}

/** Returns the key of a binding among those of its role. */
export function keyOf({ role, condition }: Omit<Binding, "members">): string {
  const { title = "", description = "", expression = "", location = "" } = condition ?? {};
  return canonical([role, title, description, expression, location]);
}

/** The policy in an answer of the service. */
export function policyIn({ etag, version, bindings }: PlainMap): Policy {
  return {
    etag: typeof etag === "string" ? etag : "",
    version: typeof version === "number" ? version : 0,
    bindings: rowsOf(bindings).map(bindingIn),
  };
}

function bindingIn({ role, members, condition }: PlainMap): Binding {
  const list = (Array.isArray(members) ? members : []).map(String);
  return { role: String(role ?? ""), members: list, ...(isObject(condition) && { condition: conditionIn(condition) }) };
}

/** A condition without what is empty in it. */
export function conditionIn(condition: object): Condition {
  return Object.fromEntries(Object.entries(condition).filter(([, value]) => typeof value === "string" && value !== "")) as Condition;
}

/** Bindings in their one form: joined by role and condition, members unique and sorted, none without members. */
export function merged(bindings: readonly Binding[]): Binding[] {
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

/** The members of the bindings of this key as they are found: in their order and spelling, each once. */
export function membersFound(bindings: readonly Binding[], key: string): string[] {
  const all = bindings.filter((binding) => keyOf(binding) === key).flatMap(({ members }) => members);
  const first = new Map<string, string>();
  for (const member of all) if (!first.has(memberForm(member))) first.set(memberForm(member), member);
  return [...first.values()];
}

/** Whether two lists of bindings mean the same. */
export function sameBindings(left: Plain, right: Plain): boolean {
  const [mine, theirs] = [left, right].map((list) => canonical(merged(policyIn({ bindings: list }).bindings)));
  return mine === theirs;
}

/** Whether two lists of members mean the same. */
export function sameMembers(left: Plain, right: Plain): boolean {
  const [mine, theirs] = [left, right].map((list) =>
    Array.isArray(list) ? [...new Set(list.map((each) => memberForm(String(each))))].sort().join("\n") : undefined,
  );
  return mine !== undefined && mine === theirs;
}

/** Whether two members are the same one. */
export function sameMember(left: Plain, right: Plain): boolean {
  return typeof left === "string" && typeof right === "string" && memberForm(left) === memberForm(right);
}

/** Whether two conditions mean the same. */
export function sameCondition(left: Plain, right: Plain): boolean {
  return isObject(left) && isObject(right) && canonical({ ...conditionIn(left) }) === canonical({ ...conditionIn(right) });
}

/** Whether two lists of audit settings mean the same: services, kinds of log and exempted members in any order. */
export function sameAudits(left: Plain, right: Plain): boolean {
  const [mine, theirs] = [left, right].map((list) => listed(list, auditForm));
  return mine !== undefined && mine === theirs;
}

const auditForm = ({ service, auditLogConfigs }: PlainMap): Plain => [service ?? "", listed(auditLogConfigs, logForm) ?? ""];
const logForm = ({ logType, exemptedMembers }: PlainMap): Plain => [
  logType ?? "",
  ...(Array.isArray(exemptedMembers) ? exemptedMembers.map((each) => memberForm(String(each))).sort() : []),
];

function listed(list: Plain | undefined, form: (item: PlainMap) => Plain): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const all = list.filter(isObject).map((item) => canonical(form(item)));
  return all.sort().join("\n");
}

/** Whether a binding has a condition; such policies need version 3. */
export function hasCondition({ bindings }: Pick<Policy, "bindings">): boolean {
  return bindings.some(({ condition }) => condition !== undefined);
}
