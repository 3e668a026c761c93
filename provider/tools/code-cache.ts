// The V8 code cache of the bundle, taken after a warm-up, so that it holds the functions that a start needs.
import { spawn } from "node:child_process";

import { Client, credentials } from "@grpc/grpc-js";
import * as wire from "../plugin/gen/provider";
import { encode } from "../plugin/codec";

/** Runs the bundle like the launcher does, and writes its compiled code on the first message on its standard input. */
const warmer = `
const { readFileSync, writeFileSync } = require("fs");
const { Script } = require("vm");
const { join } = require("path");
const folder = process.argv[1];
const filename = join(folder, "quartet.cjs");
const script = new Script(readFileSync(filename, "utf8"), { filename });
process.argv.splice(1, 1);
script.runInThisContext()(require, folder);
process.stdin.once("data", () => { writeFileSync(join(folder, "quartet.cache"), script.createCachedData()); process.exit(0); });
`;

/** Writes quartet.cache beside the bundle in the folder. */
export async function writeCodeCache(folder: string): Promise<void> {
  const { NODE_EXTRA_CA_CERTS: _unused, ...env } = process.env;
  const child = spawn(process.execPath, ["-e", warmer, folder], { stdio: ["pipe", "pipe", "inherit"], env });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()));
    child.on("exit", () => reject(new Error("the bundle did not print a port")));
  });
  await warmUp(port);
  child.stdin.end("now\n");
  if ((await ended) !== 0) throw new Error("the code cache was not written");
}

/** The calls of an ordinary run that ask no remote. */
async function warmUp(port: string): Promise<void> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const ask = <T>(name: string, request: Uint8Array): Promise<T> =>
    new Promise((resolve, reject) => {
      const path = `/pulumirpc.ResourceProvider/${name}`;
      const raw = (bytes: Buffer): Buffer => bytes;
      client.makeUnaryRequest(path, raw, raw, Buffer.from(request), (error, answer) => (error ? reject(error) : resolve(answer as T)));
    });
  const empty = new Uint8Array();
  await ask("Handshake", empty);
  await ask("GetPluginInfo", empty);
  await ask("GetSchema", empty);
  await ask(
    "CheckConfig",
    wire.CheckRequest.encode({
      urn: "",
      news: encode({ version: "0.1.0" }),
      olds: undefined,
      randomSeed: empty,
      name: "",
      type: "",
      autonaming: undefined,
    }).finish(),
  );
  await ask(
    "Configure",
    wire.ConfigureRequest.encode({
      variables: {},
      args: encode({}),
      acceptSecrets: true,
      acceptResources: true,
      sendsOldInputs: true,
      sendsOldInputsToDelete: true,
    }).finish(),
  );
  await ask(
    "Invoke",
    wire.InvokeRequest.encode({
      tok: "quartet:search:getSearchIngestProcessorBytes",
      args: encode({ field: "size" }),
      preview: false,
    }).finish(),
  );
  client.close();
}
