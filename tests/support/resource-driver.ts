// Drives the verbs of one resource with core's own comparison, but without the provider around it: for tests of what a verb sends and reports.
import { changedProperties } from "../../provider/core/compare/changed-properties";
import type { Context, RequestContext } from "../../provider/contract/context";
import type { PriorState, ReadResult, Resource } from "../../provider/contract/resource";
import { mergeInputs } from "../../provider/core/compare/merge";
import { sectionOf, type Schema } from "../../provider/core/schema/schema";
import type { PlainMap } from "../../provider/core/values/value";
import { comparisonOf, computeChanges } from "../../provider/verbs/changes";
import { differences } from "../../provider/verbs/outputs";
import { adoptable, findExisting, plannedId, type NewObject } from "../../provider/verbs/ownership";
import { registerResource, type Registry, type RegisteredResource } from "../../provider/verbs/registry";
import { inContext } from "./contexts";

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
  const registered = registerResource({ token, spec, implementation: code as RegisteredResource["implementation"], module }, schema);
  const registry = { schema } as Registry;
  const properties = registered.spec.inputProperties ?? {};
  const contextOf = (client: Client): Context<Client> => inContext(client, client.context);
  const read: ResourceDriver<Client>["read"] = async (id, client, prior) => {
    const full = prior ? id : ((await resource.importId?.resolve?.(id, client)) ?? id);
    await resource.verifyPlace?.({ id: full, inputs: prior?.inputs ?? {}, state: prior?.state ?? {} }, client);
    return resource.read({ id: full, prior }, contextOf(client));
  };
  return {
    registered,
    async create(inputs, client) {
      const planned = { registry, resource: registered, urn: "", inputs, id: await plannedId(registered, inputs, client) };
      return createOwned(planned, contextOf(client));
    },
    read,
    async update(id, { inputs, before, ignore = [] }, client) {
      const prior = { inputs: before, state: before };
      const remote = (await read(id, client, prior))!.state;
      const changes = computeChanges(registry, registered, { before, news: inputs, state: remote, ignore });
      const options = { ...comparisonOf(registry, registered, "refresh"), properties, prior: before, changes, ignore };
      const changed = changedProperties(changes, Object.keys(properties));
      const differs = (declared: object, state: object): string[] => differences(registry, registered, { ...declared }, { ...state });
      const merged = async (): Promise<PlainMap> => mergeInputs(inputs, remote, options);
      const request = { id, inputs, changed, prior, remote: async () => remote, merged, differences: differs, attempt: () => undefined };
      await resource.update!(request, contextOf(client));
    },
    delete: async (id, client) => resource.delete({ id, prior: { inputs: {}, state: {} } }, contextOf(client)),
    list: (client, from) => resource.list!({}, contextOf(client), from),
    importViolation: (id) => resource.importId?.validate(id),
  };
}

/** Creates the object as core does, and returns its ID. Fails if create reports none. */
async function createOwned(planned: NewObject, context: Context<unknown>): Promise<string> {
  const { resource, inputs } = planned;
  let id: string | undefined;
  const request = {
    inputs,
    created: (created: string): void => void (id = created),
    attempt: () => undefined,
  };
  await findExisting(planned, false, context);
  try {
    await resource.implementation.create(request, context);
  } catch (error) {
    if (id !== undefined) throw error;
    ({ id } = await adoptable(planned, error, context));
  }
  if (id === undefined) throw new Error("create reported no ID");
  return id;
}
