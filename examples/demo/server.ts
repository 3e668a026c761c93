/** The server of the demo: the embedded emulator, or the user's cluster. */
import { createSearchEmulator } from "../../tests/emulators/search/index";
import { serve } from "../../tests/emulators/serve";
import { createRest } from "./rest";
import type { Rest } from "./rest";

/** A server for the demo. */
export interface DemoServer {
  /** Description of the server; contains no credentials. */
  title: string;
  /** Environment variables with its endpoint and credentials. */
  environment: Record<string, string>;
  rest: Rest;
  /** Removes objects with the prefix of the demo; returns the ones that could not be removed. */
  clean(prefix: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** Returns the cluster of ENDPOINT or ELASTICSEARCH_ENDPOINTS, or else an emulator on a free loopback port. */
export async function openServer(environment: NodeJS.ProcessEnv): Promise<DemoServer> {
  const endpoints = environment["ENDPOINT"] || environment["ELASTICSEARCH_ENDPOINTS"] || "";
  return endpoints === "" ? embedded() : startOwnServer(endpoints, environment);
}

async function embedded(): Promise<DemoServer> {
  const { url, stop } = await serve(createSearchEmulator().handle);
  return {
    title: `the embedded Elasticsearch emulator, ${url}`,
    environment: { ELASTICSEARCH_ENDPOINTS: url },
    rest: createRest(url, {}),
    clean: async () => [], // The emulator discards its state when it stops.
    stop,
  };
}

async function startOwnServer(endpoints: string, environment: NodeJS.ProcessEnv): Promise<DemoServer> {
  const [first = ""] = endpoints.split(",").map((part) => part.trim());
  if (!URL.canParse(first) || !/^https?:/.test(first))
    throw new Error("ENDPOINT is no http or https URL, such as https://search.example.com:9200");
  const settings = Object.entries(environment).filter((entry): entry is [string, string] => /^ELASTICSEARCH_/.test(entry[0]) && !!entry[1]);
  const rest = createRest(first, environment);
  const { version } = await whoIs(rest);
  return {
    title: `your Elasticsearch ${version.number}, ${new URL(first).origin}`,
    environment: { ...Object.fromEntries(settings), ELASTICSEARCH_ENDPOINTS: endpoints },
    rest,
    clean: (prefix) => clean(rest, prefix),
    stop: async () => {},
  };
}

async function whoIs(rest: Rest): Promise<{ version: { number: string } }> {
  const response = await rest("GET", "/").catch((cause: unknown) => {
    throw new Error(`the server of ENDPOINT cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  const found = response as { version?: { number?: string } } | undefined;
  if (typeof found?.version?.number !== "string") throw new Error("the server of ENDPOINT is not Elasticsearch: GET / returns no version");
  return { version: { number: found.version.number } };
}

/** Removes the objects with the prefix of one run. The template is removed first, because it refers to a pipeline. */
async function clean(rest: Rest, prefix: string): Promise<string[]> {
  const paths = [`/_index_template/${prefix}-logs`, ...["access", "stamp", "old"].map((name) => `/_ingest/pipeline/${prefix}-${name}`)];
  const left: string[] = [];
  for (const path of paths) await rest("DELETE", path).catch(() => left.push(path));
  return left;
}
