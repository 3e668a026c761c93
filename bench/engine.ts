// An engine for servers that no CLI has started. The plugin ends itself when two health checks of its engine in a row fail; a method that is not
// implemented counts as passed. See docs/protocol.md#engine-liveness.
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";

/** An engine that implements no method. */
export interface BenchEngine {
  /** `127.0.0.1:PORT`. */
  address: string;
  stop(): void;
}

const unimplemented = { ":status": 200, "content-type": "application/grpc", "grpc-status": "12" };

/** Starts the engine on a free port. */
export async function startEngine(): Promise<BenchEngine> {
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer()
    .on("stream", (stream) => stream.on("error", () => undefined).respond(unimplemented, { endStream: true }))
    .on("session", (session) => sessions.add(session.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = (): void => {
    server.close();
    for (const session of sessions) session.destroy();
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
