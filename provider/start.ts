// Creates the gRPC server; loaded after main.ts has printed the port. The provider is loaded when the first RPC uses it.
import { readFileSync } from "node:fs";
import type { Server, Socket } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Assembly } from "./assembly";
import { messageOf, ProviderError } from "./core/errors/errors";
import { pluginVersion } from "./plugin/arguments";
import { Connections } from "./plugin/connections";
import { installCrashHandlers } from "./plugin/crash";
import { Engine } from "./plugin/engine";
import type { Lifetime } from "./plugin/lifetime";
import { exitWhenEngineIsGone, stop } from "./plugin/lifetime";
import { Requests } from "./plugin/requests";
import { mappingsIn } from "./plugin/mappings";
import { createServer } from "./plugin/server";
import { createGrowthLimit, type ProcessHooks } from "./plugin/young-generation";
import type { Provider } from "./provider";
import { openTracing } from "./tracing/spans";

/** What main.ts passes on. */
export interface StartOptions {
  /** The engine's address; empty when no engine started this process. */
  address: string;
  server: Server;
  /** The folder with the files that the build creates. */
  folder: string;
  /** Whether each HTTP request is logged as a debug line. */
  verbose: boolean;
  /** Called when the provider has been configured. */
  onConfigured(): void;
}

/** What main.ts calls from now on. */
interface StartedServer {
  serve(socket: Socket): void;
  /** Cancels the running requests and ends the process once their responses are delivered. */
  stop(): void;
}

/** Starts the server. Sends no request to a remote service. */
export async function start({ address, server: listener, folder, verbose, onConfigured }: StartOptions): Promise<StartedServer> {
  const engine = new Engine(address);
  const tools: ProcessHooks = { setFlags: setFlagsFromString, onExit: (action) => process.prependOnceListener("exit", action) };
  const requests = new Requests(engine, createGrowthLimit(tools));
  const env = { ...process.env };
  const logDebug = (message: string): void => engine.log({ severity: "debug", message, urn: "", ephemeral: false });
  let assembly: Assembly | undefined;
  // Before the provider is loaded there are no secrets.
  const redact = (text: string): string => assembly?.provider.redact(text) ?? text;
  const tracing = await openTracing({ env, folder, version: pluginVersion, redact });
  const loadProvider = async (): Promise<Provider> => {
    try {
      const { assemble } = await import("./assembly");
      assembly = assemble({ folder, env, note: verbose ? logDebug : undefined, trace: tracing?.request });
      return assembly.provider;
    } catch (cause) {
      const reason = `Start failed: ${folder}: ${messageOf(cause)}. Reinstall the plugin.`;
      throw new ProviderError("failed_precondition", reason, { cause });
    }
  };
  let provider: Promise<Provider> | undefined;
  const load = (): Promise<Provider> => (provider ??= loadProvider());
  const close = async (): Promise<void> => {
    listener.close();
    assembly?.close();
    const drained = connections.waitUntilDrained();
    server.shutdown();
    await Promise.all([drained, tracing?.close()]);
  };
  const lifetime: Lifetime = { requests, engine, close };
  let isCancelled = false;
  const connections = new Connections(() => {
    // An attached process serves several runs; one that an engine started ends with it.
    if (isCancelled && connections.size === 0 && address !== "") stop(lifetime);
  });
  const onCancel = (): void => {
    isCancelled = true;
  };
  const schemaMessage = (): Buffer => readFileSync(join(folder, "schema", "message.bin"));
  const mappings = mappingsIn(join(folder, "mappings"));
  const server = createServer({ load, requests, engine, schemaMessage, mappings, onCancel, onConfigured }, tracing);
  installCrashHandlers(redact);
  if (address !== "") exitWhenEngineIsGone(lifetime);
  const serve = (socket: Socket): void => {
    connections.add(socket);
    server.serve(socket);
  };
  return { serve, stop: () => stop(lifetime) };
}
