// The calls in progress: each can be ended by Cancel, by a time limit, and by the engine dropping it (protocol 1.8).
import type { RpcContext, RequestContext } from "../core/contract";
import { ProviderError } from "../core/errors";

/** Where messages of a call go. */
export interface Listener {
  log(line: { severity: "debug" | "info" | "warning"; message: string; urn: string; ephemeral: boolean }): void;
}

/** Who asked, as the gRPC server shows it: it tells when nobody waits for the answer any more. */
export interface Peer {
  once(event: "cancelled", listener: () => void): unknown;
}

/** All calls of this process. */
export class Requests {
  private readonly running = new Set<RunningRequest>();
  private cancelled = false;
  private whenIdle: (() => void)[] = [];

  constructor(private readonly listener: Listener) {}

  /** Runs one call; after {@link cancel} it fails at once. It ends when the peer drops it. */
  async run<T>(urn: string, peer: Peer, work: (call: RunningRequest) => Promise<T>): Promise<T> {
    if (this.cancelled) throw cancellation();
    const call = new RunningRequest(urn, this.listener);
    this.running.add(call);
    // The gRPC server tells this of calls that have ended well, too.
    peer.once("cancelled", () => this.running.has(call) && call.abort(cancellation()));
    try {
      return await work(call);
    } finally {
      call.close();
      this.running.delete(call);
      if (this.running.size === 0) this.whenIdle.splice(0).forEach((tell) => tell());
    }
  }

  /** Ends all running calls and refuses later ones, until {@link resume}. */
  cancel(): void {
    this.cancelled = true;
    for (const call of this.running) call.abort(cancellation());
  }

  /** A new run of the engine begins on this process (attach). */
  resume(): void {
    this.cancelled = false;
  }

  /** Resolves once no call runs. */
  idle(): Promise<void> {
    return this.running.size === 0 ? Promise.resolve() : new Promise((tell) => this.whenIdle.push(tell));
  }
}

function cancellation(): ProviderError {
  return new ProviderError("cancelled", "the operation was cancelled");
}

/** One call. The abort controller is made when somebody asks for the signal: most lookups never do. */
export class RunningRequest implements RpcContext {
  private controller: AbortController | undefined;
  private reason: ProviderError | undefined;
  private timer: NodeJS.Timeout | undefined;
  private endsAt: number | undefined;
  private closed = false;

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

  limit(seconds: number, error: ProviderError): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.endsAt = performance.now() + seconds * 1000;
    this.timer = setTimeout(() => this.abort(error), Math.min(seconds * 1000, 2 ** 31 - 1));
  }

  detached(seconds: number): RequestContext {
    const error = new ProviderError("deadline_exceeded", "no answer in the time left after the operation was ended");
    const controller = new AbortController();
    setTimeout(() => controller.abort(error), seconds * 1000).unref();
    return {
      signal: controller.signal,
      status: (message) => this.status(message),
      log: (severity, message) => this.log(severity, message),
      redact: (text) => this.redact(text),
    };
  }

  /** Hides nothing: the secrets are added by the verbs, which know the configuration and the inputs. */
  redact(text: string): string {
    return text;
  }

  status(message: string): void {
    this.listener.log({ severity: "info", message, urn: this.urn, ephemeral: true });
  }

  log(severity: "debug" | "info" | "warning", message: string): void {
    this.listener.log({ severity, message, urn: this.urn, ephemeral: false });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
