// The client of the engine: its log and its health check. gRPC is loaded and connected on first use. See docs/protocol.md#logging and docs/protocol.md#engine-liveness.
import type { Client } from "@grpc/grpc-js";
import { HealthCheckRequest, HealthCheckResponse, LogRequest, LogSeverity } from "./gen/engine";
import { Empty } from "./gen/provider";
import { sanitizeForTerminal } from "./status";

const severities = { debug: LogSeverity.DEBUG, info: LogSeverity.INFO, warning: LogSeverity.WARNING } as const;
const messageLimit = 400 * 1024 * 1024;
const unimplemented = 12;
/** The maximum number of lines that wait for a slow engine; above it only warnings are kept. */
const maxQueued = 5000;
/** How long `flush` waits for an engine that does not accept the queued lines. */
const flushMs = 200;

/** One line of the engine's log. */
interface LogLine {
  severity: keyof typeof severities;
  message: string;
  urn: string;
  ephemeral: boolean;
}

/** A connection to the engine's service. */
export class Engine {
  private client: Promise<Client> | undefined;
  private queue: Promise<void> = Promise.resolve();
  private queued = 0;
  private readonly warned = new Set<string>();

  constructor(private address: string) {}

  /** Returns whether an engine has started this process or attached to it. */
  get isKnown(): boolean {
    return this.address !== "";
  }

  /** Switches to another engine (Attach, Handshake), which has not received the warnings of the former one. */
  attach(address: string): void {
    if (address === this.address) return;
    this.close();
    this.warned.clear();
    this.address = address;
  }

  /** Sends a line in order, in the background. Each permanent warning is sent once. Without an engine, warnings are written to stderr. */
  log(line: LogLine): void {
    if (line.severity === "warning" && !line.ephemeral) {
      const key = `${line.urn}\n${line.message}`;
      if (this.warned.has(key)) return;
      this.warned.add(key);
    }
    if (!this.isKnown) return printWarning(line);
    if (this.queued >= maxQueued && line.severity !== "warning") return;
    this.queued++;
    this.queue = this.queue
      .then(() => this.send(line))
      .catch(() => printWarning(line))
      .finally(() => void this.queued--);
  }

  /** Waits until the queued lines are sent, at most a fifth of a second, and closes the connection. */
  async flush(): Promise<void> {
    if (this.queued > 0) await Promise.race([this.queue, new Promise<void>((resolve) => setTimeout(resolve, flushMs).unref())]);
    this.close();
  }

  private async send({ severity, message, urn, ephemeral }: LogLine): Promise<void> {
    const request = LogRequest.encode({
      severity: severities[severity],
      message: sanitizeForTerminal(message),
      urn,
      streamId: 0,
      ephemeral,
    }).finish();
    await this.call("/pulumirpc.Engine/Log", request, Empty.decode);
  }

  /** Returns whether the engine passes its health check; `unimplemented` counts as passed. */
  async isAlive(): Promise<boolean> {
    try {
      const request = HealthCheckRequest.encode({ service: "" }).finish();
      await this.call("/grpc.health.v1.Health/Check", request, HealthCheckResponse.decode);
      return true;
    } catch (error) {
      return (error as { code?: number }).code === unimplemented;
    }
  }

  /** Closes the connection. */
  close(): void {
    void this.client?.then((client) => client.close());
    this.client = undefined;
  }

  private async call<T>(path: string, request: Uint8Array, decode: (bytes: Uint8Array) => T): Promise<T> {
    const client = await (this.client ??= connect(this.address));
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + 5000;
      client.makeUnaryRequest(
        path,
        (bytes: Uint8Array) => Buffer.from(bytes),
        decode,
        request,
        { deadline },
        (error, response) => (error ? reject(error) : resolve(response as T)),
      );
    });
  }
}

/** Writes a warning to stderr; other lines are dropped. */
function printWarning({ severity, message }: LogLine): void {
  if (severity === "warning") process.stderr.write(`${sanitizeForTerminal(message)}\n`);
}

async function connect(address: string): Promise<Client> {
  const { Client, credentials } = await import("./grpc-client");
  return new Client(address, credentials.createInsecure(), {
    "grpc.max_send_message_length": messageLimit,
    "grpc.max_receive_message_length": messageLimit,
  });
}
