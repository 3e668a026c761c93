// Lookups of one kind: one list serves them where its rows are whole records. See docs/modules/datapipeline.md#shared-reads.
import type { HttpRequest, HttpResponse } from "../../../../provider/contract/http";
import type { PlainMap } from "../../../../provider/core/values/value";
import { createPipelineEmulator, exampleKeys } from "../../../emulators/datapipeline";
import type { Records } from "../../../emulators/datapipeline/account";
import type { Intercept } from "../../../invariants/fixture";
import { useRealTime, useVirtualTime } from "../../../support/virtual-time";
import { errorResponse, lookupCaller } from "./support";

// The age of a list is no matter of how fast this machine is.
beforeEach(useVirtualTime);
afterEach(useRealTime);

const [[FIVETRAN_APIKEY, FIVETRAN_APISECRET]] = Object.entries(exampleKeys) as [[string, string]];

/** Functions of one record, with the store of the records, the path of the list, and a member that rows have. */
const listed: [name: string, store: keyof Records, list: string, member: string][] = [
  ["getGroup", "groups", "/groups", "created_at"],
  ["getHybridDeploymentAgent", "hybridAgents", "/hybrid-deployment-agents", "registered_at"],
  ["getProxyAgent", "proxyAgents", "/proxy", "region"],
  ["getQuickstartPackage", "packages", "/transformations/package-metadata", "output_model_names"],
  ["getTeam", "teams", "/teams", "role"],
  ["getTransformation", "transformations", "/transformations", "transformation_config"],
  ["getUser", "users", "/users", "role"],
  ["getWebhook", "webhooks", "/webhooks", "secret"],
];

/** Functions of one record whose list has no config, no status or no errors in its rows. */
const alone: [name: string, store: keyof Records][] = [
  ["getConnection", "connections"],
  ["getConnector", "connections"],
  ["getDestination", "destinations"],
  ["getExternalLogging", "logServices"],
  ["getPrivateLink", "privateLinks"],
  ["getTransformationProject", "projects"],
];

/** An account with six records of the kind, a provider, and the requests that it has sent. */
async function setup(store: keyof Records, intercept: Intercept = (_request, respond) => respond()) {
  const emulator = createPipelineEmulator();
  const records = emulator.account[store];
  const first = records.get(records.names()[0]!)!;
  for (const id of records.names()) records.delete(id);
  for (let n = 0; n < 6; n++) records.set(`copy_${n}`, { ...first, id: `copy_${n}` });
  const paths: string[] = [];
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const { pathname, search } = new URL(request.url);
    paths.push(pathname.slice("/v1".length) + search);
    return intercept(request, () => {
      const reply = emulator.handle({ ...request, path: pathname, query: search.slice(1), body: "" });
      return { status: reply.status, headers: reply.headers as Record<string, string>, body: reply.body };
    });
  };
  const call = async () => lookupCaller(send, { FIVETRAN_APIKEY, FIVETRAN_APISECRET });
  return { records, paths, call, ids: Array.from({ length: 6 }, (_, n) => `copy_${n}`) };
}

type Lookup = Awaited<ReturnType<typeof lookupCaller>>;

/** Looks the IDs up, one after the other. */
async function lookUp(name: string, lookup: Lookup, ids: readonly string[]): Promise<PlainMap[]> {
  const found: PlainMap[] = [];
  for (const id of ids) found.push((await lookup(name, { id })).outputs);
  return found;
}

/** The results of lookups that share nothing. */
async function separately(name: string, { call, ids, paths }: Awaited<ReturnType<typeof setup>>): Promise<PlainMap[]> {
  const found: PlainMap[] = [];
  for (const id of ids) found.push(...(await lookUp(name, await call(), [id])));
  paths.length = 0;
  return found;
}

describe.each(listed)("%s", (name, store, list, member) => {
  const single = (id: string): string => `${list}/${id}`;

  test("a list serves the third lookup and later ones, but a row without a member of the record and a missing one are read alone", async () => {
    const given = await setup(store);
    const { [member]: _, ...rest } = given.records.get("copy_5")!;
    given.records.set("copy_5", rest);
    const expected = await separately(name, given);
    const lookup = await given.call();
    expect(await lookUp(name, lookup, given.ids)).toEqual(expected);
    await expect(lookup(name, { id: "none" })).rejects.toThrow(`/v1${single("none")}: HTTP 404, NotFound`);
    expect(given.paths).toEqual([...["copy_0", "copy_1"].map(single), `${list}?limit=1000`, ...["copy_5", "none"].map(single)]);
  });

  test("a list that is denied decides nothing", async () => {
    const isList = ({ url }: HttpRequest): boolean => new URL(url).pathname === `/v1${list}`;
    const given = await setup(store, (request, respond) => (isList(request) ? errorResponse(403, "Forbidden") : respond()));
    const expected = await separately(name, given);
    expect(await lookUp(name, await given.call(), given.ids)).toEqual(expected);
    expect(given.paths.filter((path) => !path.startsWith(`${list}?`))).toEqual(given.ids.map(single));
    expect(given.paths).toHaveLength(given.ids.length + 1);
  });
});

test.each(alone)("%s reads each record alone", async (name, store) => {
  const given = await setup(store);
  await lookUp(name, await given.call(), given.ids);
  expect(given.paths.map((path) => path.split("/").at(-1))).toEqual(given.ids);
});
