/**
 * `npm run start:archive -- FOLDER`: starts the plugin of an unpacked archive by its launcher, without a PATH, and prints the version that it returns. The
 * workflow of builds runs it on every platform that archives are built for.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { join, resolve } from "node:path";
import { Client, credentials } from "@grpc/grpc-js";

/** An address where no engine listens. */
const engine = "127.0.0.1:9";
const seconds = 60;

/** Returns the version of the plugin in the folder. Throws if it does not start, or does not end as an engine expects. */
export async function startedVersion(folder: string): Promise<string> {
  const child = launch(resolve(folder));
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const limit = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  try {
    const port = await new Promise<number>((done, fail) => {
      child.stdout?.once("data", (text: Buffer) => done(Number(text.toString().trim())));
      child.once("error", fail);
      void ended.then((code) =>
        fail(new Error(`Start failed: ${folder}: the plugin ended with ${code ?? "a signal"} before it printed its port.`)),
      );
    });
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    // The response is a message with one text: its tag, its length, its bytes.
    const version = (await call(client, "GetPluginInfo")).subarray(2).toString();
    await call(client, "Cancel");
    client.close();
    const code = await ended;
    if (code !== 0) throw new Error(`Start failed: ${folder}: the plugin ended with ${code ?? "a signal"} after Cancel.`);
    return version;
  } finally {
    clearTimeout(limit);
  }
}

/** Starts the launcher with what Windows needs to start programs, and without a PATH. */
function launch(folder: string): ChildProcess {
  const needed = /^(SystemRoot|TEMP|TMP|HOME|USERPROFILE|LOCALAPPDATA)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name)));
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  const launcher = join(folder, "pulumi-resource-quartet");
  if (process.platform !== "win32") return spawn(launcher, [engine], { env, stdio });
  // Windows runs batch files by their interpreter only, which gets the line as it is.
  const shell = process.env["ComSpec"] ?? "cmd.exe";
  return spawn(shell, ["/d", "/s", "/c", `""${launcher}.cmd" ${engine}"`], { env, stdio, windowsVerbatimArguments: true });
}

function call(client: Client, name: string): Promise<Buffer> {
  const raw = (bytes: Buffer): Buffer => bytes;
  return new Promise((done, fail) =>
    client.makeUnaryRequest(`/pulumirpc.ResourceProvider/${name}`, raw, raw, Buffer.alloc(0), (error, response) =>
      error ? fail(error) : done(response ?? Buffer.alloc(0)),
    ),
  );
}

if (require.main === module) {
  startedVersion(process.argv[2] ?? ".").then(
    (version) => console.log(version),
    (error: unknown) => {
      console.error(String(error));
      process.exitCode = 1;
    },
  );
}
