// Behind the front door: the provider joined with the gRPC server, the schema, the modules and the way to the outside.
import { readFileSync } from "node:fs";
import type { Server, Socket } from "node:net";
import { join } from "node:path";
import { messageOf } from "./core/errors";
import type { PackageSpec } from "./core/schema";
import { createSchema, partFile } from "./core/schema";
import { createSend } from "./http/send";
import { modules } from "./modules/index";
import { Requests } from "./plugin/requests";
import { fromJson } from "./plugin/codec";
import { Connections } from "./plugin/connections";
import { Engine } from "./plugin/engine";
import type { Lifetime } from "./plugin/lifetime";
import { exitWhenEngineIsGone, stop } from "./plugin/lifetime";
import { createServer } from "./plugin/server";
import { createProvider } from "./provider";
import { openTracing } from "./tracing/spans";

/** The files that the build puts beside the bundle. */
const files = join(__dirname, "schema");

/** What the front door hands on. */
export interface Opened {
  /** The engine's address; empty when no engine started this process. */
  address: string;
  server: Server;
  /** Whether each request to a remote is told as a debug line. */
  verbose: boolean;
}

/** What the front door uses from now on. */
export interface Started {
  serve(socket: Socket): void;
  /** Ends the process, after the running calls have told what they reached. */
  stop(): void;
}

/** Joins everything. Nothing is asked of a remote before a call needs it. */
export async function start({ address, server: door, verbose: talkative }: Opened): Promise<Started> {
  const engine = new Engine(address);
  const calls = new Requests(engine);
  const part = (section: string): PackageSpec => JSON.parse(readFileSync(join(files, partFile(section)), "utf8")) as PackageSpec;
  const schema = createSchema(part, Object.keys(modules));
  const env = { ...process.env };
  const tell = (message: string): void => engine.log({ severity: "debug", message, urn: "", ephemeral: false });
  const tracing = await openTracing({ env, folder: __dirname, version: schema.version });
  const send = createSend({ env, userAgentVersion: schema.version, note: talkative ? tell : undefined, trace: tracing?.request });
  const provider = createProvider({ schema, modules, send, env, fromJson });
  const close = (): Promise<void> | undefined => (door.close(), send.close(), tracing?.close());
  const lifetime: Lifetime = { calls, engine, close };
  let cancelled = false;
  const leave = (): void => {
    // An attached process serves several runs; one that an engine started ends with it.
    if (cancelled && connections.size === 0 && address !== "") stop(lifetime);
  };
  const connections = new Connections(leave);
  const onCancel = (): void => void (cancelled = true);
  const schemaMessage = (): Buffer => readFileSync(join(files, "message.bin"));
  const server = createServer({ provider, calls, engine, schemaMessage, onCancel }, tracing);
  surviveDefects((text) => provider.discreet(text));
  if (address !== "") exitWhenEngineIsGone(lifetime);
  const serve = (socket: Socket): void => {
    connections.add(socket);
    server.serve(socket);
  };
  return { serve, stop: () => stop(lifetime) };
}

/** A defect in one call may not take the others with it: it is told, and the process goes on serving (protocol 1.4). */
function surviveDefects(discreet: (text: string) => string): void {
  const tell = (error: unknown): void => {
    const text = discreet(error instanceof Error ? `${error.name}: ${messageOf(error)}` : messageOf(error));
    process.stderr.write(`pulumi-resource-quartet: internal error: ${text.slice(0, 500)}\n`);
  };
  process.on("uncaughtException", tell);
  process.on("unhandledRejection", tell);
}
