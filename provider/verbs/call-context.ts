// The context that functions and resources receive.
import type { Context, RequestContext } from "../contract/context";
import type { SharedReads } from "../contract/shared-reads";

/** The request context with the client of the module. The methods are bound: implementations take them out of the object. */
export class CallContext implements Context<unknown> {
  constructor(
    private readonly context: RequestContext,
    readonly client: unknown,
    readonly load: SharedReads<unknown>["load"],
  ) {}

  get signal(): AbortSignal {
    return this.context.signal;
  }

  readonly status = (message: string): void => this.context.status(message);
  readonly log = (severity: Parameters<RequestContext["log"]>[0], message: string): void => this.context.log(severity, message);
  readonly redact = (text: string): string => this.context.redact(text);
}
