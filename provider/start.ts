// Connects the provider with the gRPC server, the schema, the modules and the HTTP transport; loaded after main.ts has printed the port.
import { readFileSync } from "node:fs";
import type { Server, Socket } from "node:net";
import { join } from "node:path";
import type { PackageSpec } from "./core/schema";
import { createSchema, partFile } from "./core/schema";
import { createSend } from "./http/send";
import { modules } from "./modules/index";
import { fromJson } from "./plugin/codec";
import { Connections } from "./plugin/connections";
import { installCrashHandlers } from "./plugin/crash";
import { Engine } from "./plugin/engine";
import type { Lifetime } from "./plugin/lifetime";
import { exitWhenEngineIsGone, stop } from "./plugin/lifetime";
import { Requests } from "./plugin/requests";
import { createServer } from "./plugin/server";
import { createProvider } from "./provider";
import { openTracing } from "./tracing/spans";

/** The files that the build puts beside the bundle. */
const files = join(__dirname, "schema");

/** What main.ts passes on. */
export interface StartOptions {
  /** The engine's address; empty when no engine started this process. */
  address: string;
  server: Server;
  /** Whether each HTTP request is logged as a debug line. */
  verbose: boolean;
  /** Called when the provider has been configured. */
  onConfigured?: (() => void) | undefined;
}

/** What main.ts calls from now on. */
export interface Started {
  serve(socket: Socket): void;
  /** Cancels the running requests and ends the process once their responses are delivered. */
  stop(): void;
}

/** Starts the provider. Sends no request to a remote service. */
export async function start({ address, server: listener, verbose, onConfigured }: StartOptions): Promise<Started> {
  const engine = new Engine(address);
  const requests = new Requests(engine);
  const part = (section: string): PackageSpec => JSON.parse(readFileSync(join(files, partFile(section)), "utf8")) as PackageSpec;
  const schema = createSchema(part, Object.keys(modules));
  const env = { ...process.env };
  const logDebug = (message: string): void => engine.log({ severity: "debug", message, urn: "", ephemeral: false });
  const tracing = await openTracing({ env, folder: __dirname, version: schema.version });
  const send = createSend({ env, userAgentVersion: schema.version, note: verbose ? logDebug : undefined, trace: tracing?.request });
  const provider = createProvider({ schema, modules, send, env, fromJson });
  const close = async (): Promise<void> => {
    listener.close();
    send.close();
    const drained = connections.drained();
    server.shutdown();
    await Promise.all([drained, tracing?.close()]);
  };
  const lifetime: Lifetime = { requests, engine, close };
  let isCancelled = false;
  const connections = new Connections(() => {
    // An attached process serves several runs; one that an engine started ends with it.
    if (isCancelled && connections.size === 0 && address !== "") stop(lifetime);
  });
  const onCancel = (): void => void (isCancelled = true);
  const schemaMessage = (): Buffer => readFileSync(join(files, "message.bin"));
  const server = createServer({ provider, calls: requests, engine, schemaMessage, onCancel, onConfigured }, tracing);
  installCrashHandlers((text) => provider.redact(text));
  if (address !== "") exitWhenEngineIsGone(lifetime);
  const serve = (socket: Socket): void => {
    connections.add(socket);
    server.serve(socket);
  };
  return { serve, stop: () => stop(lifetime) };
}
