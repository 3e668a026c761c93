/** Programs of users. */
import type { SearchEmulator } from "../../emulators/search/index";
import { secret } from "../../support/structs";
import type { Variant } from "../variant";
import { connection, objectName, timeouts, variant, type Kind } from "./parts";

const users: Variant[] = [
  variant("SearchUser", "minimal", {
    inputs: { username: "ann", password: secret("ann-password") },
    news: { username: "ann", password: secret("ann-password"), roles: ["reader"] },
  }),
  variant("SearchUser", "all inputs", {
    inputs: {
      username: "bob",
      passwordHash: secret("$2a$04$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm"),
      passwordVersion: "1",
      roles: ["reader", "writer"],
      fullName: "Bob",
      email: "bob@example.com",
      metadata: '{ "owner": "ops" }',
      enabled: true,
      timeouts,
      searchConnections: [connection],
    },
    news: {
      username: "bob",
      passwordHash: secret("$2a$10$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm"),
      passwordVersion: "2",
      roles: ["writer"],
      fullName: "Bob B.",
      metadata: '{"owner":"dev"}',
      enabled: false,
      timeouts,
      searchConnections: [connection],
    },
  }),
];

/** All variants. */
export const userVariants: readonly Variant[] = users;

/** The resources of the fault campaigns. */
export const userKinds: readonly Kind[] = [
  {
    title: "user",
    type: "quartet:search:SearchUser",
    inputs: { username: objectName, password: "first-password" },
    news: { username: objectName, password: "second-password", roles: ["a"], enabled: false },
  },
  {
    title: "user, small changes",
    type: "quartet:search:SearchUser",
    inputs: { username: objectName, password: "first-password" },
    news: { username: objectName, password: "second-password", enabled: false },
  },
];

/** Returns the names of the users on a server. */
export function userObjects({ users }: SearchEmulator): string[] {
  return users.names();
}
