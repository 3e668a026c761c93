/** Starts the Java process of a node, waits until it responds, and ends it with all its children. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { unprivileged, prepare, USER } from "./configuration";
import { ElasticsearchUnavailable } from "./unavailable";

/** So many milliseconds a node has until it responds; 8 to 25 seconds are usual. */
const START_LIMIT = 180_000;
/** So many milliseconds a node has to end before it is killed. */
const STOP_LIMIT = 10_000;
const ATTEMPTS = 3;

/** Two ports that were free a moment ago. */
const freePorts = async (): Promise<[number, number]> => {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) =>
          server.once("error", reject).listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
        ),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [ports[0] ?? 0, ports[1] ?? 0];
};

const command = (home: string, conf: string): string[] => [
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
  ended: Promise<void>;
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
  const ended = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", (cause) => {
      lines.push(`${java} cannot be run: ${cause.message}`);
      resolve();
    });
  });
  return { child, logged: () => lines.join("\n"), ended };
};

const signal = ({ pid }: ChildProcess, name: NodeJS.Signals): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ESRCH") throw cause;
  }
};

const stop = async ({ child, ended }: Running): Promise<void> => {
  signal(child, "SIGTERM");
  const slow = new AbortController();
  await Promise.race([ended, pause(STOP_LIMIT, undefined, { signal: slow.signal }).catch(() => undefined)]);
  slow.abort();
  signal(child, "SIGKILL");
};

/** Whether the node responds and has the identity of its cluster. */
const isReady = async (url: string): Promise<boolean> => {
  const authorization = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString("base64")}`;
  try {
    const response = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(5_000) });
    const { cluster_uuid: uuid } = (await response.json()) as { cluster_uuid?: string };
    return response.status === 200 && uuid !== undefined && uuid !== "_na_";
  } catch {
    return false;
  }
};

type Start = "ready" | "ended" | "late" | "unwanted";

const waitUntilReady = async (url: string, running: Running, unwanted: AbortSignal): Promise<Start> => {
  const deadline = Date.now() + START_LIMIT;
  let over = false;
  void running.ended.then(() => (over = true));
  while (Date.now() < deadline) {
    if (unwanted.aborted) return "unwanted";
    if (over) return "ended";
    if (await isReady(url)) return "ready";
    await pause(200);
  }
  return "late";
};

const attempt = async (home: string, security: boolean, unwanted: AbortSignal, ready: (url: string) => void): Promise<"done" | "again"> => {
  const [httpPort, transportPort] = await freePorts();
  const work = prepare(home, { security, httpPort, transportPort });
  const running = launch(home, work);
  const url = `http://127.0.0.1:${httpPort}`;
  try {
    const start = await waitUntilReady(url, running, unwanted);
    if (start === "ended" && /BindException|Address already in use/.test(running.logged())) return "again";
    if (start === "ended" || start === "late")
      throw new ElasticsearchUnavailable(
        `the node ${start === "late" ? `did not respond within ${START_LIMIT / 1000} s` : "ended while starting"}: ${running.logged()}`,
      );
    if (start === "ready") ready(url);
    const expected = new Promise<void>((resolve) =>
      unwanted.aborted ? resolve() : unwanted.addEventListener("abort", () => resolve(), { once: true }),
    );
    await Promise.race([expected, running.ended]);
    if (!unwanted.aborted) throw new Error(`the node ended by itself: ${running.logged()}`);
    return "done";
  } finally {
    await stop(running);
    rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};

/**
 * Runs a node until it is no longer wanted, then ends it and removes its folder. `ready` receives the URL. Throws
 * `ElasticsearchUnavailable` when it does not come up.
 */
export const runNode = async (home: string, security: boolean, unwanted: AbortSignal, ready: (url: string) => void): Promise<void> => {
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    if ((await attempt(home, security, unwanted, ready)) === "done") return;
  }
  throw new ElasticsearchUnavailable(`the ports of the node were taken ${ATTEMPTS} times`);
};
