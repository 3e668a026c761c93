// Services that preview checks could not reach. See docs/protocol.md#preview-checks.

/** Longer than a preview of many resources needs, and short enough for a service that is started meanwhile. */
const rememberedMs = 60_000;

interface ServiceFailure {
  message: string;
  since: number;
}

/** The latest failures to reach a service, by connection: the preview checks that follow do not wait for it again. */
export class UnreachableServices {
  private readonly failures = new Map<string, ServiceFailure>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Keeps the failure of a check. The message is logged again for other resources and must not contain secrets. */
  add(connection: string, message: string): void {
    this.failures.set(connection, { message, since: this.now() });
  }

  /** Returns the message of a failure that is recent; undefined when the service has to be contacted. */
  messageOf(connection: string): string | undefined {
    const failure = this.failures.get(connection);
    return failure && this.now() - failure.since < rememberedMs ? failure.message : undefined;
  }

  /** Drops a failure after the service has responded. */
  remove(connection: string): void {
    this.failures.delete(connection);
  }

  clear(): void {
    this.failures.clear();
  }
}
