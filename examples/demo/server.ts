/** What the demo runs on: the embedded emulator, or a cluster of the user's own. */
import { createSearchEmulator } from "../../tests/emulators/search/index";
import { serve } from "../../tests/emulators/serve";
import { createRest } from "./rest";
import type { Rest } from "./rest";

/** A server to work on. */
export interface DemoServer {
  /** What to call it; holds no credentials. */
  title: string;
  /** Variables that lead the provider to it. */
  environment: Record<string, string>;
  rest: Rest;
  /** Removes what the demo may have left under its prefix; returns what could not be removed. */
  clean(prefix: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** The cluster that ENDPOINT or ELASTICSEARCH_ENDPOINTS names; without them an emulator on a free port of the loopback. */
export async function openServer(environment: NodeJS.ProcessEnv): Promise<DemoServer> {
  const endpoints = environment["ENDPOINT"] || environment["ELASTICSEARCH_ENDPOINTS"] || "";
  return endpoints === "" ? embedded() : own(endpoints, environment);
}

async function embedded(): Promise<DemoServer> {
  const { url, stop } = await serve(createSearchEmulator().handle);
  return {
    title: `the embedded Elasticsearch emulator, ${url}`,
    environment: { ELASTICSEARCH_ENDPOINTS: url },
    rest: createRest(url, {}),
    clean: async () => [], // it forgets everything when it stops
    stop,
  };
}

async function own(endpoints: string, environment: NodeJS.ProcessEnv): Promise<DemoServer> {
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

/** Names with the prefix of one run are the demo's alone. The template goes first, for it names a pipeline. */
async function clean(rest: Rest, prefix: string): Promise<string[]> {
  const paths = [`/_index_template/${prefix}-logs`, ...["access", "stamp", "old"].map((name) => `/_ingest/pipeline/${prefix}-${name}`)];
  const left: string[] = [];
  for (const path of paths) await rest("DELETE", path).catch(() => left.push(path));
  return left;
}
