/** A real Elasticsearch for tests: started as a process of its own, which ends the node whenever this one ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { USER } from "./configuration";
import { ElasticsearchUnavailable } from "./unavailable";

export { ElasticsearchUnavailable } from "./unavailable";

/** A running node. */
export interface ElasticsearchNode {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** A superuser; of no use on a node without security. */
  username: string;
  password: string;
  /** Ends the node and removes what it wrote; may be repeated. */
  stop(): Promise<void>;
}

/**
 * Starts Elasticsearch 8.19.8. The first start on a machine fetches 909 MB, later ones take some 10 seconds, 20 with
 * security. Throws `ElasticsearchUnavailable` when there is no Maven, no Java, no network, or the node does not come up.
 */
export const startElasticsearch = async ({ security = false }: { security?: boolean } = {}): Promise<ElasticsearchNode> => {
  const args = ["--import", "tsx", join(__dirname, "main.ts"), ...(security ? ["--security"] : [])];
  const child = spawn(process.execPath, args, { cwd: resolve(__dirname, "..", ".."), stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(() => [`unavailable "its keeper ended"`]),
  ]);
  const [word, rest = ""] = String(first[0]).split(/ (.*)/s);
  if (word !== "ready") throw new ElasticsearchUnavailable(JSON.parse(rest) as string);
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { url: rest, ...USER, stop };
};
