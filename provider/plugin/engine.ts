// The engine as we talk back to it: its log, and whether it still lives. The client is loaded and connected on first use (protocol, section 7 and 1.9).
import type { Client } from "@grpc/grpc-js";
import { HealthCheckRequest, HealthCheckResponse, LogRequest, LogSeverity } from "./gen/engine";
import { Empty } from "./gen/provider";
import { sanitizeForTerminal } from "./status";

const severities = { debug: LogSeverity.DEBUG, info: LogSeverity.INFO, warning: LogSeverity.WARNING } as const;
const messageLimit = 400 * 1024 * 1024;
const unimplemented = 12;
/** How many lines may wait for an engine that does not take them; of what comes then only warnings are kept. */
const mostWaiting = 5000;

/** One line for the user. */
export interface LogLine {
  severity: keyof typeof severities;
  message: string;
  urn: string;
  ephemeral: boolean;
}

/** A connection to the engine's service. */
export class Engine {
  private client: Promise<Client> | undefined;
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private readonly said = new Set<string>();

  constructor(private address: string) {}

  /** Whether there is an engine to talk to. */
  get known(): boolean {
    return this.address !== "";
  }

  /** Talks to another engine from now on (Attach, Handshake). */
  attach(address: string): void {
    if (address === this.address) return;
    this.close();
    this.address = address;
  }

  /** Sends a line, in order and without holding anybody up; the same lasting warning is sent once. Without an engine it goes to stderr. */
  log(line: LogLine): void {
    if (line.severity === "warning" && !line.ephemeral) {
      const key = `${line.urn}\n${line.message}`;
      if (this.said.has(key)) return;
      this.said.add(key);
    }
    if (!this.known) return void (line.severity === "warning" && process.stderr.write(`${line.message}\n`));
    if (this.waiting >= mostWaiting && line.severity !== "warning") return;
    this.waiting++;
    this.queue = this.queue
      .then(() => this.send(line))
      .catch(() => void (line.severity === "warning" && process.stderr.write(`${line.message}\n`)))
      .finally(() => void this.waiting--);
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

  /** Whether the engine answers its health check; an engine that does not know the check lives. */
  async lives(): Promise<boolean> {
    try {
      const request = HealthCheckRequest.encode({ service: "" }).finish();
      await this.call("/grpc.health.v1.Health/Check", request, HealthCheckResponse.decode);
      return true;
    } catch (error) {
      return (error as { code?: number }).code === unimplemented;
    }
  }

  /** Ends the connection. */
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
        (error, answer) => (error ? reject(error) : resolve(answer as T)),
      );
    });
  }
}

async function connect(address: string): Promise<Client> {
  const { Client, credentials } = await import("@grpc/grpc-js");
  return new Client(address, credentials.createInsecure(), {
    "grpc.max_send_message_length": messageLimit,
    "grpc.max_receive_message_length": messageLimit,
  });
}
