/**
 * Runs a real Elasticsearch 8.19.8 on a free port of the loopback, with `--security` or without. Prints `ready URL` when it responds, or
 * `unavailable REASON`. Stops the node and removes its folder on SIGINT, on SIGTERM, and when its standard input ends, as it does when its parent exits.
 */
import { distribution } from "./distribution";
import { runNode } from "./process";
import { ElasticsearchUnavailable } from "./unavailable";

const main = async (): Promise<number> => {
  const server = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.abort());
  process.stdin.on("end", () => server.abort()).resume();
  try {
    await runNode(await distribution(server.signal), process.argv.includes("--security"), server.signal, (url) =>
      process.stdout.write(`ready ${url}\n`),
    );
    return 0;
  } catch (cause) {
    if (server.signal.aborted) return 0;
    if (!(cause instanceof ElasticsearchUnavailable)) throw cause;
    process.stdout.write(`unavailable ${JSON.stringify(cause.message)}\n`);
    return 3;
  }
};

void main().then((code) => process.exit(code));
