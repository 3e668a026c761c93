// Drives the verbs of one resource with core's own comparison, but without the provider around it: for tests of what a verb sends and reports.
import { changedProperties } from "../../provider/core/changes";
import type { Context, PriorState, ReadResult, RequestContext, Resource } from "../../provider/core/contract";
import { importCommand } from "../../provider/core/import-command";
import { mergeInputs } from "../../provider/core/merge";
import { sectionOf, type Schema } from "../../provider/core/schema";
import type { PlainMap } from "../../provider/core/value";
import { comparisonOf, computeChanges } from "../../provider/verbs/changes";
import { differences } from "../../provider/verbs/outputs";
import { registerResource, type RegisteredResource } from "../../provider/verbs/registry";

/** The new inputs of an update, and those that it replaces. */
export interface DrivenUpdate {
  inputs: PlainMap;
  before: PlainMap;
  /** Paths of the resource option `ignoreChanges`. */
  ignore?: readonly string[];
}

/** The verbs of a resource over plain records. */
export interface ResourceDriver<Client> {
  registered: RegisteredResource;
  /** Creates the object and returns its ID. Fails if create reports none. */
  create(inputs: PlainMap, client: Client): Promise<string>;
  /** Returns the ID of the object that core would adopt after an ambiguous create. */
  find(inputs: PlainMap, client: Client): Promise<string | undefined>;
  read(id: string, client: Client, prior?: PriorState<PlainMap, PlainMap>): Promise<ReadResult<PlainMap> | undefined>;
  /** Reads the object, then updates it. */
  update(id: string, update: DrivenUpdate, client: Client): Promise<void>;
  delete(id: string, client: Client): Promise<void>;
  list(client: Client, from?: string): AsyncIterable<{ id: string; name: string }>;
  importViolation(id: string): string | undefined;
}

/** Returns the driver of a resource. */
export function driveResource<Client extends { context: RequestContext }>(
  token: string,
  code: object,
  schema: Schema,
): ResourceDriver<Client> {
  const resource = code as Resource<Client, PlainMap, PlainMap>;
  const module = { name: sectionOf(token) } as never;
  const spec = schema.resource(token)!;
  const registered = registerResource({ token, spec, resource: code as RegisteredResource["resource"], module }, schema);
  const registry = { schema } as Parameters<typeof differences>[0];
  const properties = registered.spec.inputProperties ?? {};
  const contextOf = (client: Client): Context<Client> => {
    const rpc = client.context;
    return {
      signal: rpc.signal,
      status: (message) => rpc.status(message),
      log: (severity, message) => rpc.log(severity, message),
      redact: (text) => rpc.redact(text),
      client,
      differences: (inputs, state) => differences(registry, registered, inputs as PlainMap, state as PlainMap),
    };
  };
  const read: ResourceDriver<Client>["read"] = async (id, client, prior) => resource.read({ id, prior }, contextOf(client));
  return {
    registered,
    async create(inputs, client) {
      let id: string | undefined;
      const request = {
        inputs,
        created: (created: string): void => void (id = created),
        importCommand: (existing: string) => importCommand(registered.token, "", existing),
      };
      await resource.create(request, contextOf(client));
      if (id === undefined) throw new Error("create reported no ID");
      return id;
    },
    async find(inputs, client) {
      const found = await resource.find?.(inputs, contextOf(client));
      if (!found) return undefined;
      const different = differences(registry, registered, (found.written ?? inputs) as PlainMap, found.state);
      return different.some((key) => found.written === undefined || key in found.written) ? undefined : found.id;
    },
    read,
    async update(id, { inputs, before, ignore = [] }, client) {
      const prior = { inputs: before, state: before };
      const remote = (await read(id, client, prior))!.state;
      const changes = computeChanges(registry, registered, { before, news: inputs, state: remote, ignore });
      const options = { ...comparisonOf(registry, registered, "refresh"), properties, prior: before, changes, ignore };
      const changed = changedProperties(changes, Object.keys(properties));
      const merged = (): PlainMap => mergeInputs(inputs, remote, options);
      await resource.update!({ id, inputs, changed, prior, remote, merged }, contextOf(client));
    },
    delete: async (id, client) => resource.delete({ id, prior: { inputs: {}, state: {} } }, contextOf(client)),
    list: (client, from) => resource.list!({}, contextOf(client), from),
    importViolation: (id) => resource.importId?.validate(id),
  };
}
