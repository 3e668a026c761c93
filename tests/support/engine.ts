// An engine as the plugin sees it: it takes log lines and responds to the health check, or rejects, does not respond, or ends.
import { promisify } from "node:util";
import { Server, ServerCredentials, status, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { messageLimit } from "./client";

/** How the engine behaves. */
export interface EngineOptions {
  /** `responds`: healthy; `unknown`: UNIMPLEMENTED, as engines without the service. Default `responds`. */
  health?: "responds" | "unknown";
  /** What becomes of log lines: taken, rejected, or without a response. Default `takes`. */
  log?: "takes" | "rejects" | "hangs";
}

/** An engine that runs. */
export type FakeEngine = Awaited<ReturnType<typeof startEngine>>;

const severities = ["debug", "info", "warning", "error"] as const;
const engines = new Set<{ die(): void }>();
const serving = Buffer.from([0x08, 0x01]);

const same = (bytes: Buffer) => bytes;

/** A method whose messages are bytes. */
export const bytesMethod = (path: string) => ({
  path,
  requestStream: false as const,
  responseStream: false as const,
  requestSerialize: same,
  requestDeserialize: same,
  responseSerialize: same,
  responseDeserialize: same,
});

/** Listens on a free port; returns `127.0.0.1:PORT`. */
export async function listen(server: Server): Promise<string> {
  const bind = promisify(server.bindAsync.bind(server));
  return `127.0.0.1:${await bind("127.0.0.1:0", ServerCredentials.createInsecure())}`;
}

/** Starts an engine on a free port. */
export async function startEngine({ health = "responds", log: logs = "takes" }: EngineOptions = {}) {
  const server = new Server({ "grpc.max_receive_message_length": messageLimit, "grpc.max_send_message_length": messageLimit });
  const lines: ReturnType<typeof lineOf>[] = [];
  const checks: number[] = [];
  const log = ({ request }: ServerUnaryCall<LogRequest, Empty>, response: sendUnaryData<Empty>) => {
    lines.push(lineOf(request));
    if (logs === "takes") response(null, new Empty());
    if (logs === "rejects") response({ code: status.INTERNAL, details: "no room for lines" });
  };
  server.addService(EngineService, { log });
  const check = (_call: unknown, response: sendUnaryData<Buffer>) => {
    checks.push(Date.now());
    if (health === "responds") response(null, serving);
    else response({ code: status.UNIMPLEMENTED, details: "unknown service grpc.health.v1.Health" });
  };
  server.addService({ check: bytesMethod("/grpc.health.v1.Health/Check") }, { check });
  const engine = {
    /** `127.0.0.1:PORT`. */
    address: await listen(server),
    lines,
    /** When the plugin checked the health of the engine, in Unix time. */
    checks,
    /** Lines that are no debug lines. */
    shown: () => lines.filter(({ severity }) => severity !== "debug"),
    /** Ends at once: connections are cut, the port is closed. */
    die: () => {
      engines.delete(engine);
      server.forceShutdown();
    },
  };
  engines.add(engine);
  return engine;
}

/** One line that the plugin sent. */
const lineOf = (request: LogRequest) => ({
  severity: severities[request.getSeverity()]!,
  message: request.getMessage(),
  urn: request.getUrn(),
  ephemeral: request.getEphemeral(),
});

/** Ends every engine that these tests have started; for `afterAll`. */
export function stopEngines(): void {
  for (const engine of engines) engine.die();
}
