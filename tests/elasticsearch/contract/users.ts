/** Contract of users, on a node with security. */
import { lines, sent, step, type Groups } from "./step";

const user = { roles: [], password: "long-enough" };
const hash = "$2a$04$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm";
const put = (body: unknown, name = "u") => step(`PUT /_security/user/${name}`, body);
const login = (name: string, password: string) =>
  step("GET /_security/role/none", undefined, { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` });

const roles = ["missing", "a", "monitoring-reader"];
const asUser = (line: string, body?: unknown) =>
  step(line, body, { authorization: `Basic ${Buffer.from("u:long-enough").toString("base64")}` });

/** All groups. */
export const groups: Groups = {
  // What is stored, and who can authenticate with it.
  "users: what is stored": [
    [
      user,
      { roles: ["a", "none"], full_name: null, email: null, metadata: {}, enabled: true },
      { roles: "a,b", full_name: "F", email: "e@x", metadata: { x: 1.5 }, enabled: false },
      { roles: ["a"], metadata: { y: { z: 1 } } },
      { roles: ["a"], metadata: { y: { x: [1] }, x: null } },
      { ...user, metadata: { y: {} } },
      { roles: ["a"], metadata: {} },
      { roles: ["a"], full_name: "", username: "u" },
      { roles: ["superuser", "a"], password_hash: hash },
    ].flatMap((body) => [put(body), "GET /_security/user/u", login("u", "long-enough")]),
    put(user),
    ["PUT /_security/user/u/_disable", "POST /_security/user/u/_enable"].flatMap((line) => [step(line), login("u", "long-enough")]),
    { "PUT /_security/user/u/_password": { password: "another-one" } },
    login("u", "long-enough"),
    login("u", "another-one"),
    { "POST /_security/user/u/_password": { password_hash: hash } },
    login("u", "another-one"),
    "DELETE /_security/user/u",
    login("u", "another-one"),
  ],
  // What users may do by their roles, and without any.
  "users: privileges of their roles": [
    { "PUT /_security/role/monitoring-reader": { cluster: ["monitor"] } },
    put({ ...user, roles }),
    asUser("GET /_security/user/u"),
    asUser("DELETE /_security/user/u"),
    asUser("PUT /_security/user/v/_password", { password: "long-enough" }),
    asUser("GET /_security/role_mapping"),
    asUser("PUT /_security/role/r", {}),
    asUser("POST /_security/user/_has_privileges", { cluster: ["monitor", "read_security"] }),
    put({ roles: ["a"] }),
    asUser("POST /_security/user/_has_privileges", { cluster: ["monitor"] }),
    asUser("PUT /_security/user/u/_password", { password: "long-enough" }),
    "DELETE /_security/user/u",
    "DELETE /_security/role/monitoring-reader",
  ],
  // Bodies and names that the server rejects.
  "users: rejected requests": [
    [
      undefined,
      [],
      {},
      { roles: [] },
      { password: "long-enough" },
      { ...user, password: "short" },
      { ...user, password: null },
      { roles: [], password_hash: "nonsense" },
      { ...user, nope: 1 },
      { ...user, metadata: { _a: 1 } },
      { ...user, metadata: [] },
      { ...user, username: "v" },
      { ...user, full_name: 1 },
      { ...user, enabled: "yes" },
      { ...user, roles: [1] },
      { ...user, roles: ["b ", "ä"] },
    ].map((body) => put(body)),
    ["%20x", "x%20", "%C3%A4", "x".repeat(508), "elastic"].map((name) => put(user, name)),
    put({ metadata: { _a: 1 } }, "elastic"),
    put({ roles: ["b "], metadata: { _a: 1 } }, "%20x"),
    put(user, "u?nope=1"),
    put(user, "u?refresh=x"),
    "DELETE /_security/user/elastic",
    sent(
      "PUT /_security/user/elastic/_password",
      {},
      { password: "short" },
      { password: 1 },
      { password: "long-enough", nope: 1 },
      { password_hash: "x" },
    ),
    { "PUT /_security/user/none/_password": { password: "long-enough" } },
    "PUT /_security/user/none/_enable",
    { "PUT /_security/user/elastic/_enable": {} },
    "PUT /_security/user/elastic/_enable?refresh=true",
    "GET /_security/user/elastic/_enable",
  ],
  // Names in paths, and the users of the server.
  "users: names in paths": [
    "GET /_security/user",
    "GET /_security/user/none",
    "DELETE /_security/user/none",
    ["a", "_all", "a%2Cb", "x*", "a%2Fb%20%25"].map((name) => put(user, name)),
    lines("GET /_security/user/", "a", "_all", "a,b", "x*", "*", "a,none", "elastic,a", "a%2Fb%20%25"),
    "DELETE /_security/user/*",
    lines("DELETE /_security/user/", "a", "_all", "a%2Cb", "x*", "a%2Fb%20%25"),
    { "PUT /_security/user/logstash_system/_password": { password: "long-enough" } },
    login("logstash_system", "long-enough"),
    "PUT /_security/user/logstash_system/_disable",
    "GET /_security/user/logstash_system",
    login("logstash_system", "long-enough"),
    "PUT /_security/user/logstash_system/_enable",
  ],
};
