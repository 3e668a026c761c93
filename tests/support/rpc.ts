// Every call of the protocol in one line of a test: plain objects in, plain objects out, and what must always hold checked for each response.
import type { ServiceError } from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { Connection } from "./client";
import { detailsOf } from "./failure";
import { diffViolations } from "./invariants";
import { fromStruct, plainTexts, toStruct, unknownPaths, type Json, type Properties } from "./structs";

/** One wrong property. */
export interface Failure {
  property: string;
  reason: string;
}

/** A resource in a request. */
export interface Subject {
  type: string;
  /** Logical name; default `demo`. */
  name?: string;
}

/** The response of Diff. */
export interface Differences {
  changes: "unknown" | "none" | "some";
  diffs: string[];
  replaces: string[];
  stables: string[];
  deleteBeforeReplace: boolean;
  /** By path: `UPDATE`, `ADD_REPLACE` and so on. */
  detailed: Record<string, string>;
}

const kinds = ["ADD", "ADD_REPLACE", "DELETE", "DELETE_REPLACE", "UPDATE", "UPDATE_REPLACE"];
const providerUrn = "urn:pulumi:dev::demo::pulumi:providers:quartet::main";

/** The URN of a resource as an engine makes it. */
export const urnOf = ({ type, name = "demo" }: Subject): string => `urn:pulumi:dev::demo::${type}::${name}`;

/** The calls of an engine to one plugin. */
export class Rpc extends Connection {
  /** Texts that may be in no failure and no status (cases 44, 70, 95, 140). */
  readonly secrets = new Set<string>();

  /** As `call`, with the text of the status searched for secrets. */
  override async call<Q, A>(...parameters: Parameters<typeof Connection.prototype.call<Q, A>>): Promise<A> {
    return super.call<Q, A>(...parameters).catch((error: ServiceError) => {
      this.rejectSecrets([error.details ?? error.message]);
      const { reasons = [], properties = {} } = typeof error.code === "number" ? (detailsOf(error).initFailed ?? {}) : {};
      this.rejectSecrets([...reasons, plainTexts(properties)]);
      throw error;
    });
  }

  async handshake(set: (request: pb.ProviderHandshakeRequest) => void = () => {}): Promise<pb.ProviderHandshakeResponse.AsObject> {
    const request = new pb.ProviderHandshakeRequest();
    set(request);
    return (await this.call(this.stub.handshake, request)).toObject();
  }

  async attach(address: string): Promise<void> {
    await this.call(this.stub.attach, filled(new PluginAttach(), { Address: address }));
  }

  async cancel(): Promise<void> {
    await this.call(this.stub.cancel, new Empty());
  }

  async version(): Promise<string> {
    return (await this.call(this.stub.getPluginInfo, new Empty())).getVersion();
  }

  async schema(version = 0, subpackage = ""): Promise<string> {
    const request = filled(new pb.GetSchemaRequest(), { Version: version, SubpackageName: subpackage });
    return (await this.call(this.stub.getSchema, request)).getSchema();
  }

  async checkConfig(news: Properties, olds: Properties = {}): Promise<{ inputs: Properties; failures: Failure[] }> {
    const request = filled(new pb.CheckRequest(), { Urn: providerUrn, Olds: olds, News: news });
    return this.checked(await this.call(this.stub.checkConfig, request));
  }

  async diffConfig(
    news: Properties,
    { oldInputs = {}, olds = {} }: { oldInputs?: Properties; olds?: Properties } = {},
  ): Promise<Differences> {
    const request = filled(new pb.DiffRequest(), { Urn: providerUrn, Olds: olds, OldInputs: oldInputs, News: news });
    return differences(await this.call(this.stub.diffConfig, request));
  }

  async configure(args: Properties, set: (request: pb.ConfigureRequest) => void = () => {}): Promise<pb.ConfigureResponse.AsObject> {
    const accepted = { Acceptsecrets: true, Acceptresources: true, SendsOldInputs: true, SendsOldInputsToDelete: true };
    const request = filled(new pb.ConfigureRequest(), { Args: args, ...accepted });
    set(request);
    return (await this.call(this.stub.configure, request)).toObject();
  }

  async invoke(token: string, args: Properties = {}, preview = false): Promise<{ result: Properties | undefined; failures: Failure[] }> {
    const request = filled(new pb.InvokeRequest(), { Tok: token, Args: args, Preview: preview });
    const response = await this.call(this.stub.invoke, request);
    const result = response.getReturn();
    const failures = this.failuresIn(response.getFailuresList());
    return { result: failures.length > 0 ? undefined : known(result && fromStruct(result), "Invoke"), failures };
  }

  /** The result of a function; fails when the response holds failures. */
  async resultOf(token: string, args: Properties = {}): Promise<Properties> {
    const { result, failures } = await this.invoke(token, args);
    if (failures.length > 0 || result === undefined) throw new Error(`failures: ${JSON.stringify(failures)}`);
    return result;
  }

  async check(
    subject: Subject & { news: Properties; olds?: Properties; seed?: string; autonaming?: { name: string; mode: 0 | 1 | 2 } },
  ): Promise<{ inputs: Properties; failures: Failure[] }> {
    const { news, olds = {}, seed, autonaming } = subject;
    const request = filled(new pb.CheckRequest(), { ...identity(subject), Olds: olds, News: news });
    if (seed !== undefined) request.setRandomseed(Buffer.from(seed.padEnd(32, "."), "latin1"));
    if (autonaming) {
      const options = { ProposedName: autonaming.name, Mode: autonaming.mode };
      request.setAutonaming(filled(new pb.CheckRequest.AutonamingOptions(), options));
    }
    return this.checked(await this.call(this.stub.check, request));
  }

  /** The checked inputs; fails when there are failures. */
  async inputs(subject: Subject, news: Properties): Promise<Properties> {
    const { inputs, failures } = await this.check({ ...subject, news });
    if (failures.length > 0) throw new Error(`failures: ${JSON.stringify(failures)}`);
    return inputs;
  }

  async diff(
    subject: Subject & { id?: string; olds?: Properties; oldInputs?: Properties; news: Properties; ignore?: string[] },
  ): Promise<Differences> {
    const { id = "id", oldInputs, olds = oldInputs ?? {}, news, ignore = [] } = subject;
    const states = { Id: id, Olds: olds, OldInputs: oldInputs, News: news, IgnorechangesList: ignore };
    const request = filled(new pb.DiffRequest(), { ...identity(subject), ...states });
    return differences(await this.call(this.stub.diff, request));
  }

  async create(
    subject: Subject & { inputs: Properties; preview?: boolean; timeout?: number },
  ): Promise<{ id: string; properties: Properties }> {
    const { inputs, preview = false, timeout = 0 } = subject;
    const request = filled(new pb.CreateRequest(), { ...identity(subject), Properties: inputs, Preview: preview, Timeout: timeout });
    const response = await this.call(this.stub.create, request);
    const properties = fromStruct(response.getProperties()!);
    return { id: response.getId(), properties: preview ? properties : known(properties, "Create")! };
  }

  async read(
    subject: Subject & { id: string; inputs?: Properties; properties?: Properties },
  ): Promise<{ id: string; properties?: Properties; inputs?: Properties }> {
    const { id, inputs, properties } = subject;
    const request = filled(new pb.ReadRequest(), { ...identity(subject), Id: id, Inputs: inputs, Properties: properties });
    const response = await this.call(this.stub.read, request);
    const state = response.getProperties();
    const found = response.getInputs();
    return {
      id: response.getId(),
      properties: known(state && fromStruct(state), "Read"),
      inputs: known(found && fromStruct(found), "Read"),
    };
  }

  async update(
    subject: Subject & { id: string; olds: Properties; oldInputs?: Properties; news: Properties; preview?: boolean; timeout?: number },
  ): Promise<Properties> {
    const { id, olds, oldInputs, news, preview = false, timeout = 0 } = subject;
    const states = { Id: id, Olds: olds, OldInputs: oldInputs, News: news, Preview: preview, Timeout: timeout };
    const request = filled(new pb.UpdateRequest(), { ...identity(subject), ...states });
    const properties = fromStruct((await this.call(this.stub.update, request)).getProperties()!);
    return preview ? properties : known(properties, "Update")!;
  }

  async delete(subject: Subject & { id: string; properties: Properties; oldInputs?: Properties; timeout?: number }): Promise<void> {
    const { id, properties, oldInputs, timeout = 0 } = subject;
    const states = { Id: id, Properties: properties, OldInputs: oldInputs, Timeout: timeout };
    const request = filled(new pb.DeleteRequest(), { ...identity(subject), ...states });
    await this.call(this.stub.delete, request);
  }

  private checked(response: pb.CheckResponse): { inputs: Properties; failures: Failure[] } {
    return { inputs: fromStruct(response.getInputs()!), failures: this.failuresIn(response.getFailuresList()).map(withPath) };
  }

  private failuresIn(list: pb.CheckFailure[]): Failure[] {
    const failures = list.map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() }));
    this.rejectSecrets(failures.flatMap(({ property, reason }) => [property, reason]));
    return failures;
  }

  private rejectSecrets(texts: string[]): void {
    for (const secret of this.secrets) {
      const text = texts.find((candidate) => candidate.includes(secret));
      if (text !== undefined) throw new Error(`a secret is shown: ${text}`);
    }
  }
}

/** Check names a nested or absent property at the beginning of the reason only, because engines print the value of the property of a failure. */
function withPath({ property, reason }: Failure): Failure {
  const [, path = "", missing = ""] = /^(?:([A-Za-z_]\w*(?:\.[\w-]+|\[[^\]]*\])*): |missing required property '(\w+)')/.exec(reason) ?? [];
  return { property: property || path || missing, reason };
}

const identity = (subject: Subject) => ({ Urn: urnOf(subject), Type: subject.type, Name: subject.name ?? "demo" });

/** Sets fields of a message by the names of their setters; objects become Structs, and what is undefined is left out. */
function filled<Message extends object>(message: Message, fields: Readonly<Record<string, Json | undefined>>) {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const isStruct = typeof value === "object" && value !== null && !Array.isArray(value);
    (message as Record<string, (value: unknown) => void>)[`set${name}`]!(isStruct ? toStruct(value) : value);
  }
  return message;
}

/** Outside previews no response may hold an unknown. See docs/protocol.md#marks-by-rpc. */
function known(properties: Properties | undefined, method: string) {
  const unknowns = properties === undefined ? [] : unknownPaths(properties);
  if (unknowns.length > 0) throw new Error(`${method} returned unknowns at ${unknowns.join(", ")}`);
  return properties;
}

function differences(response: pb.DiffResponse): Differences {
  const found: Record<string, number> = {};
  response.getDetaileddiffMap().forEach((change, path) => (found[path] = change.getKind()));
  const parts = {
    diffs: response.getDiffsList(),
    replaces: response.getReplacesList(),
    stables: response.getStablesList(),
    deleteBeforeReplace: response.getDeletebeforereplace(),
  };
  const violations = diffViolations({
    ...parts,
    changes: response.getChanges(),
    hasDetailedDiff: response.getHasdetaileddiff(),
    detailedDiff: Object.fromEntries(Object.entries(found).map(([path, kind]) => [path, { kind }])),
  });
  if (violations.length > 0) throw new Error(`a Diff response contradicts itself: ${violations.join("; ")}`);
  const detailed = Object.fromEntries(Object.entries(found).map(([path, kind]) => [path, kinds[kind]!]));
  return { ...parts, detailed, changes: (["unknown", "none", "some"] as const)[response.getChanges()]! };
}
