// Makes the plugin store its V8 code cache, after the calls of an ordinary run. As a program: `code-cache.ts FOLDER [NODE [FLAG...]]`. See docs/decisions/code-cache.md.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Client, credentials } from "@grpc/grpc-js";
import { version } from "../../package.json";
import { encode } from "../plugin/codec";
import * as wire from "../plugin/gen/provider";

const empty = new Uint8Array();

/** The requests of an ordinary run that send nothing to a remote service; Cancel and the end of the connection end the process. */
const requests: readonly (readonly [string, Uint8Array])[] = [
  ["Handshake", empty],
  ["GetPluginInfo", empty],
  ["GetSchema", empty],
  [
    "CheckConfig",
    wire.CheckRequest.encode({
      urn: "",
      news: encode({ version }),
      olds: undefined,
      randomSeed: empty,
      name: "",
      type: "",
      autonaming: undefined,
    }).finish(),
  ],
  [
    "Configure",
    wire.ConfigureRequest.encode({
      variables: {},
      args: encode({}),
      acceptSecrets: true,
      acceptResources: true,
      sendsOldInputs: true,
      sendsOldInputsToDelete: true,
    }).finish(),
  ],
  [
    "Invoke",
    wire.InvokeRequest.encode({
      tok: "quartet:search:getSearchIngestProcessorBytes",
      args: encode({ field: "size" }),
      preview: false,
    }).finish(),
  ],
  ["Cancel", empty],
];

/** The Node.js that stores its compiled code, by default that of this process, and its flags. */
interface CodeCacheOptions {
  node?: string;
  flags?: readonly string[];
}

/** Starts the plugin in the folder, so that it stores its compiled code there. Does nothing if the folder has the cache of this Node.js. */
export async function writeCodeCache(folder: string, { node = process.execPath, flags = [] }: CodeCacheOptions = {}): Promise<void> {
  // The cache of the user's folder would be loaded, and nothing would be stored.
  const { NODE_EXTRA_CA_CERTS: _unused, ...inherited } = process.env;
  const env = { ...inherited, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder };
  const child = spawn(node, [...flags, "--no-warnings", join(folder, "boot.cjs"), "127.0.0.1:9"], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()));
    child.on("exit", () => reject(new Error("the bundle printed no port")));
  });
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), { "grpc.max_receive_message_length": -1 });
  for (const [name, request] of requests) await send(client, name, request);
  client.close();
  if ((await ended) !== 0) throw new Error("the plugin failed at its end");
}

function send(client: Client, name: string, request: Uint8Array): Promise<unknown> {
  const path = `/pulumirpc.ResourceProvider/${name}`;
  const raw = (bytes: Buffer): Buffer => bytes;
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest(path, raw, raw, Buffer.from(request), (error, response) => (error ? reject(error) : resolve(response))),
  );
}

if (require.main === module) {
  const [folder, node, ...flags] = process.argv.slice(2);
  void writeCodeCache(folder!, { node, flags });
}
