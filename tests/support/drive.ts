// Calls the verbs of one resource directly, without the provider around it: for tests of what a verb sends and reports.
import type { Context, ReadResult, RequestContext, Resource } from "../../provider/core/contract";
import { equal } from "../../provider/core/json";
import type { Plain, PlainMap } from "../../provider/core/value";

/** What a create reported. */
export interface CreatedObject {
  id: string;
  state: Readonly<Record<string, Plain | undefined>>;
}

/** An update of these inputs. `merged` are the inputs for services that take whole objects; default: the inputs. */
export interface DrivenUpdate {
  id: string;
  inputs: PlainMap;
  changed: readonly string[];
  merged?: PlainMap;
  remote?: PlainMap;
}

/** The verbs of a resource over plain records. */
export interface Driver<Client> {
  /** Runs create; fails when it fails, or when it reports no id. */
  create(inputs: PlainMap, client: Client): Promise<CreatedObject>;
  find(inputs: PlainMap, client: Client): Promise<ReadResult<PlainMap> | undefined>;
  read(id: string, client: Client): Promise<ReadResult<PlainMap> | undefined>;
  update(request: DrivenUpdate, client: Client): Promise<void>;
  delete(id: string, inputs: PlainMap, client: Client): Promise<void>;
}

const silent: RequestContext = {
  signal: new AbortController().signal,
  status: () => undefined,
  log: () => undefined,
  redact: (text) => text,
};

/** Returns the driver of a resource. Its context compares members as JSON. */
export function drive<Client extends { operation?: RequestContext }, Inputs extends PlainMap, State extends PlainMap>(
  resource: Resource<Client, Inputs, State>,
): Driver<Client> {
  const contextOf = (client: Client): Context<Client> => {
    const { signal, status, log, redact } = client.operation ?? silent;
    const differences = (inputs: object, state: object): string[] => {
      const other = new Map<string, Plain>(Object.entries(state));
      return Object.entries(inputs).flatMap(([key, value]: [string, Plain]) => (equal(value, other.get(key)) ? [] : [key]));
    };
    return { signal, status, log, redact, client, differences };
  };
  return {
    async create(inputs, client) {
      let result: CreatedObject | undefined;
      const created = (id: string, state: Partial<State> = {}): void => void (result = { id, state });
      await resource.create({ inputs: inputs as Inputs, created }, contextOf(client));
      if (!result) throw new Error("create reported no id");
      return result;
    },
    find: async (inputs, client) => resource.find?.(inputs as Inputs, contextOf(client)),
    read: async (id, client) => resource.read({ id }, contextOf(client)),
    async update({ id, inputs, changed: names, merged = inputs, remote = inputs }, client) {
      const prior = { inputs: {}, state: remote as State };
      const changed = { names, has: (...paths: readonly string[]) => paths.some((path) => names.includes(path.split(/[.[]/)[0]!)) };
      await resource.update?.(
        { id, inputs: inputs as Inputs, changed, prior, remote: remote as State, merged: () => merged as Inputs },
        contextOf(client),
      );
    },
    delete: async (id, inputs, client) => resource.delete({ id, prior: { inputs: inputs as Inputs, state: {} } }, contextOf(client)),
  };
}
