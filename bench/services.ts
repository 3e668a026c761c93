// Starts the emulators in a process of their own, and the settings with which servers use them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Services } from "./emulators";

/** The emulators; `stop` ends their process. */
export interface RunningServices extends Services {
  stop(): void;
}

/** Starts the process and waits for its addresses. */
export async function startServices(): Promise<RunningServices> {
  const child = spawn(process.execPath, ["--import", "tsx", join(__dirname, "emulators.ts")], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { ...(JSON.parse(line.toString()) as Services), stop: () => void child.stdin.end() };
}

/** Returns the environment variables that name the services; the plugin and the official server read the same ones. */
export function variablesOf({ search, pipeline, key, secret }: Services): Record<string, string> {
  return { ELASTICSEARCH_ENDPOINTS: search, FIVETRAN_API_URL: pipeline, FIVETRAN_APIKEY: key, FIVETRAN_APISECRET: secret };
}

/** Creates an index template at the search service. */
export async function putTemplate({ search }: Services, name: string): Promise<void> {
  const properties = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`field_${i}`, { type: i % 2 === 0 ? "keyword" : "long" }]));
  const body = JSON.stringify({
    index_patterns: [`${name}-*`],
    composed_of: [],
    priority: 300,
    version: 4,
    _meta: { owner: "bench" },
    template: { settings: { index: { number_of_shards: "1", refresh_interval: "5s" } }, mappings: { properties } },
  });
  // A connection that stays open would count as one of the measured server.
  const headers = { "content-type": "application/json", connection: "close" };
  const response = await fetch(`${search}/_index_template/${name}`, { method: "PUT", body, headers });
  if (!response.ok) throw new Error(`Set-up of the benchmark failed: PUT of ${name}: HTTP ${response.status}: ${await response.text()}`);
}
