// The operations of an engine on one resource, in virtual time, and how they end for the engine.
import type { ErrorCode } from "../../../provider/core/errors/errors";
import { asProviderError, ResourceInitFailedError } from "../../../provider/core/errors/errors";
import type { ValueMap } from "../../../provider/core/values/value";
import { ProviderProcess, type ProcessOptions, type StoredObject } from "../../support/provider-process";
import { inVirtualTime } from "../../support/virtual-time";

/** How an operation ended for the engine. */
export interface OperationResult {
  succeeded: boolean;
  /** What the engine stores from now on; undefined if there is no object. */
  state: StoredObject | undefined;
  /** All text that the user sees; empty after a success. */
  text: string;
  code?: ErrorCode;
}

/** A write of the protocol, or a refresh of several objects at once. */
export type Verb = "create" | "update" | "delete" | "refresh";

/** What an operation needs. */
export interface OperationRequest {
  inputs: ValueMap;
  /** What the engine stores so far; undefined for a create. */
  state?: StoredObject | undefined;
  /** The time limit in seconds; default: the one of the resource. */
  timeout?: number | undefined;
}

/** One provider process that manages one resource. */
export class ResourceProcess {
  private readonly process: ProviderProcess;
  private readonly configured: Promise<unknown>;

  constructor(
    private readonly type: string,
    options: Omit<ProcessOptions, "pace">,
  ) {
    this.process = new ProviderProcess({ ...options, pace: inVirtualTime });
    this.configured = this.process.configure();
  }

  /** Returns the inputs with defaults, as the engine stores them. Fails when a check fails. */
  async check(program: object): Promise<ValueMap> {
    await this.configured;
    return this.process.checked(this.type, program as ValueMap);
  }

  /** Runs one operation and returns what the engine makes of its end. See docs/protocol.md#partial-failures. */
  async perform(verb: Verb, request: OperationRequest): Promise<OperationResult> {
    const { type, process } = this;
    const { inputs, state, timeout = 0 } = request;
    await this.configured;
    try {
      if (verb === "create") return succeeded(await process.create(type, inputs, { timeout }));
      if (verb === "update") return succeeded(await process.update(type, state!, inputs, { timeout }));
      if (verb === "refresh") return await this.refresh(state!, timeout);
      await process.delete(type, state!, timeout);
      return succeeded(undefined);
    } catch (error) {
      return failure(error, verb, request);
    }
  }

  /** Reads the object as often as an engine does that has twelve of them, six at once: shared requests serve most of these reads. */
  private async refresh(state: StoredObject, timeout: number): Promise<OperationResult> {
    const readSix = async () => Promise.all(Array.from({ length: 6 }, async () => this.process.read(this.type, state, timeout)));
    const found = [...(await readSix()), ...(await readSix())];
    const isSame = new Set(found.map((object) => JSON.stringify(object))).size === 1 && found[0] !== undefined;
    return isSame ? succeeded(state) : { succeeded: false, text: "the reads differ", state: undefined };
  }

  /** Returns the paths in which the object differs from the inputs; undefined if the object is gone. */
  async differences(state: StoredObject, expected: ValueMap): Promise<string[] | undefined> {
    const found = await this.process.read(this.type, state);
    return found && this.process.paths(this.type, found, expected);
  }

  /** Cancels what runs. */
  cancel(): void {
    this.process.cancel();
  }
}

const succeeded = (state: StoredObject | undefined): OperationResult => ({ succeeded: true, text: "", state });

/** An object that was created in part is stored with its new inputs, one that was updated in part with the old ones. */
function failure(error: unknown, verb: Verb, { inputs, state }: OperationRequest): OperationResult {
  const text = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ResourceInitFailedError)) return { succeeded: false, state, text, code: asProviderError(error).code };
  const reached = { id: error.id, inputs: verb === "create" ? inputs : state!.inputs, state: error.state as ValueMap };
  return { succeeded: false, state: reached, text, code: asProviderError(error.cause).code };
}
