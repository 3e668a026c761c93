// The requests in progress. Each is aborted by Cancel, by a time limit, or when the engine drops it. See docs/protocol.md#cancel.
import type { RpcContext, RequestContext, Severity } from "../contract/context";
import { ProviderError } from "../core/errors/errors";
import type { Engine } from "./engine";

/** Receives the log lines of requests. */
type Listener = Pick<Engine, "log">;

/** The client of a request; emits `cancelled` when it no longer waits for the response. */
export interface Peer {
  once(event: "cancelled", listener: () => void): unknown;
}

/** All requests of this process. */
export class Requests {
  private readonly running = new Set<RunningRequest>();
  private cancelled = false;
  private whenIdle: (() => void)[] = [];

  constructor(
    private readonly listener: Listener,
    private readonly onRequest: () => void = () => {},
  ) {}

  /** Runs one request; after {@link cancel} it fails at once. It is aborted when the peer drops it. */
  async run<T>(urn: string, peer: Peer, work: (request: RunningRequest) => Promise<T>): Promise<T> {
    if (this.cancelled) throw cancellation();
    this.onRequest();
    const request = new RunningRequest(urn, this.listener);
    this.running.add(request);
    // The gRPC server also emits this for requests that have completed.
    peer.once("cancelled", () => this.running.has(request) && request.abort(cancellation()));
    try {
      return await work(request);
    } finally {
      request.close();
      this.running.delete(request);
      if (this.running.size === 0 && this.whenIdle.length > 0) this.whenIdle.splice(0).forEach((resolve) => resolve());
    }
  }

  /** Aborts all running requests and rejects later ones until {@link resume}. */
  cancel(): void {
    this.cancelled = true;
    for (const request of this.running) request.abort(cancellation());
  }

  /** Accepts requests again: an engine has attached for a new run. */
  resume(): void {
    this.cancelled = false;
  }

  /** Resolves once no request is running. */
  idle(): Promise<void> {
    return this.running.size === 0 ? Promise.resolve() : new Promise((resolve) => this.whenIdle.push(resolve));
  }
}

function cancellation(): ProviderError {
  return new ProviderError("cancelled", "the operation was cancelled");
}

/** One request. The abort controller is created with the first use of the signal: most functions never use it. */
export class RunningRequest implements RpcContext {
  private controller: AbortController | undefined;
  private reason: ProviderError | undefined;
  private timer: NodeJS.Timeout | undefined;
  private endsAt: number | undefined;
  private closed = false;
  hasWritten = false;
  redact = (text: string): string => text;

  constructor(
    private readonly urn: string,
    private readonly listener: Listener,
  ) {}

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.reason && !this.controller.signal.aborted) this.controller.abort(this.reason);
    return this.controller.signal;
  }

  abort(reason: ProviderError): void {
    if (this.closed) return;
    this.reason ??= reason;
    this.controller?.abort(this.reason);
  }

  secondsLeft(): number {
    return this.endsAt === undefined ? Infinity : Math.max(0, (this.endsAt - performance.now()) / 1000);
  }

  limit(seconds: number, error: () => ProviderError): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.endsAt = performance.now() + seconds * 1000;
    this.timer = setTimeout(() => this.abort(error()), Math.min(seconds * 1000, 2 ** 31 - 1));
  }

  detached(seconds: number): RequestContext {
    const controller = new AbortController();
    const error = (): ProviderError => new ProviderError("deadline_exceeded", "no response in the time left after the request was aborted");
    setTimeout(() => controller.abort(error()), seconds * 1000).unref();
    return {
      signal: controller.signal,
      status: (message) => this.status(message),
      log: (severity, message) => this.log(severity, message),
      redact: (text) => this.redact(text),
    };
  }

  recordWrite(): void {
    this.hasWritten = true;
  }

  status(message: string): void {
    this.listener.log({ severity: "info", message: this.redact(message), urn: this.urn, ephemeral: true });
  }

  log(severity: Severity, message: string): void {
    this.listener.log({ severity, message: this.redact(message), urn: this.urn, ephemeral: false });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
