/** Reads role descriptors, of roles and of API keys, as the server does: member by member, up to the first fault. */
import type { Json, JsonObject } from "../exchange";
import type { State } from "./api";
import { compareVersions } from "./api";
import type { Cause } from "./errors";
import { bad, illegal, SearchFailure } from "./errors";
import { readGlobal } from "./global-privileges";
import type { Node, ObjectNode } from "./json";
import { parseJson, plain, token } from "./json";
import { readObject, texts } from "./object-parser";
import { string } from "./shapes";

/** A group of index privileges as the server keeps it. */
export interface IndexGroup extends JsonObject {
  names: string[];
  privileges: string[];
  allow_restricted_indices: boolean;
}

/** Privileges of an application. */
export interface ApplicationGroup extends JsonObject {
  application: string;
  privileges: string[];
  resources: string[];
}

/** A role descriptor as the server keeps it. */
export interface Descriptor extends JsonObject {
  cluster: string[];
  indices: IndexGroup[];
  applications: ApplicationGroup[];
  run_as: string[];
  metadata: JsonObject;
}

const parsing = (reason: string): SearchFailure => bad("parse_exception", reason);

/** Reads the descriptor of a role or key of this name. */
class DescriptorReader {
  constructor(
    readonly name: string,
    readonly state: State,
  ) {}

  failure(reason: string, kind = ""): SearchFailure {
    return parsing(`failed to parse ${kind === "" ? "" : `${kind} for `}role [${this.name}]. ${reason}`);
  }

  /** A list of strings; null is an empty one. */
  strings(field: string, node: Node): string[] {
    if (node.kind === "null") return [];
    if (node.kind !== "array")
      throw this.wrapped(`could not parse [${field}] field. expected a string array but found [${token(node)}] value instead`);
    return node.items.map((item) => {
      if (item.kind === "string") return item.text;
      throw this.wrapped(`could not parse [null] field. expected a string array but one of the value in the array is [${token(item)}]`);
    });
  }

  wrapped(reason: string): SearchFailure {
    const causedBy: Cause = { type: "parse_exception", reason };
    return new SearchFailure(400, { type: "parse_exception", reason: `failed to parse role [${this.name}]`, causedBy });
  }

  list<T>(field: string, node: Node, kind: string, read: (item: ObjectNode) => T): T[] {
    if (node.kind !== "array")
      throw this.failure(`expected field [${field}] value to be an array, but found [${token(node)}] instead`, kind);
    return node.items.map((item) => {
      if (item.kind === "object") return read(item);
      throw this.failure(
        `expected field [null] value to be an array of objects, but found an array element of type [${token(item)}]`,
        kind,
      );
    });
  }

  names(node: Node, kind: string): string[] {
    if (node.kind === "string") return [node.text];
    if (node.kind !== "array")
      throw this.failure(`expected field [names] value to be a string or an array of strings, but found [${token(node)}] instead`, kind);
    if (node.items.length === 0) throw this.failure("[names] cannot be an empty array", kind);
    return this.strings("names", node);
  }

  fieldSecurity(node: Node, kind: string): JsonObject {
    if (node.kind !== "object") throw this.failure(`expected START_OBJECT but got ${token(node)} in "field_security".`, kind);
    if (node.fields.length === 0) throw this.failure('"field_security" must not be empty.', kind);
    const read: Record<string, string[]> = {};
    for (const { name, value } of node.fields) {
      if (name !== "grant" && name !== "except")
        throw this.failure(`"field_security" only accepts options grant and except, but got: ${name}`, kind);
      read[name] = this.strings(name, value);
    }
    const { grant, except } = read;
    if (except && !grant) throw this.failure("field_security requires grant if except is given", kind);
    const fits = (field: string): boolean =>
      (grant ?? []).some((pattern) => pattern === field || (pattern.endsWith("*") && field.startsWith(pattern.slice(0, -1))));
    const outside = (except ?? []).filter((field) => !fits(field));
    if (outside.length > 0) {
      const reason = `Exceptions for field permissions must be a subset of the granted fields but ${outside.join(",")} is not a subset of ${grant!.join(",")}`;
      throw new SearchFailure(400, {
        type: "parse_exception",
        reason: `failed to parse ${kind} for role [${this.name}] - ${reason}`,
        causedBy: { type: "security_exception", reason },
      });
    }
    return read;
  }

  query(node: Node, kind: string): string | undefined {
    if (node.kind === "null") return undefined;
    if (node.kind === "string") return node.text;
    if (node.kind === "object") return JSON.stringify(plain(node));
    throw this.failure(
      `expected field [query] value to be null, a string, an array, or an object, but found [${token(node)}] instead`,
      kind,
    );
  }

  group({ fields }: ObjectNode, isRemote: boolean): IndexGroup {
    const kind = "indices privileges";
    const group: JsonObject = {};
    for (const { name, value } of fields) {
      if (name === "names") group.names = this.names(value, kind);
      else if (name === "privileges") {
        if (value.kind !== "null") group.privileges = this.strings(name, value);
      } else if (name === "field_security") group.field_security = this.fieldSecurity(value, kind);
      else if (name === "query") group.query = this.query(value, kind) as Json;
      else if (name === "allow_restricted_indices") group[name] = this.flag(name, value, kind);
      else if (name === "clusters" && isRemote) group.clusters = this.strings(name, value);
      else throw this.failure(`unexpected field [${name}]`, kind);
    }
    for (const required of ["names", "privileges"])
      if (group[required] === undefined) throw this.failure(`missing required [${required}] field`, kind);
    if (isRemote && group.clusters === undefined) throw this.failure("missing required [clusters] field", "remote indices privileges");
    if ((group.privileges as string[]).length === 0) throw illegal("indices privileges must define at least one privilege");
    return { allow_restricted_indices: false, ...group, ...(group.query === "" && { query: undefined }) } as unknown as IndexGroup;
  }

  flag(name: string, node: Node, kind: string): boolean {
    if (node.kind === "boolean") return node.text === "true";
    throw this.failure(`expected field [${name}] value to be a boolean, but found [${token(node)}] instead`, kind);
  }

  remoteCluster({ fields }: ObjectNode): JsonObject {
    const kind = "remote_cluster";
    const group: Record<string, string[]> = {};
    for (const { name, value } of fields) {
      if (name !== "clusters" && name !== "privileges") throw this.failure(`unexpected field [${name}]`, kind);
      group[name] = this.strings(name, value);
    }
    for (const [one, other] of [
      ["privileges", "clusters"],
      ["clusters", "privileges"],
    ] as const)
      if (!group[other]) throw this.failure(`[${other}] must be defined when [${one}] are defined `, kind);
    const allowed = ["monitor_enrich", ...(compareVersions(this.state.version, "8.17.0") >= 0 ? ["monitor_stats"] : [])];
    const { clusters = [], privileges = [] } = group;
    const wrong = privileges.find((each) => !allowed.includes(each.toLowerCase()));
    if (wrong !== undefined)
      throw this.failure(
        `[${allowed.join(", ")}] are the only values allowed for [privileges] within [remote_cluster]. Found [${wrong}]`,
        kind,
      );
    if (clusters.length === 0 || privileges.length === 0) throw illegal("remote cluster groups must not be null or empty");
    if (clusters.includes("")) throw illegal("remote_cluster clusters aliases must contain valid non-empty, non-null values []");
    return group;
  }

  application(item: ObjectNode): ApplicationGroup {
    const group = readObject("application", { application: string, privileges: texts, resources: texts }, item);
    for (const required of ["resources", "privileges", "application"] as const)
      if (!group[required]) throw this.failure(`missing required [${required}] field`, "application privileges");
    if (group.resources!.length === 0) throw illegal("application privileges must refer to at least one resource");
    if (group.privileges!.length === 0) throw illegal("application privileges must define at least one privilege");
    return group as unknown as ApplicationGroup;
  }

  member(name: string, value: Node): Json {
    if (name === "cluster" || name === "run_as") return this.strings(name, value);
    if (name === "indices" || name === "index") return this.list(name, value, "indices privileges", (item) => this.group(item, false));
    if (name === "remote_indices") return this.list(name, value, "remote indices privileges", (item) => this.group(item, true));
    if (name === "remote_cluster") return this.list(name, value, "remote_cluster", (item) => this.remoteCluster(item));
    if (name === "applications") return this.list(name, value, "application privileges", (item) => this.application(item));
    if (name === "global") return readGlobal(value, this.state);
    if (name === "description") return descriptionOf(value);
    if (name !== "metadata" && name !== "transient_metadata") throw this.failure(`unexpected field [${name}]`);
    if (value.kind !== "object") throw parsing(`expected field [${name}] to be of type object, but found [${token(value)}] instead`);
    return name === "metadata" ? plain(value) : (undefined as unknown as Json);
  }

  read(node: Node): Descriptor {
    if (node.kind !== "object") throw this.failure(`expected an object but found [${token(node)}] instead`);
    const members = Object.fromEntries(
      node.fields.map(({ name, value }) => [name === "index" ? "indices" : name, this.member(name, value)]),
    );
    return { cluster: [], indices: [], applications: [], run_as: [], metadata: {}, ...members };
  }
}

const descriptionOf = (node: Node): Json => {
  if (node.kind === "string" || node.kind === "number" || node.kind === "boolean") return node.text;
  throw illegal(`Expected text at ${node.at.line}:${node.at.column} but found ${token(node)}`);
};

/** Reads the descriptor of this name. Throws the server's 400. */
export const readDescriptor = (name: string, node: Node, state: State): Descriptor => new DescriptorReader(name, state).read(node);

/** Reads the body of a role. */
export const parseDescriptor = (name: string, body: string, state: State): Descriptor => {
  if (body === "") throw parsing("request body is required");
  return readDescriptor(name, parseJson(body), state);
};
