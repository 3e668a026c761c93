// Every function of module datapipeline on the emulator: it accepts the requests, and all responses fit the schema.
import type { PlainMap } from "../../../../provider/core/values/value";
import type { HttpRequest, HttpResponse } from "../../../../provider/contract/http";
import { createPipelineEmulator, exampleKeys } from "../../../emulators/datapipeline";
import { known } from "../../../emulators/datapipeline/example";
import { pipelineSamples } from "../../../samples/datapipeline";
import { lookupCaller, shapeViolations, type LookupResult } from "./support";

const fixtures = pipelineSamples.flatMap(({ exchanges }) => exchanges);
const emulator = createPipelineEmulator({ fixtures });
const [[key, secret]] = Object.entries(exampleKeys) as [[string, string]];
const own = { FIVETRAN_APIKEY: key, FIVETRAN_APISECRET: secret };

async function send(request: HttpRequest): Promise<HttpResponse> {
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = emulator.handle({
    ...request,
    path: pathname,
    query: search.slice(1),
    body: String(request.body ?? ""),
  });
  return { status, headers: headers as Record<string, string>, body };
}

const invoke = async (name: string, inputs: PlainMap): Promise<LookupResult> => (await lookupCaller(send, own))(name, inputs);

/** IDs of the example account, by the beginning of the path. */
const ids: Readonly<Record<string, readonly string[]>> = {
  connections: emulator.account.connections.names().slice(0, 20),
  destinations: emulator.account.destinations.names(),
  groups: emulator.account.groups.names(),
  users: [known.user, "never_came", "blank_page"],
  teams: emulator.account.teams.names(),
  "hybrid-deployment-agents": emulator.account.hybridAgents.names(),
  proxy: emulator.account.proxyAgents.names(),
  "private-links": emulator.account.privateLinks.names(),
  transformations: emulator.account.transformations.names(),
  "transformation-projects": emulator.account.projects.names(),
  webhooks: emulator.account.webhooks.names(),
  "external-logging": emulator.account.logServices.names(),
};

/** Inputs for objects of the example account; those of the sample for a read without a route. */
function inputsFor(name: string, inputs: PlainMap, request: string): PlainMap[] {
  const parameter = Object.keys(inputs).find((input) => /^(id|teamId|userId)$/.test(input));
  if (parameter === undefined) return [{}];
  if (name === "getQuickstartPackage") return emulator.account.packages.names().map((id) => ({ id }));
  if (/Ssh|ServiceAccount/.test(name)) return [{ id: known.group }];
  return ids[request.split("/")[1]!]?.map((id) => ({ [parameter]: id })) ?? [inputs];
}

test.each(pipelineSamples.map((sample) => [sample.name, sample] as const))("%s", async (name, { inputs, exchanges }) => {
  for (const given of inputsFor(name, inputs, exchanges[0]!.request)) {
    const { outputs, failures } = await invoke(name, given);
    expect(failures).toEqual([]);
    expect(shapeViolations(name, outputs)).toEqual([]);
    expect(outputs).toMatchObject(given);
  }
});

test("all pages are read", async () => {
  const { connections } = (await invoke("getConnections", {})).outputs as { connections: PlainMap[] };
  expect(connections.map(({ id }) => id)).toEqual(emulator.account.connections.names());
  const { users } = (await invoke("getUsers", {})).outputs as { users: PlainMap[] };
  expect(users.map(({ id }) => id)).toEqual(emulator.account.users.names());
});
