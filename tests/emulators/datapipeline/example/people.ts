/** Users, teams, roles and who is a member of what in the example account. */
import type { JsonObject } from "../../exchange";
import { idOf, known, many, timeOf } from "./names";

const person = (id: string, given_name: string | null, more: JsonObject = {}): JsonObject => ({
  id,
  email: `${id}@example.com`,
  given_name,
  family_name: "White",
  verified: true,
  invited: false,
  picture: null,
  phone: null,
  role: "Account Reviewer",
  logged_in_at: "2019-01-03T08:44:45.369Z",
  created_at: "2018-01-15T11:00:27.329220Z",
  active: true,
  ...more,
});

/** More than one page of users: one who never came, one of whom nothing is known. */
export const users = (): JsonObject[] => [
  person(known.user, "John", { phone: "+123456789", picture: "https://pictures.example.com/john" }),
  person(known.creator, "Ada", { role: "Account Administrator" }),
  person("never_came", null, { family_name: null, verified: false, invited: true, logged_in_at: null, role: null }),
  person("blank_page", null, { family_name: null, verified: null, invited: null, logged_in_at: null, created_at: null, active: null }),
  ...many(1_200, (n) => person(`user_${idOf(n)}`, `Given ${n}`, { created_at: timeOf(n), active: n % 11 !== 0 })),
];

/** Teams. */
export const teams = (): JsonObject[] => [{ id: known.team, name: "Analysts", description: "Reads dashboards", role: "Account Reviewer" }];

const role = (name: string, scope: string[] | null, more: JsonObject = {}): JsonObject => ({
  name,
  description: `${name} of the account`,
  is_custom: false,
  scope,
  is_deprecated: false,
  replacement_role_name: null,
  ...more,
});

/** Roles: of the service, of the account's own, and one that has been replaced. */
export const roles = (): JsonObject[] => [
  role("Account Administrator", ["ACCOUNT"]),
  role("Auditors", null, { is_custom: true, description: null }),
  role("ReadOnly", ["ACCOUNT"], { is_deprecated: true, replacement_role_name: "Account Administrator" }),
];

const member = (id: string, role: string, created_at: string | null = "2020-05-25T15:26:47.306509Z"): JsonObject => ({
  id,
  role,
  created_at,
});

/** Memberships by their path. */
export const memberships = (): [string, JsonObject[]][] => [
  [
    `teams/${known.team}/connections`,
    [member(known.sheet, "Connection Administrator"), member(known.database, "Connection Reviewer", null)],
  ],
  [`teams/${known.team}/groups`, [member(known.group, "Destination Reviewer")]],
  [`teams/${known.team}/users`, [{ user_id: known.user, role: "Team Manager", created_at: "2020-05-25T15:26:47.306509Z" }]],
  [`users/${known.user}/connections`, [member(known.sheet, "Connection Administrator")]],
  [`users/${known.user}/groups`, [member(known.group, "Destination Reviewer"), member(known.otherGroup, "Destination Reviewer", null)]],
  [
    `groups/${known.group}/users`,
    [person(known.user, "John", { role: "Destination Reviewer" }), person(known.creator, "Ada", { role: null })],
  ],
];
