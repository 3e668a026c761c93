/** Starts the Java process of a node, waits until it responds, and ends it with all its children. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { addressOf, prepare, unprivileged, USER } from "./configuration";
import { ElasticsearchUnavailable } from "./unavailable";

/** So many milliseconds a node has until it responds; 8 to 25 seconds are usual. */
const START_LIMIT = 180_000;
/** So many milliseconds a node has to end before it is killed. */
const STOP_LIMIT = 10_000;

const command = (home: string, conf: string) => [
  "-Xmx64m",
  "-XX:+UseSerialGC",
  "-XX:TieredStopAtLevel=1",
  "-Dcli.name=server",
  `-Dcli.script=${home}/bin/elasticsearch`,
  "-Dcli.libs=lib/tools/server-cli",
  `-Des.path.home=${home}`,
  `-Des.path.conf=${conf}`,
  "-Des.distribution.type=zip",
  "-Des.java.type=bundled",
  "-cp",
  `${home}/lib/*:${home}/lib/cli-launcher/*`,
  "org.elasticsearch.launcher.CliToolLauncher",
];

interface Running {
  child: ChildProcess;
  /** The last lines it wrote. */
  logged: () => string;
  /** Fulfilled when it has ended. */
  ended: Promise<unknown>;
}

const launch = (home: string, work: string): Running => {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";
  const options = "-Xms512m -Xmx512m -XX:-AlwaysPreTouch -Des.entitlements.enabled=false";
  const env = { PATH: process.env.PATH, ES_TMPDIR: join(work, "tmp"), ES_JAVA_OPTS: options };
  // A process group of its own: Ctrl-C reaches us alone, and the whole group can be ended at once.
  const child = spawn(java, command(home, join(work, "conf")), {
    cwd: home,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...unprivileged,
  });
  let lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (lines = [...lines, ...chunk.toString().split("\n")].filter((line) => line !== "").slice(-15)));
  }
  const ended = once(child, "exit").catch((cause: Error) => lines.push(`${java} cannot be run: ${cause.message}`));
  return { child, logged: () => lines.join("\n"), ended };
};

const signal = ({ pid }: ChildProcess, name: NodeJS.Signals) => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ESRCH") throw cause;
  }
};

const stop = async ({ child, ended }: Running) => {
  signal(child, "SIGTERM");
  await Promise.race([ended, once(AbortSignal.timeout(STOP_LIMIT), "abort")]);
  signal(child, "SIGKILL");
};

/** Whether the node responds and has the identity of its cluster. */
const isReady = async (url: string) => {
  const authorization = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString("base64")}`;
  try {
    const response = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(5_000) });
    const { cluster_uuid: uuid } = (await response.json()) as { cluster_uuid?: string };
    return response.status === 200 && uuid !== undefined && uuid !== "_na_";
  } catch {
    return false;
  }
};

/** Returns the address once the node responds; undefined where it is no longer wanted. Throws if it ends before, or takes too long. */
const waitUntilReady = async (work: string, running: Running, unwanted: AbortSignal) => {
  const deadline = Date.now() + START_LIMIT;
  let over = false;
  void running.ended.then(() => (over = true));
  while (!unwanted.aborted) {
    if (over) throw new ElasticsearchUnavailable(`the node ended while starting: ${running.logged()}`);
    if (Date.now() > deadline)
      throw new ElasticsearchUnavailable(`the node did not respond within ${START_LIMIT / 1000} s: ${running.logged()}`);
    const url = addressOf(work);
    if (url !== undefined && (await isReady(url))) return url;
    await pause(200);
  }
  return undefined;
};

/**
 * Runs a node until it is no longer wanted, then ends it and removes its folder. `ready` receives the URL. Throws
 * `ElasticsearchUnavailable` when it does not come up.
 */
export const runNode = async (home: string, security: boolean, unwanted: AbortSignal, ready: (url: string) => void): Promise<void> => {
  const work = prepare(home, security);
  const running = launch(home, work);
  try {
    const url = await waitUntilReady(work, running, unwanted);
    if (url !== undefined) ready(url);
    if (!unwanted.aborted) await Promise.race([once(unwanted, "abort"), running.ended]);
    if (!unwanted.aborted) throw new Error(`the node ended by itself: ${running.logged()}`);
  } finally {
    await stop(running);
    rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};
