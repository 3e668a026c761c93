// One resource as an engine keeps it: id, inputs, outputs and what was left unfinished. See docs/protocol.md#partial-failures and docs/protocol.md#call-sequences.
import type { Send } from "../../provider/contract/http";
import { ResourceInitFailedError } from "../../provider/core/errors/errors";
import { toPlainMap, type ValueMap } from "../../provider/core/values/value";
import { ProviderProcess, type StoredObject } from "./provider-process";

/** What an engine stores of a resource. */
interface StoredResource extends StoredObject {
  /** Why the last operation did not end as it should; forces the next update. */
  unfinished: string[];
}

/** What a run of the engine did. */
export type Done = "create" | "update" | "replace" | "delete first" | "same";

/** One resource in one stack. */
export class Stack {
  stored: StoredResource | undefined;
  /** Paths of the resource option `ignoreChanges`. The engine, and so the caller, gives the old inputs at these paths. */
  ignoreChanges: readonly string[] = [];
  /** The name of the resource in the program, from which Check makes names that it does not give. Without it, a new object gets no name. */
  logicalName = "";
  private readonly process: ProviderProcess;
  private names = 0;

  constructor(
    private readonly type: string,
    send: Send,
    env: Readonly<Record<string, string>>,
  ) {
    this.process = new ProviderProcess({ send, env });
  }

  /** What the operations logged: severity, colon and message. */
  get lines(): string[] {
    return this.process.lines;
  }

  /** Cancels the operation that runs. */
  cancel(): void {
    this.process.cancel();
  }

  /** The outputs without marks. */
  get outputs(): Record<string, unknown> {
    const all = Object.entries(toPlainMap(this.stored?.state ?? {}));
    // As in the CLI, internal members are not displayed.
    return Object.fromEntries(all.filter(([name]) => !name.startsWith("__")));
  }

  /** The inputs without marks. */
  get inputs(): Record<string, unknown> {
    return { ...toPlainMap(this.stored?.inputs ?? {}) };
  }

  /** Configures the provider, as the engine does before every other call. `up` and `import` do it themselves. */
  async configure(settings: ValueMap = {}): Promise<this> {
    await this.process.configure(settings);
    return this;
  }

  /** Makes the resource as declared. Fails as the provider does, after the state reached is stored. */
  async up(program: object): Promise<Done> {
    await this.process.configure();
    const news = await this.checked(program);
    if (!this.stored) return this.create(news);
    const { changes, deleteBeforeReplace } = await this.diff(program);
    if (changes.some(({ replaces }) => replaces)) return this.replace(program, deleteBeforeReplace);
    if (changes.length > 0 || this.stored.unfinished.length > 0) return this.update(news);
    this.stored.inputs = news;
    return "same";
  }

  /** The preview of {@link up}: returns the outputs, fails as Create or Update does in a preview, and stores nothing. */
  async previewUp(program: object): Promise<ValueMap> {
    const news = await this.checked(program);
    const { type, stored } = this;
    const preview = true;
    return (await (stored ? this.process.update(type, stored, news, { preview }) : this.process.create(type, news, { preview }))).state;
  }

  /** What a preview shows: the changed paths, an exclamation mark where the resource has to be replaced. */
  async preview(program: object): Promise<string[]> {
    return (await this.diff(program)).changes.map(({ path, replaces }) => (replaces ? `${path}!` : path));
  }

  /** Stores how the resource is; returns the paths in which it differs from the inputs, or `gone`, or `unfinished`. */
  async refresh(): Promise<string[]> {
    const { inputs } = this.stored!;
    let found: StoredObject | undefined;
    try {
      found = await this.process.read(this.type, this.stored!);
    } catch (error) {
      // The engine keeps the inputs, and warns.
      this.keep(error, inputs);
      if (error instanceof ResourceInitFailedError) return ["unfinished"];
      throw error;
    }
    this.stored = found && { ...found, unfinished: [] };
    return found ? this.process.paths(this.type, found, inputs) : ["gone"];
  }

  /** Takes over a resource that exists. */
  async import(id: string): Promise<void> {
    await this.process.configure();
    const found = await this.process.read(this.type, { id });
    if (!found) throw new Error("nothing to import");
    this.stored = { ...found, unfinished: [] };
  }

  /** `timeout`: the time limit in seconds; 0 is that of the provider. */
  async destroy(timeout = 0): Promise<void> {
    await this.process.delete(this.type, this.stored!, timeout);
    this.stored = undefined;
  }

  /** `olds`: the inputs of the object that exists; none for one that replaces it. */
  private async checked(program: object, olds = this.stored?.inputs): Promise<ValueMap> {
    const { logicalName } = this;
    const suffix = String((this.names += 1)).padStart(7, "0");
    const naming = (olds ?? logicalName) ? { olds: olds ?? {}, logicalName, suffix } : undefined;
    return this.process.checked(this.type, { ...program }, naming);
  }

  private async diff(program: object) {
    return this.process.diff(this.type, this.stored!, await this.checked(program), this.ignoreChanges);
  }

  /** Stores what a failed operation has reached; `inputs`: those that the engine stores then. */
  private keep(error: unknown, inputs: ValueMap): void {
    if (!(error instanceof ResourceInitFailedError)) return;
    this.stored = { id: error.id, inputs, state: error.state as ValueMap, unfinished: error.reasons };
  }

  private async create(inputs: ValueMap): Promise<"create"> {
    try {
      this.stored = { ...(await this.process.create(this.type, inputs)), unfinished: [] };
    } catch (error) {
      this.keep(error, inputs);
      throw error;
    }
    return "create";
  }

  private async update(news: ValueMap): Promise<"update"> {
    const { type, stored, ignoreChanges } = this;
    try {
      this.stored = { ...(await this.process.update(type, stored!, news, { ignoreChanges })), unfinished: [] };
    } catch (error) {
      this.keep(error, stored!.inputs);
      throw error;
    }
    return "update";
  }

  private async replace(program: object, first: boolean): Promise<"replace" | "delete first"> {
    const old = this.stored!;
    if (first) await this.destroy();
    await this.create(await this.checked(program, {}));
    if (!first) await this.process.delete(this.type, old);
    return first ? "delete first" : "replace";
  }
}
