// Lookups of one kind: one list serves them where its rows are whole records. See docs/modules/datapipeline.md#shared-reads.
import type { Send } from "../../../../provider/contract/http";
import type { PlainMap } from "../../../../provider/core/values/value";
import { createPipelineEmulator, exampleKeys } from "../../../emulators/datapipeline";
import type { Records } from "../../../emulators/datapipeline/account";
import { arriving, responseOf } from "../../../support/in-process";
import { virtualTimeOfFile } from "../../../support/virtual-time";
import { lookupCaller } from "./support";

// The age of a list is no matter of how fast this machine is.
virtualTimeOfFile();

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

const ids = Array.from({ length: 6 }, (_, n) => `copy_${n}`);

/** An account with these records of the kind, a provider, and the requests that it has sent. */
async function setup(store: keyof Records) {
  const emulator = createPipelineEmulator();
  const records = emulator.account[store];
  const first = records.get(records.names()[0]!)!;
  for (const id of records.names()) records.delete(id);
  for (const id of ids) records.set(id, { ...first, id });
  const paths: string[] = [];
  const send: Send = async (request) => {
    const { pathname, search } = new URL(request.url);
    paths.push(pathname.slice("/v1".length) + search);
    return responseOf(emulator.handle(arriving(request)));
  };
  const call = async () => lookupCaller(send, { FIVETRAN_APIKEY, FIVETRAN_APISECRET });
  return { records, paths, call };
}

type Lookup = Awaited<ReturnType<typeof lookupCaller>>;

/** Looks the IDs up, one after the other. */
async function lookUp(name: string, lookup: Lookup, ids: readonly string[]) {
  const found: PlainMap[] = [];
  for (const id of ids) found.push((await lookup(name, { id })).outputs);
  return found;
}

test.each(listed)(
  "%s: a list serves the third lookup and later ones, except for incomplete and missing rows",
  async (name, store, list, member) => {
    const { records, paths, call } = await setup(store);
    const { [member]: _, ...rest } = records.get("copy_5")!;
    records.set("copy_5", rest);
    const expected: PlainMap[] = [];
    for (const id of ids) expected.push(...(await lookUp(name, await call(), [id])));
    paths.length = 0;
    const lookup = await call();
    expect(await lookUp(name, lookup, ids)).toEqual(expected);
    await expect(lookup(name, { id: "none" })).rejects.toThrow(`/v1${list}/none: HTTP 404, NotFound`);
    expect(paths).toEqual([`${list}/copy_0`, `${list}/copy_1`, `${list}?limit=1000`, `${list}/copy_5`, `${list}/none`]);
  },
);

test.each(alone)("%s reads each record alone", async (name, store) => {
  const { paths, call } = await setup(store);
  await lookUp(name, await call(), ids);
  expect(paths.map((path) => path.split("/").at(-1))).toEqual(ids);
});
