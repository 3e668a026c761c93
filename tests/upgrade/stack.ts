/** One stack with a resource of every type: its program, its emulators, and the format of its recording. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gatewayProgram } from "../cli/gateway";
import { routing } from "../cli/routing";
import type { Json } from "../emulators/exchange";
import { request } from "../emulators/eventrouting/caller";
import { searchVariants } from "../samples/search/resources";
import type { Preparation } from "../samples/variant";
import type { Program } from "../support/cli";
import { cloudEnvironment } from "../support/cloud";
import { eventEnvironment } from "../support/events";
import type { JournalEntry, ModuleName } from "./recording";
import { moduleNames } from "./recording";
import type { OpenRemote } from "./remote";
import { Remote } from "./remote";
import { services } from "./services";

/** The project; the URNs of the recorded state contain it. */
export const project = "upgrade";

/** The state that one released version stores of the whole stack, and the writes that create the remote state. */
export interface StackRecording {
  version: string;
  /** The program in Pulumi.yaml. */
  program: Program;
  /** `pulumi stack export --show-secrets`; all secrets are made up for the recording. */
  state: Json;
  journals: Record<ModuleName, JournalEntry[]>;
}

/** The file of a recording. */
export const stackPath = (version: string): string => join(__dirname, version, "stack.json");

/** Reads a recording. */
export const readStack = (version: string): StackRecording => JSON.parse(readFileSync(stackPath(version), "utf8")) as StackRecording;

const of = (kind: string, properties: object): object => ({ type: `quartet:${kind}`, properties });

const searchResources: Record<string, object> = {
  stamp: of("search:SearchIngestPipeline", { name: "stamp", processors: ['{"set":{"field":"event.dataset","value":"shop"}}'], version: 2 }),
  base: of("search:SearchComponentTemplate", { name: "base", template: { settings: '{"number_of_shards":1}' } }),
  logs: of("search:SearchIndexTemplate", {
    name: "logs",
    indexPatterns: ["logs-*"],
    priority: 200,
    composedOfs: ["${base.name}"],
    dataStream: {},
    template: { mappings: '{"properties":{"client.ip":{"type":"ip"}}}', lifecycle: { dataRetention: "30d" } },
  }),
  users: of("search:SearchEnrichPolicy", {
    name: "users",
    policyType: "match",
    indices: ["users"],
    matchField: "email",
    enrichFields: ["city"],
  }),
  crawler: of("search:SearchConnector", {
    connectorId: "orders",
    serviceType: "postgresql",
    name: "orders",
    indexName: "orders",
    configurationValues: { host: { string: "db" }, password: { secretValue: { "fn::secret": "made-up-password" } } },
  }),
};

const document = JSON.stringify({
  openapi: "3.0.0",
  info: { title: "documents", version: "1.0.0" },
  paths: {
    "/first": {
      get: {
        operationId: "first",
        "x-apigw-service-timeout": 15,
        "x-apigw-backend": { ServiceType: "HTTP", ServiceConfig: { Url: "http://backend.example.com", Path: "/first", Method: "GET" } },
        responses: { 200: { description: "ok" } },
      },
    },
  },
});

/** The one-time operations of `cloud`, which the program of tests/cli/gateway.ts does not contain. */
const operations: Record<string, object> = {
  documents: of("cloud:ApiGatewayService", { serviceName: "documents", protocol: "http", netTypes: ["OUTER"] }),
  document: of("cloud:ApiGatewayImportOpenApi", { serviceId: "${documents.id}", content: document, encodeType: "JSON" }),
  rotated: of("cloud:ApiGatewayApiApp", { apiAppName: "rotated" }),
  rotation: of("cloud:ApiGatewayUpdateApiAppKey", {
    apiAppId: "${rotated.id}",
    apiAppKey: { "fn::secret": "a-made-up-key-of-the-program" },
  }),
  switched: of("cloud:ApiGatewayUpdateService", {
    serviceId: "${service.id}",
    environmentName: "release",
    versionName: "${release.releaseVersion}",
  }),
};

/** Returns the program with a resource of every kind; a kind of search that is not listed here has its first sample. Creates what the samples refer to. */
export function wholeProgram(preparation: Preparation): Program {
  const listed = { ...searchResources, ...gatewayProgram().resources, ...operations, ...routing.resources };
  const samples = new Map(searchVariants.toReversed().map((variant) => [variant.token, variant]));
  for (const { type } of Object.values(listed) as { type: string }[]) samples.delete(type);
  const others = [...samples].map(
    ([type, { program }]) => [type.split(":")[2]!, { type, properties: program(preparation).inputs }] as const,
  );
  return { resources: { ...listed, ...Object.fromEntries(others) } };
}

/** The remote side of the stack. */
export interface OpenRemotes {
  remotes: Record<ModuleName, OpenRemote>;
  /** Environment variables with the endpoints, so that the state contains no address. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the three emulators. */
export async function openRemotes(): Promise<OpenRemotes> {
  const opened = await Promise.all(moduleNames.map(async (module) => [module, await Remote.open(services[module])] as const));
  const remotes = Object.fromEntries(opened) as Record<ModuleName, OpenRemote>;
  const { search, cloud, eventrouting } = remotes;
  const environment = {
    ELASTICSEARCH_ENDPOINTS: search.url,
    ...cloudEnvironment(Number(new URL(cloud.url).port)),
    ...eventEnvironment(eventrouting.url),
  };
  const stop = async (): Promise<void> => void (await Promise.all(Object.values(remotes).map((remote) => remote.stop())));
  return { remotes, environment, stop };
}

/** Sets the clock of each emulator. */
export function setTime({ remotes }: OpenRemotes, time: Date): void {
  for (const { remote } of Object.values(remotes)) remote.time = time;
}

/** Creates what the program does not create itself, the index that the enrich policy reads, and returns where samples create theirs. */
export function prepareRemotes({ remotes }: OpenRemotes): Preparation {
  const { remote } = remotes.search;
  const { status } = remote.handle(request("PUT /users"));
  if (status !== 200) throw new Error(`PUT /users failed: HTTP ${status}`);
  return { handle: remote.handle, now: () => remote.time };
}
