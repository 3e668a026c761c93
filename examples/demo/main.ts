/** `npm run demo`: creates, changes and destroys stacks. Stops and removes everything that it started, also after Ctrl-C or a failure. */
import { randomBytes } from "node:crypto";
import { ensurePulumi } from "../../tools/pulumi";
import { createWorkspace } from "../../tools/workspace";
import { openGateway } from "./gateway-story";
import { openLoads } from "./loads-story";
import { makeReady } from "./ready";
import { obstacle, platformStory } from "./platform-story";
import { searchStory } from "./search-story";
import type { SearchStory } from "./search-steps";
import { openServer, type DemoServer } from "./server";
import { play, StepFailed } from "./context";

const log = (line: string): void => void process.stdout.write(`${line}\n`);
const interruption = new AbortController();
/** Cleanup functions; run in reverse order. */
const undo: (() => Promise<void>)[] = [];

for (const [signal, number] of [
  ["SIGINT", 2],
  ["SIGTERM", 15],
  ["SIGHUP", 1],
] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) return;
    log("\nstopping, and removing what was made ...");
    process.exitCode = 128 + number;
    interruption.abort(new Error(`ended by ${signal}`));
  });
}
const parent = process.ppid;
const orphaned = setInterval(() => void (process.ppid !== parent && process.emit("SIGHUP")), 500);
orphaned.unref();
process.stdout.on("error", () => {}); // The cleanup runs also if the reader closes the pipe.

main()
  .then(() => cleanUp().then(() => log(goOn)))
  .catch((error: unknown) => {
    tell(error);
    return cleanUp();
  })
  .catch(tell);

async function main(): Promise<void> {
  log("quartet: three programs with the real Pulumi CLI, each from nothing to nothing");
  await makeReady(log, interruption.signal);
  const cli = await ensurePulumi({ languages: ["yaml"], log, signal: interruption.signal });
  const server = await openServer(process.env);
  undo.push(() => server.stop());
  const gateway = await openGateway();
  undo.push(() => gateway.stop());
  const loads = await openLoads();
  undo.push(() => loads.stop());
  const prefix = `quartet-demo-${randomBytes(2).toString("hex")}`;
  const workspace = createWorkspace(cli, "quartet-demo-");
  undo.push(() => workspace.remove());
  log(`CLI      ${cli.version}, ${cli.command}`);
  const first = await firstStory(server);
  undo.push(async () => {
    const left = await server.clean(first.paths(prefix));
    if (left.length > 0) log(`could not be removed, please look: ${left.join(", ")}`);
  });
  for (const story of [first, gateway, loads]) {
    log(`\n${story.title}`);
    log(`server   ${story.server}`);
    log(`program  examples/${story.example}, copied to ${workspace.folder}; every name begins with ${prefix}`);
    const program = workspace.copyExample(story.example);
    await play(story.steps, { workspace, program, environment: story.environment, prefix, log, interrupt: interruption.signal });
  }
}

/** Returns the log platform, or what a server without some of its kinds can run. */
async function firstStory(server: DemoServer): Promise<SearchStory> {
  const reason = await obstacle(server);
  if (reason === undefined) return platformStory(server);
  log(`left out examples/log-platform-yaml, because ${reason}; in its place: examples/search-logs-yaml`);
  return searchStory(server);
}

async function cleanUp(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step().catch(tell);
}

function tell(error: unknown): void {
  if (interruption.signal.aborted) return;
  process.exitCode = 1;
  if (error instanceof StepFailed) process.stderr.write(`${error.run.stdout}\n${error.run.stderr}\npulumi ${error.run.args.join(" ")}: `);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

const goOn = `
That was all of it: created, unchanged, updated, drifted and reverted, imported, destroyed. What the demo started is stopped and removed.

Where to go next
  examples/log-platform-yaml        a log platform; log-platform-typescript, -python, -go and -java are the same in other languages
  examples/api-gateway-yaml         the second program; api-gateway-typescript is the same in TypeScript
  examples/loads-to-search-yaml     the third one, over all modules; loads-to-search-typescript is the same in TypeScript
  make install                      puts the plugin where your Pulumi CLI finds it
  make demo ENDPOINT=https://...    the first program on a cluster of yours, with the usual ELASTICSEARCH_* variables
  schema.json                       every resource and function, with examples`;
