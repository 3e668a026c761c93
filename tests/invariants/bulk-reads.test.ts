/** A refresh of 300 objects of Elasticsearch takes a few requests, and removes what is gone. See docs/modules/search.md#shared-reads. */
import type { Properties } from "../support/structs";
import { request } from "../emulators/eventrouting/caller";
import { decoded, Fixture, type StoredObject } from "./fixture";
import { inVirtualTime, sleep, virtualTimeOfFile } from "./virtual-time";

virtualTimeOfFile();

const count = 300;
const nameOf = (n: number): string => `many-${n}`;
const missing = 7;
/** Time after which no list is in force, in ms. */
const untilAloneMs = 61_000;

/** A kind of objects. */
interface BulkKind {
  /** How many requests a refresh takes at most, the one that confirms the missing object included. */
  requests: number;
  inputs(name: string): Properties;
  /** The patterns of a template for data streams. */
  streams?: readonly string[];
  /** What has to exist before the object, as lines of requests. */
  before?(name: string): string[];
  /** Removes the object behind the provider's back. Absent: none of them can be gone alone. */
  remove?(name: string): string;
}

const isStream = (name: string): boolean => /[02468]$/.test(name);
const stream = (name: string): string => `/_data_stream/${name}`;

const kinds: Readonly<Record<string, BulkKind>> = {
  SearchIndexLifecyclePolicy: {
    requests: 4,
    inputs: (name) => ({ name, phases: { delete: { minAge: "30d", actions: { delete: {} } } } }),
    remove: (name) => `DELETE /_ilm/policy/${name}`,
  },
  SearchDataStream: {
    requests: 4,
    streams: ["many-*"],
    inputs: (name) => ({ name }),
    remove: (name) => `DELETE ${stream(name)}`,
  },
  SearchDataStreamLifecycle: {
    requests: 4,
    streams: ["many-*"],
    before: (name) => [`PUT ${stream(name)}`],
    inputs: (name) => ({ name, dataRetention: "30d" }),
    remove: (name) => `DELETE ${stream(name)}`,
  },
  SearchDataStreamOptions: {
    requests: 4,
    streams: ["many-*"],
    before: (name) => [`PUT ${stream(name)}`],
    inputs: (name) => ({ name, failureStore: { enabled: true } }),
    remove: (name) => `DELETE ${stream(name)}`,
  },
  SearchIndex: { requests: 5, inputs: (name) => ({ name }), remove: (name) => `DELETE /${name}` },
  SearchIndexSettings: {
    requests: 5,
    before: (name) => [`PUT /${name}`],
    inputs: (index) => ({ index, settings: '{"priority":7}' }),
    remove: (name) => `DELETE /${name}`,
  },
  SearchIndexMappings: {
    requests: 8,
    streams: ["many-*0", "many-*2", "many-*4", "many-*6", "many-*8"],
    before: (name) => [`PUT ${isStream(name) ? stream(name) : `/${name}`}`],
    inputs: (index) => ({ index, mappings: '{"properties":{"a":{"type":"keyword"}}}' }),
    remove: (name) => `DELETE ${isStream(name) ? stream(name) : `/${name}`}`,
  },
  SearchIndexAlias: {
    requests: 4,
    before: (name) => [`PUT /of-${name}`],
    inputs: (name) => ({ name, members: [{ index: `of-${name}` }] }),
    remove: (name) => `DELETE /of-${name}`,
  },
  SearchIndexAliasMember: {
    requests: 4,
    before: (name) => [`PUT /of-${name}`],
    inputs: (name) => ({ alias: name, index: `of-${name}` }),
    remove: (name) => `DELETE /of-${name}`,
  },
  SearchTemplateCustomization: {
    requests: 4,
    inputs: (name) => ({ name: `${name}@custom`, settings: '{"priority":7}' }),
    remove: (name) => `DELETE /_component_template/${name}@custom`,
  },
  SearchClusterSettings: { requests: 3, inputs: (name) => ({ persistent: { [`cluster.remote.${name}.seeds`]: "a:9300" } }) },
  SearchStoredScript: {
    requests: count,
    inputs: (name) => ({ scriptId: name, lang: "painless", source: "ctx.a = 1" }),
    remove: (name) => `DELETE /_scripts/${name}`,
  },
  SearchRole: {
    requests: 4,
    inputs: (name) => ({ name, clusters: ["monitor"] }),
    remove: (name) => `DELETE /_security/role/${name}`,
  },
  SearchRoleMapping: {
    requests: 4,
    inputs: (name) => ({ name, roles: ["reader"], rules: '{"field":{"groups":"staff"}}' }),
    remove: (name) => `DELETE /_security/role_mapping/${name}`,
  },
  SearchUser: {
    requests: 4,
    inputs: (username) => ({ username, password: "first-password" }),
    remove: (name) => `DELETE /_security/user/${name}`,
  },
  SearchApiKey: { requests: 5, inputs: (name) => ({ name, roleDescriptors: { app: {} } }) },
  SearchServiceToken: {
    requests: 4,
    inputs: (name) => ({ service: "fleet-server", name }),
    remove: (name) => `DELETE /_security/service/elastic/fleet-server/credential/token/${name}`,
  },
  SearchApplicationPrivileges: {
    requests: 4,
    inputs: (name) => ({ application: name, privileges: { read: { actions: ["data:read/*"] } } }),
    remove: (name) => `DELETE /_security/privilege/${name}/read`,
  },
};

test.each(Object.entries(kinds))(
  "data 48, access 47, access 48: a refresh of 300 %s",
  async (name, { requests, streams, before, inputs, remove }) => {
    const type = `quartet:search:${name}`;
    const fixture = await Fixture.open("search");
    const call = (line: string, body?: object): void => void fixture.handle(request(line, body, { authorization: undefined }));
    if (streams) call("PUT /_index_template/many", { index_patterns: streams, data_stream: {} });
    const create = async (n: number): Promise<StoredObject> => {
      for (const line of before?.(nameOf(n)) ?? []) call(line);
      return fixture.create(type, (await fixture.check(type, decoded(inputs(nameOf(n))))).inputs);
    };
    const stored = await Promise.all(Array.from({ length: count }, async (_, n) => create(n)));
    if (remove) call(remove(nameOf(missing)));
    for (const atOnce of [8, count]) {
      await inVirtualTime(sleep(untilAloneMs));
      fixture.sent = 0;
      const found = await fixture.refreshAll(type, stored, atOnce);
      expect(found.flatMap((each, n) => (each && !(each instanceof Error) ? [] : [[n, each]]))).toEqual(
        remove ? [[missing, undefined]] : [],
      );
      expect(fixture.sent).toBeLessThanOrEqual(requests);
    }
  },
);
