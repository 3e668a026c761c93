/** One provider process as an engine uses it, without the port: the real verbs and modules, and the calls of an engine. See docs/protocol.md#call-sequences. */
import type { Send } from "../../provider/contract/http";
import { ProviderError } from "../../provider/core/errors/errors";
import type { ValueMap } from "../../provider/core/values/value";
import { modules } from "../../provider/modules";
import { fromJson } from "../../provider/plugin/codec";
import { RunningRequest } from "../../provider/plugin/requests";
import { createProvider, type Provider } from "../../provider/provider";
import type { CheckRequest } from "../../provider/verbs/check";
import type { DiffResponse } from "../../provider/verbs/diff";
import type { InvokeResponse } from "../../provider/verbs/invoke";
import type { ListPart, ListRequest } from "../../provider/verbs/list";
import { schema } from "./in-process";

/** What an engine stores of an object. */
export interface StoredObject {
  id: string;
  inputs: ValueMap;
  state: ValueMap;
}

/** What an engine sends with a write. */
export interface WriteOptions {
  preview?: boolean;
  /** The time limit in seconds; 0, the default, is that of the resource. */
  timeout?: number;
  ignoreChanges?: readonly string[];
}

/** Where a process sends its requests, its environment, and how its work is run, for example in virtual time. */
interface ProcessOptions {
  send: Send;
  env?: Readonly<Record<string, string>>;
  pace?: <T>(work: Promise<T>) => Promise<T>;
}

const urn = "urn:r";

/** A provider process. */
export class ProviderProcess {
  /** What the requests logged: severity, colon and message. */
  readonly lines: string[] = [];
  /** The lines that are shown only while a request runs. */
  readonly statusLines: string[] = [];
  readonly provider: Provider;
  private readonly pace: NonNullable<ProcessOptions["pace"]>;
  private readonly running = new Set<RunningRequest>();

  constructor({ send, env = {}, pace = async (work) => work }: ProcessOptions) {
    this.provider = createProvider({ schema, modules, send, env, fromJson });
    this.pace = pace;
  }

  /** Configures the provider, as the engine does before every other call. */
  async configure(settings: ValueMap = {}): Promise<this> {
    await this.provider.configure(settings);
    return this;
  }

  async check(type: string, program: ValueMap, naming?: Partial<CheckRequest["naming"]>): ReturnType<Provider["check"]> {
    return this.run((rpc) =>
      this.provider.check({ type, news: program, ...(naming && { naming: { olds: {}, logicalName: "", suffix: "", ...naming } }) }, rpc),
    );
  }

  /** Returns the inputs of a program with defaults, as the engine stores them. Fails with all failures. */
  async checked(...args: Parameters<ProviderProcess["check"]>): Promise<ValueMap> {
    const { inputs, failures } = await this.check(...args);
    if (failures.length > 0) throw new Error(failures.map(({ property, reason }) => `${property} | ${reason}`).join("\n"));
    return inputs;
  }

  async diff(type: string, { inputs, state }: StoredObject, news: ValueMap, ignoreChanges: readonly string[] = []): Promise<DiffResponse> {
    return this.provider.diff({ type, olds: state, oldInputs: inputs, news, ignoreChanges });
  }

  /** Returns the paths in which a program differs. */
  async paths(...args: Parameters<ProviderProcess["diff"]>): Promise<string[]> {
    return (await this.diff(...args)).changes.map(({ path }) => path);
  }

  async create(type: string, inputs: ValueMap, { preview = false, timeout = 0 }: WriteOptions = {}): Promise<StoredObject> {
    return { inputs, ...(await this.run((rpc) => this.provider.create({ type, urn, inputs, preview, timeout }, rpc))) };
  }

  async update(type: string, { id, inputs, state }: StoredObject, news: ValueMap, options: WriteOptions = {}): Promise<StoredObject> {
    const request = { type, id, urn, olds: state, oldInputs: inputs, news, preview: false, timeout: 0, ...options };
    return { id, inputs: news, state: await this.run((rpc) => this.provider.update(request, rpc)) };
  }

  /** Refreshes; imports an object without inputs. Returns nothing if it does not exist. */
  async read(
    type: string,
    { id, inputs = {}, state = {} }: Partial<StoredObject> & { id: string },
    timeout = 0,
  ): Promise<StoredObject | undefined> {
    return this.run((rpc) => this.provider.read({ type, id, inputs, state, timeout }, rpc));
  }

  async delete(type: string, { id, inputs, state }: StoredObject, timeout = 0): Promise<void> {
    await this.run((rpc) => this.provider.delete({ type, id, olds: state, oldInputs: inputs, timeout }, rpc));
  }

  async list(request: ListRequest): Promise<ListPart[]> {
    return this.run(async (rpc) => {
      const parts: ListPart[] = [];
      for await (const part of this.provider.list(request, rpc)) parts.push(part);
      return parts;
    });
  }

  async invoke(token: string, args: ValueMap, preview = false): Promise<InvokeResponse> {
    return this.run((rpc) => this.provider.invoke({ token, args, preview }, rpc));
  }

  /** Cancels what runs, as the engine does for Ctrl-C. */
  cancel(): void {
    for (const request of this.running) request.abort(new ProviderError("cancelled", "The operation was cancelled."));
  }

  private async run<T>(work: (request: RunningRequest) => Promise<T>): Promise<T> {
    const request = new RunningRequest(urn, {
      log: ({ severity, message, ephemeral }) =>
        void (ephemeral ? this.statusLines.push(message) : this.lines.push(`${severity}: ${message}`)),
    });
    this.running.add(request);
    return this.pace(work(request)).finally(() => {
      request.close();
      this.running.delete(request);
    });
  }
}
