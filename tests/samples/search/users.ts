/** Programs of users, and of the privileges of applications. */
import { secret } from "../../support/structs";
import type { Variant } from "../variant";
import { objectName, variant, type Kind } from "./parts";

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
    },
    news: {
      username: "bob",
      passwordHash: secret("$2a$10$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm"),
      passwordVersion: "2",
      roles: ["writer"],
      fullName: "Bob B.",
      metadata: '{"owner":"dev"}',
      enabled: false,
    },
  }),
];

const builtinUsers: Variant[] = [
  variant("SearchBuiltinUser", "minimal", {
    inputs: { username: "logstash_system", enabled: false },
    news: { username: "logstash_system", enabled: true },
  }),
  variant("SearchBuiltinUser", "all inputs", {
    inputs: {
      username: "kibana_system",
      password: secret("first-password"),
      passwordVersion: "1",
      enabled: false,
    },
    news: {
      username: "kibana_system",
      passwordHash: secret("$2a$10$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm"),
      passwordVersion: "2",
      enabled: true,
    },
  }),
];

const applications: Variant[] = [
  variant("SearchApplicationPrivileges", "minimal", {
    inputs: { application: "shop", privileges: { read: { actions: ["data:read/*"] } } },
    news: { application: "shop", privileges: { read: { actions: ["data:read/*", "data:list"] } } },
  }),
  variant("SearchApplicationPrivileges", "all inputs", {
    inputs: {
      application: "stock-a.1",
      privileges: {
        read: { actions: ["b/c", "a:b"], metadata: '{ "owner": "ops", "a": [1, 2.5] }' },
        write: { actions: ["*"] },
      },
    },
    news: {
      application: "stock-a.1",
      privileges: { read: { actions: ["a:b", "b/c"], metadata: '{"owner":"dev"}' }, "all-of_it": { actions: ["x/*"] } },
    },
  }),
];

/** All variants. */
export const userVariants: readonly Variant[] = [...users, ...builtinUsers, ...applications];

/** The kinds of security, for cases that hold for each of them. */
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
  {
    title: "built-in user",
    type: "quartet:search:SearchBuiltinUser",
    inputs: { username: "beats_system", password: "first-password", enabled: false },
    news: { username: "beats_system", password: "second-password", enabled: true },
    stays: true,
  },
  {
    title: "application privileges",
    type: "quartet:search:SearchApplicationPrivileges",
    inputs: { application: objectName, privileges: { read: { actions: ["a/b"] }, write: { actions: ["c/d"] } } },
    news: { application: objectName, privileges: { read: { actions: ["a/*"] } } },
  },
];
