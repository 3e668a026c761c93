/** Programs of users, and of the privileges of applications. */
import { secret } from "../../support/structs";
import { variant, type SearchVariant } from "./parts";

/** All variants. */
export const userVariants: readonly SearchVariant[] = [
  variant("SearchUser: minimal", { username: "ann", password: secret("ann-password") }, { roles: ["reader"] }),
  variant(
    "SearchUser: all inputs",
    {
      username: "bob",
      passwordHash: secret("$2a$04$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm"),
      passwordVersion: "1",
      roles: ["reader", "writer"],
      fullName: "Bob",
      email: "bob@example.com",
      metadata: '{ "owner": "ops" }',
      enabled: true,
    },
    {
      passwordHash: secret("$2a$10$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm"),
      passwordVersion: "2",
      roles: ["writer"],
      fullName: "Bob B.",
      metadata: '{"owner":"dev"}',
      enabled: false,
      email: null,
    },
  ),
  variant("SearchBuiltinUser: minimal", { username: "logstash_system", enabled: false }, { enabled: true }),
  variant(
    "SearchBuiltinUser: all inputs",
    {
      username: "kibana_system",
      password: secret("first-password"),
      passwordVersion: "1",
      enabled: false,
    },
    {
      passwordHash: secret("$2a$10$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm"),
      passwordVersion: "2",
      enabled: true,
      password: null,
    },
  ),
  variant(
    "SearchApplicationPrivileges: minimal",
    { application: "shop", privileges: { read: { actions: ["data:read/*"] } } },
    { privileges: { read: { actions: ["data:read/*", "data:list"] } } },
  ),
  variant(
    "SearchApplicationPrivileges: all inputs",
    {
      application: "stock-a.1",
      privileges: {
        read: { actions: ["b/c", "a:b"], metadata: '{ "owner": "ops", "a": [1, 2.5] }' },
        write: { actions: ["*"] },
      },
    },
    { privileges: { read: { actions: ["a:b", "b/c"], metadata: '{"owner":"dev"}' }, "all-of_it": { actions: ["x/*"] } } },
  ),
];
