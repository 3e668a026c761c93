/** What the emulated service shows of its account: versions, lists without the members of details, references to objects that exist. */
import type { JsonObject } from "../exchange";
import { callerOf, v2 } from "./caller";
import { known } from "./example";
import { createPipelineEmulator } from "./index";
import { routes } from "./routes";

const emulator = createPipelineEmulator();
const { account } = emulator;
const request = callerOf(emulator);
const rows = (target: string, more = {}): JsonObject[] => request(target, more).data["items"] as JsonObject[];

const later = ["networking_method", "private_link_id", "proxy_agent_id", "hybrid_deployment_agent_id"];

it.each(["/connections/mapped_ringlet", "/destinations/projected_sickle"])("%s: version 1 omits later members", (path) => {
  const one = request(path).data;
  const two = request(path, v2).data;
  for (const field of later) expect([field in one, field in two]).toEqual([false, true]);
  expect(one["config"]).toEqual(two["config"]);
  expect(request(path, { headers: { accept: "application/json; version=2" } }).data).toEqual(two);
});

it.each(["/connections", "/destinations"])("%s: rows contain no config, and version 1 omits the same", (path) => {
  const [[one], [two]] = [rows(path), rows(path, v2)] as [[JsonObject], [JsonObject]];
  expect("config" in one || "config" in two).toBe(false);
  for (const field of later) expect([field in one, field in two]).toEqual([false, true]);
});

it.each([
  ["/private-links", "config"],
  ["/proxy", "usage"],
  ["/transformation-projects", "project_config"],
  ["/external-logging", "config"],
])("%s: rows have no %s, which the record has", (path, field) => {
  const [row] = rows(path) as [JsonObject];
  expect(field in row).toBe(false);
  expect(field in request(`${path}/${String(row["id"])}`).data).toBe(true);
});

it("returns records that tests insert, and not those that they remove", () => {
  const own = createPipelineEmulator();
  const requestAs = callerOf(own);
  own.account.groups.set("new", { id: "new", name: "New", created_at: null });
  expect(requestAs("/groups/new").data).toEqual({ id: "new", name: "New", created_at: null });
  own.account.owned.set("groups/new/users", [{ id: "x" }]);
  expect(requestAs("/groups/new/users").data).toEqual({ items: [{ id: "x" }], next_cursor: null });
  own.account.groups.delete("new");
  expect(requestAs("/groups/new/users").status).toBe(404);
  expect(request("/groups/new").status).toBe(404);
});

it("reports that a group has no key, though the group exists", () => {
  expect(request(`/groups/${known.group}/public-key`).data).toEqual({ public_key: expect.stringMatching(/^ssh-rsa /) });
  expect(request(`/groups/${known.emptyGroup}/public-key`)).toMatchObject({ status: 404, body: { code: "NotFound_Group" } });
});

it("has records in every list of the account, and in one list of every parent", () => {
  const owners = {
    connections: known.database,
    destinations: known.group,
    groups: known.group,
    users: known.user,
    teams: known.team,
    proxy: known.proxy,
  };
  const lists = routes.filter(({ handler }) => handler.filters);
  expect(lists).toHaveLength(27);
  for (const { path } of lists) {
    const owner = owners[path.split("/")[1] as keyof typeof owners];
    expect([path, rows(path.replace("{id}", owner)).length]).toEqual([path, expect.any(Number)]);
    expect(rows(path.replace("{id}", owner)).length).toBeGreaterThan(0);
  }
});

it("returns one item of a record's children", () => {
  const hash = "jhgfJfgrI6yy2d1eQm3Yq0w==";
  expect(request(`/connections/${known.database}/certificates/${encodeURIComponent(hash)}`).data).toMatchObject({ hash, type: "TLS" });
  for (const list of [
    "/teams/brave_owl/users",
    "/teams/brave_owl/groups",
    "/users/nozzle_eat/connections",
    "/groups/projected_sickle/users",
  ]) {
    const [first] = rows(list) as [JsonObject];
    expect(request(`${list}/${String(first["user_id"] ?? first["id"])}`).data).toEqual(first);
  }
});

it("returns the connections of a proxy agent, a type of connectors, and the owner of the key", () => {
  expect(rows(`/proxy/${known.proxy}/connections`)).toEqual([{ connection_id: "hidden_cellar" }]);
  expect(request("/metadata/connector-types/facebook_ads").data).toMatchObject({ name: "Facebook Ads" });
  expect(request("/account/info").data).toEqual({ account_id: "able_account", account_name: "Example", user_id: known.creator });
});

it("returns the connections of a group with all members of the list of all connections", () => {
  const [one] = rows(`/groups/${known.group}/connections?limit=1`) as [JsonObject];
  expect(one).toEqual(rows(`/connections?group_id=${known.group}&limit=1`, v2)[0]);
});

it("returns the newest version unless one is requested", () => {
  for (const accept of ["", "*/*"]) expect(rows("/connections", { headers: { accept } })).toEqual(rows("/connections", v2));
});

it("refers to groups, links, agents, users and connections that exist", () => {
  const bad: string[] = [];
  const expectExists = (store: { has(id: string): boolean }, id: unknown, at: string): void => {
    if (id !== null && id !== undefined && !store.has(String(id))) bad.push(`${at}: ${String(id)}`);
  };
  for (const [id, row] of account.connections.entries()) {
    expectExists(account.groups, row["group_id"], id);
    expectExists(account.privateLinks, row["private_link_id"], id);
    expectExists(account.proxyAgents, row["proxy_agent_id"], id);
    expectExists(account.hybridAgents, row["hybrid_deployment_agent_id"], id);
    expectExists(account.users, row["connected_by"], id);
  }
  for (const [id] of [...account.destinations.entries(), ...account.logServices.entries()]) expectExists(account.groups, id, id);
  for (const [path, list] of account.owned) {
    const [kind, owner, name] = path.split("/") as ["connections", string, "users"];
    expectExists(account[kind], owner, path);
    if (name in account) for (const row of list) expectExists(account[name], row["user_id"] ?? row["id"], path);
  }
  expect(bad).toEqual([]);
});

it("returns masks in place of secrets", () => {
  const shown = JSON.stringify(account.connections.entries().map(([, { config = null }]) => config));
  for (const [, value] of shown.matchAll(/"(?:password|api_key|value|s3_role_arn)":"([^"]*)"/g)) expect(value).toBe("******");
});
