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
  version: string;
  rest: Rest;
  /** Removes the objects at these paths, in this order; returns the ones that could not be removed. */
  clean(paths: readonly string[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** Returns the cluster of ENDPOINT or ELASTICSEARCH_ENDPOINTS, or else an emulator on a free loopback port. */
export async function openServer(environment: NodeJS.ProcessEnv): Promise<DemoServer> {
  const endpoints = environment["ENDPOINT"] || environment["ELASTICSEARCH_ENDPOINTS"] || "";
  return endpoints === "" ? embedded() : startOwnServer(endpoints, environment);
}

async function embedded(): Promise<DemoServer> {
  const emulator = createSearchEmulator();
  const { url, stop } = await serve(emulator.handle);
  return {
    title: `the embedded Elasticsearch emulator, ${url}`,
    environment: { ELASTICSEARCH_ENDPOINTS: url },
    version: emulator.version,
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
  const version = await versionOf(rest);
  return {
    title: `your Elasticsearch ${version}, ${new URL(first).origin}`,
    environment: { ...Object.fromEntries(settings), ELASTICSEARCH_ENDPOINTS: endpoints },
    version,
    rest,
    clean: (paths) => clean(rest, paths),
    stop: async () => {},
  };
}

async function versionOf(rest: Rest): Promise<string> {
  const response = await rest("GET", "/").catch((cause: unknown) => {
    throw new Error(`the server of ENDPOINT cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  const found = response as { version?: { number?: string } } | undefined;
  if (typeof found?.version?.number !== "string") throw new Error("the server of ENDPOINT is not Elasticsearch: GET / returns no version");
  return found.version.number;
}

async function clean(rest: Rest, paths: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const path of paths) await rest("DELETE", path).catch(() => left.push(path));
  return left;
}
