/** A refresh of 300 objects of Elasticsearch takes a few requests, and removes what is gone. See docs/modules/search.md#shared-reads. */
import { request } from "../emulators/eventrouting/caller";
import type { Properties } from "../support/structs";
import { decoded, Fixture, type StoredObject } from "./fixture";
import { inVirtualTime, sleep, untilAloneMs, virtualTimeOfFile } from "../support/virtual-time";

virtualTimeOfFile();

const names = Array.from({ length: 300 }, (_, n) => `many-${n}`);
const missing = 7;

/** The path of what another writer removes, and of what has to exist before the object. */
type PathOf = (name: string) => string;

const at =
  (folder: string, end = ""): PathOf =>
  (name) =>
    `${folder}/${name}${end}`;
const index = at("");
const stream = at("/_data_stream");
const backing = at("", "-index");
const half: PathOf = (name) => (/[02468]$/.test(name) ? stream(name) : index(name));

/** A kind of objects: how many requests a refresh takes at most, the one that confirms the missing object included. Without `removed`, none of them can be gone alone. */
type Row = [kind: string, requests: number, inputs: (name: string) => Properties, removed?: PathOf, before?: PathOf];

const rows: readonly Row[] = [
  ["IndexLifecyclePolicy", 4, (name) => ({ name, phases: { delete: { minAge: "30d", actions: { delete: {} } } } }), at("/_ilm/policy")],
  ["DataStream", 4, (name) => ({ name }), stream],
  ["DataStreamLifecycle", 4, (name) => ({ name, dataRetention: "30d" }), stream, stream],
  ["DataStreamOptions", 4, (name) => ({ name, failureStore: { enabled: true } }), stream, stream],
  ["Index", 5, (name) => ({ name }), index],
  ["IndexSettings", 5, (name) => ({ index: name, settings: '{"priority":7}' }), index, index],
  ["IndexMappings", 8, (name) => ({ index: name, mappings: '{"properties":{"a":{"type":"keyword"}}}' }), half, half],
  ["IndexAlias", 4, (name) => ({ name, members: [{ index: `${name}-index` }] }), backing, backing],
  ["IndexAliasMember", 4, (alias) => ({ alias, index: `${alias}-index` }), backing, backing],
  ["TemplateCustomization", 4, (name) => ({ name: `${name}@custom`, settings: '{"priority":7}' }), at("/_component_template", "@custom")],
  ["ClusterSettings", 3, (name) => ({ persistent: { [`cluster.remote.${name}.seeds`]: "a:9300" } })],
  ["StoredScript", names.length, (scriptId) => ({ scriptId, lang: "painless", source: "ctx.a = 1" }), at("/_scripts")],
  ["Role", 4, (name) => ({ name, clusters: ["monitor"] }), at("/_security/role")],
  ["RoleMapping", 4, (name) => ({ name, roles: ["reader"], rules: '{"field":{"groups":"staff"}}' }), at("/_security/role_mapping")],
  ["User", 4, (username) => ({ username, password: "first-password" }), at("/_security/user")],
  ["ApiKey", 5, (name) => ({ name, roleDescriptors: { app: {} } })],
  ["ServiceToken", 4, (name) => ({ service: "fleet-server", name }), at("/_security/service/elastic/fleet-server/credential/token")],
  [
    "ApplicationPrivileges",
    4,
    (application) => ({ application, privileges: { read: { actions: ["data:read/*"] } } }),
    at("/_security/privilege", "/read"),
  ],
];

test.each(rows)("data 48, access 47, access 48: a refresh of 300 Search%s", async (...row) => {
  const [kind, requests, inputs, removed, before] = row;
  const type = `quartet:search:Search${kind}`;
  const fixture = await Fixture.open("search");
  const call = (line: string, body?: object): void => void fixture.handle(request(line, body, { authorization: undefined }));
  const streams = names.filter((name) => removed?.(name) === stream(name));
  if (streams.length > 0) call("PUT /_index_template/many", { index_patterns: streams, data_stream: {} });
  const create = async (name: string): Promise<StoredObject> => {
    if (before) call(`PUT ${before(name)}`);
    return fixture.create(type, (await fixture.check(type, decoded(inputs(name)))).inputs);
  };
  const stored = await Promise.all(names.map(create));
  if (removed) call(`DELETE ${removed(names[missing]!)}`);
  for (const atOnce of [8, names.length]) {
    await inVirtualTime(sleep(untilAloneMs));
    fixture.sent = 0;
    const found = await fixture.refreshAll(type, stored, atOnce);
    const gone = found.flatMap((each, n) => (each && !(each instanceof Error) ? [] : [[n, each]]));
    expect(gone).toEqual(removed ? [[missing, undefined]] : []);
    expect(fixture.sent).toBeLessThanOrEqual(requests);
  }
});
