// The compared servers: the built plugin (ours), a bare Node server (N), a bare gRPC server (G), the official TypeScript provider server (O).
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, credentials } from "@grpc/grpc-js";

const root = join(__dirname, "..");

/** The command of a server. */
export interface Contender {
  name: "ours" | "N" | "G" | "O" | "H";
  command: string;
  args: string[];
}

/** The built plugin, the lower bound, and the reference. */
export const contenders: Contender[] = [
  { name: "ours", command: join(root, "provider", "bin", "pulumi-resource-quartet"), args: [] },
  { name: "N", command: process.execPath, args: [join(__dirname, "servers", "bare.cjs")] },
  { name: "G", command: process.execPath, args: [join(__dirname, "servers", "grpc.cjs")] },
  { name: "O", command: process.execPath, args: [join(__dirname, "servers", "official.cjs")] },
];

/** A server of node:http2 without a gRPC library: the lower bound of the first response. */
export const http2Server: Contender = { name: "H", command: process.execPath, args: [join(__dirname, "servers", "http2.cjs")] };

/** A running server. */
export interface Running {
  child: ChildProcess;
  port: number;
  /** The time from the start of the process to its port line, in ms. */
  portMs: number;
  /** Returns the milliseconds since the start of the process. */
  age(): number;
  stop(): Promise<void>;
}

/** How a server is started. */
export interface StartOptions {
  /** The address of the engine; default: one where nothing listens, so that the plugin ends after half a minute. */
  engine?: string;
  /** Added to the environment. */
  variables?: Readonly<Record<string, string>>;
}

/** Starts a server and waits for its port. NODE_EXTRA_CA_CERTS adds 35 ms to every start of Node 20 and is unset for all servers. */
export async function start({ command, args }: Contender, { engine = "127.0.0.1:9", variables = {} }: StartOptions = {}): Promise<Running> {
  const { NODE_EXTRA_CA_CERTS: _unset, ...inherited } = process.env;
  const env = { ...inherited, ...variables };
  const began = process.hrtime.bigint();
  const age = (): number => Number(process.hrtime.bigint() - began) / 1e6;
  const child = spawn(command, [...args, engine], { env, stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout!.once("data", (text: Buffer) => resolve(Number(text.toString().trim())));
    child.once("exit", () => reject(new Error(`${command} ended before it printed a port`)));
  });
  const portMs = age();
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.removeAllListeners("exit").once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  return { child, port, portMs, age, stop };
}

/** Sends an encoded request to a method; returns the encoded response. */
export function request(client: Client, name: string, message: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  const raw = (bytes: Buffer): Buffer => bytes;
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest(`/pulumirpc.ResourceProvider/${name}`, raw, raw, message, (error, response) =>
      error ? reject(error) : resolve(response!),
    ),
  );
}

/** Creates a client of the server. */
export function clientOf({ port }: Running): Client {
  return new Client(`127.0.0.1:${port}`, credentials.createInsecure(), { "grpc.max_receive_message_length": 2 ** 28 });
}

/** Returns the resident memory of a process in MiB (Linux). */
export function resident(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Returns the processor time of a process in seconds (Linux, ticks of 10 ms). */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
