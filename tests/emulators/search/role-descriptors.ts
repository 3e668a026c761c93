/** Reads role descriptors, of roles and of API keys, with their global privileges, as the server does: member by member, up to the first fault. */
import type { Json, JsonObject } from "../exchange";
import { byName } from "../objects";
import { bodyOf, type Call, isSince, type State } from "./api";
import { bad, type Cause, illegal, SearchFailure } from "./errors";
import { type At, type Node, type ObjectNode, plain, token } from "./json";
import { readObject, string, textOf, texts } from "./object-parser";
import { rejectUnknown } from "./privileges";

/** The operation of each category, and what it names. */
const CATEGORIES: Readonly<Record<string, readonly [operation: string, objects: string]>> = {
  application: ["manage", "applications"],
  profile: ["write", "applications"],
  role: ["manage", "indices"],
};

const failed = ({ line, column }: At, expected: string, found: string) =>
  bad("x_content_parse_exception", `[${line}:${column}] failed to parse privilege. expected ${expected} but found [${found}] instead`);

const objectNode = (node: Node) => {
  if (node.kind !== "object") throw failed(node.at, "[START_OBJECT]", token(node));
  return node;
};

/** The only member of an object, which must have this name. */
const only = (node: Node, name: string) => {
  const { fields, end } = objectNode(node);
  const [field] = fields;
  if (!field) throw failed(end, "[FIELD_NAME]", "END_OBJECT");
  if (field.name !== name) throw failed(field.at, `field name [${name}]`, field.name);
  return field.value;
};

/** Reads the member `global` of a role: the categories that have privileges. */
const readGlobal = (node: Node, { version }: State): JsonObject => {
  const categories: JsonObject = {};
  for (const { name, at, value } of objectNode(node).fields) {
    const category = CATEGORIES[name];
    if (!category) throw failed(at, `one of [${Object.keys(CATEGORIES).join(",")}]`, name);
    if (objectNode(value).fields.length === 0) continue;
    const objects = only(only(value, category[0]), category[1]);
    if (objects.kind !== "array") throw failed(objects.at, "[START_ARRAY]", token(objects));
    for (const item of name === "role" ? objects.items : []) {
      const { fields, end } = objectNode(item);
      if (fields.length < 2) throw failed(end, "[FIELD_NAME]", "END_OBJECT");
      rejectUnknown("index", (plain(item) as { privileges?: string[] }).privileges ?? [], version);
    }
    categories[name] = plain(value);
  }
  return categories;
};

/** The member as the server returns it: every category that the version has, or nothing. */
export const shownGlobal = (categories: JsonObject | undefined, { version }: State): Json | undefined => {
  if (categories === undefined || Object.keys(categories).length === 0) return undefined;
  const empty = byName(Object.keys(CATEGORIES), () => ({}));
  return { ...empty, ...(isSince(version, "9.5.0") && { data_source: [] }), ...categories };
};

/** A group of index privileges as the server keeps it. */
interface IndexGroup extends JsonObject {
  names: string[];
  privileges: string[];
  allow_restricted_indices: boolean;
}

/** Privileges of an application. */
interface ApplicationGroup extends JsonObject {
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

const parsing = (reason: string, causedBy?: Cause) => new SearchFailure(400, { type: "parse_exception", reason, causedBy });

/** Reads the descriptor of a role or key of this name. */
class DescriptorReader {
  constructor(
    readonly name: string,
    readonly state: State,
  ) {}

  failure(reason: string, kind = "") {
    return bad("parse_exception", `failed to parse ${kind === "" ? "" : `${kind} for `}role [${this.name}]. ${reason}`);
  }

  /** A list of strings; null is an empty one. */
  strings(field: string, node: Node) {
    const failed = (subject: string, found: string) => {
      const reason = `could not parse [${subject}] field. expected a string array but ${found}`;
      return parsing(`failed to parse role [${this.name}]`, { type: "parse_exception", reason });
    };
    if (node.kind === "null") return [];
    if (node.kind !== "array") throw failed(field, `found [${token(node)}] value instead`);
    return node.items.map((item) => {
      if (item.kind === "string") return item.text;
      throw failed("null", `one of the value in the array is [${token(item)}]`);
    });
  }

  list<T>(field: string, kind: string, read: (item: ObjectNode) => T): (node: Node) => T[] {
    return (node) => {
      if (node.kind !== "array")
        throw this.failure(`expected field [${field}] value to be an array, but found [${token(node)}] instead`, kind);
      return node.items.map((item) => {
        if (item.kind === "object") return read(item);
        const found = `found an array element of type [${token(item)}]`;
        throw this.failure(`expected field [null] value to be an array of objects, but ${found}`, kind);
      });
    };
  }

  names(node: Node, kind: string) {
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
    const { grant = [], except = [] } = read;
    if (read.except && !read.grant) throw this.failure("field_security requires grant if except is given", kind);
    const fits = (field: string) =>
      grant.some((pattern) => pattern === field || (pattern.endsWith("*") && field.startsWith(pattern.slice(0, -1))));
    const outside = except.filter((field) => !fits(field));
    if (outside.length === 0) return read;
    const reason = `Exceptions for field permissions must be a subset of the granted fields but ${outside.join(",")} is not a subset of ${grant.join(",")}`;
    throw parsing(`failed to parse ${kind} for role [${this.name}] - ${reason}`, { type: "security_exception", reason });
  }

  query(node: Node, kind: string) {
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
    const readers: Record<string, (node: Node) => unknown> = {
      names: (node) => this.names(node, kind),
      privileges: (node) => (node.kind === "null" ? undefined : this.strings("privileges", node)),
      field_security: (node) => this.fieldSecurity(node, kind),
      query: (node) => this.query(node, kind),
      allow_restricted_indices: (node) => {
        if (node.kind === "boolean") return node.text === "true";
        throw this.failure(`expected field [allow_restricted_indices] value to be a boolean, but found [${token(node)}] instead`, kind);
      },
      ...(isRemote && { clusters: (node: Node) => this.strings("clusters", node) }),
    };
    const group: JsonObject = {};
    for (const { name, value } of fields) {
      if (!Object.hasOwn(readers, name)) throw this.failure(`unexpected field [${name}]`, kind);
      const read = readers[name]!(value);
      if (name !== "privileges" || read !== undefined) group[name] = read as Json;
    }
    for (const required of ["names", "privileges"])
      if (group[required] === undefined) throw this.failure(`missing required [${required}] field`, kind);
    if (isRemote && group.clusters === undefined) throw this.failure("missing required [clusters] field", "remote indices privileges");
    if ((group.privileges as string[]).length === 0) throw illegal("indices privileges must define at least one privilege");
    return { allow_restricted_indices: false, ...group, ...(group.query === "" && { query: undefined }) } as unknown as IndexGroup;
  }

  remoteCluster({ fields }: ObjectNode): JsonObject {
    const kind = "remote_cluster";
    const group: Record<string, string[]> = {};
    for (const { name, value } of fields) {
      if (name !== "clusters" && name !== "privileges") throw this.failure(`unexpected field [${name}]`, kind);
      group[name] = this.strings(name, value);
    }
    const { clusters, privileges } = group;
    if (!clusters) throw this.failure("[clusters] must be defined when [privileges] are defined ", kind);
    if (!privileges) throw this.failure("[privileges] must be defined when [clusters] are defined ", kind);
    const allowed = isSince(this.state.version, "8.17.0") ? ["monitor_enrich", "monitor_stats"] : ["monitor_enrich"];
    const wrong = privileges.find((each) => !allowed.includes(each.toLowerCase()));
    const only = `[${allowed.join(", ")}] are the only values allowed for [privileges] within [remote_cluster].`;
    if (wrong !== undefined) throw this.failure(`${only} Found [${wrong}]`, kind);
    if (clusters.length === 0 || privileges.length === 0) throw illegal("remote cluster groups must not be null or empty");
    if (clusters.includes("")) throw illegal("remote_cluster clusters aliases must contain valid non-empty, non-null values []");
    return group;
  }

  application(item: ObjectNode) {
    const group = readObject("application", { application: string, privileges: texts, resources: texts }, item);
    for (const required of ["resources", "privileges", "application"] as const)
      if (!group[required]) throw this.failure(`missing required [${required}] field`, "application privileges");
    if (group.resources!.length === 0) throw illegal("application privileges must refer to at least one resource");
    if (group.privileges!.length === 0) throw illegal("application privileges must define at least one privilege");
    return group as unknown as ApplicationGroup;
  }

  readonly members: Readonly<Record<string, (node: Node) => unknown>> = {
    cluster: (node) => this.strings("cluster", node),
    run_as: (node) => this.strings("run_as", node),
    indices: this.list("indices", "indices privileges", (item) => this.group(item, false)),
    index: this.list("index", "indices privileges", (item) => this.group(item, false)),
    remote_indices: this.list("remote_indices", "remote indices privileges", (item) => this.group(item, true)),
    remote_cluster: this.list("remote_cluster", "remote_cluster", (item) => this.remoteCluster(item)),
    applications: this.list("applications", "application privileges", (item) => this.application(item)),
    global: (node) => readGlobal(node, this.state),
    description: textOf,
    metadata: (node) => this.free("metadata", node),
    transient_metadata: (node) => void this.free("transient_metadata", node),
  };

  free(name: string, node: Node) {
    if (node.kind === "object") return plain(node);
    throw parsing(`expected field [${name}] to be of type object, but found [${token(node)}] instead`);
  }

  read(node: Node): Descriptor {
    if (node.kind !== "object") throw this.failure(`expected an object but found [${token(node)}] instead`);
    const members = node.fields.map(({ name, value }) => {
      if (!Object.hasOwn(this.members, name)) throw this.failure(`unexpected field [${name}]`);
      return [name === "index" ? "indices" : name, this.members[name]!(value)] as const;
    });
    return { cluster: [], indices: [], applications: [], run_as: [], metadata: {}, ...(Object.fromEntries(members) as JsonObject) };
  }
}

/** Reads the descriptor of this name. Throws the server's 400. */
export const readDescriptor = (name: string, node: Node, state: State): Descriptor => new DescriptorReader(name, state).read(node);

/** Reads the body of a role. */
export const parseDescriptor = (name: string, call: Call, state: State): Descriptor => readDescriptor(name, bodyOf(call), state);
