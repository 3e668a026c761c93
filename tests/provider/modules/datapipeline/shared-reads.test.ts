// Lookups of one kind: one list serves them where its rows are whole records. See docs/modules/datapipeline.md#shared-reads.
import type { HttpRequest, HttpResponse } from "../../../../provider/contract/http";
import type { ProviderError } from "../../../../provider/core/errors/errors";
import type { PlainMap } from "../../../../provider/core/values/value";
import { createPipelineEmulator, exampleKeys } from "../../../emulators/datapipeline";
import type { Records } from "../../../emulators/datapipeline/account";
import { failAt, failures } from "../../../invariants/failing";
import type { Intercept } from "../../../invariants/fixture";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../invariants/virtual-time";
import { errorResponse, failure, lookupCaller } from "./support";

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

type Setup = Awaited<ReturnType<typeof setup>>;

/** Looks the IDs up, one after the other, with one provider. */
async function lookUp(name: string, { call }: Setup, ids: readonly string[]): Promise<PlainMap[]> {
  const lookup = await call();
  const found: PlainMap[] = [];
  for (const id of ids) found.push((await lookup(name, { id })).outputs);
  return found;
}

/** The result or the error of a lookup, without the numbers of attempts and times. */
async function outcomeOf(lookup: Promise<{ outputs: PlainMap }>): Promise<string> {
  return lookup.then(
    ({ outputs }) => JSON.stringify(outputs),
    (error: unknown) => `${(error as ProviderError).code} ${(error as Error).message.replace(/\b\d+\b/g, "#")}`,
  );
}

/** The results of lookups that share nothing. */
async function separately(name: string, given: Setup): Promise<PlainMap[]> {
  const found: PlainMap[] = [];
  for (const id of given.ids) found.push(...(await lookUp(name, given, [id])));
  given.paths.length = 0;
  return found;
}

describe.each(listed)("%s", (name, store, list, member) => {
  const single = (id: string): string => `${list}/${id}`;

  test("a list serves the third lookup and later ones, with the results of single reads", async () => {
    const given = await setup(store);
    const expected = await separately(name, given);
    expect(await lookUp(name, given, given.ids)).toEqual(expected);
    expect(given.paths).toEqual([single("copy_0"), single("copy_1"), `${list}?limit=1000`]);
  });

  test("a missing one is read alone, and fails as it does without a list", async () => {
    const given = await setup(store);
    const lookup = await given.call();
    for (const id of given.ids) await lookup(name, { id });
    expect((await failure(lookup(name, { id: "none" }))).message).toContain(`/v1${single("none")}: HTTP 404, NotFound`);
    expect(given.paths.slice(3)).toEqual([single("none")]);
  });

  test("a list that is denied decides nothing", async () => {
    const isList = ({ url }: HttpRequest): boolean => new URL(url).pathname === `/v1${list}`;
    const given = await setup(store, (request, respond) => (isList(request) ? errorResponse(403, "Forbidden") : respond()));
    const expected = await separately(name, given);
    expect(await lookUp(name, given, given.ids)).toEqual(expected);
    expect(given.paths.filter((path) => path.startsWith(`${list}?`))).toHaveLength(1);
    expect(given.paths.filter((path) => !path.startsWith(`${list}?`))).toEqual(given.ids.map(single));
  });

  test("a row without a member of the record is read alone", async () => {
    const given = await setup(store);
    const { [member]: _, ...rest } = given.records.get("copy_5")!;
    given.records.set("copy_5", rest);
    const expected = await separately(name, given);
    expect(await lookUp(name, given, given.ids)).toEqual(expected);
    expect(given.paths.slice(3)).toEqual([single("copy_5")]);
  });
});

test.each(Object.entries(failures))("a request that %s leaves each lookup an outcome of single ones", async (_how, failure) => {
  const ids = ["copy_0", "copy_1", "copy_2", "copy_3"];
  const outcomes = async (failing: Intercept | undefined, each: readonly string[]): Promise<string[]> => {
    const { call } = await setup("groups", failing);
    const lookup = await call();
    const found: string[] = [];
    for (const id of each) found.push(await inVirtualTime(outcomeOf(lookup("getGroup", { id }))));
    return found;
  };
  const alone = await outcomes(undefined, ids);
  for (const isLasting of [false, true]) {
    for (const id of ids) alone.push(...(await outcomes(failAt(1, failure, isLasting), [id])));
    // The third request is the list.
    for (const position of [2, 3]) {
      for (const outcome of await outcomes(failAt(position, failure, isLasting), ids)) expect(alone).toContain(outcome);
    }
  }
});

test.each(alone)("%s reads each record alone", async (name, store) => {
  const given = await setup(store);
  await lookUp(name, given, given.ids);
  expect(given.paths.map((path) => path.split("/").at(-1))).toEqual(given.ids);
});
