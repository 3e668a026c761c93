/**
 * A module of our own over the package of packages.ts, with a service kept in memory: what the verbs make of a module is seen without a remote.
 * Shelf is made bare and then brought to its state part by part; Note is written in one go; Crate is listable and cannot be changed.
 */
import type { Send } from "../../provider/contract/http";
import type { ModuleConfiguration, RequestContext, RpcContext } from "../../provider/contract/context";
import type { ProviderFunction } from "../../provider/contract/function";
import type { Module, ModuleEntry } from "../../provider/contract/module";
import type { PriorState, Resource } from "../../provider/contract/resource";
import type { Settings } from "../../provider/core/gen/types";
import type { Plain, PlainMap } from "../../provider/core/values/value";
import { RunningRequest } from "../../provider/plugin/requests";
import { fromJson } from "../../provider/plugin/codec";
import type { ProviderOptions } from "../../provider/verbs/registry";
import { Runtime } from "../../provider/verbs/runtime";
import { shopSchema } from "./packages";

/** What the module's code is handed for one operation. */
interface ShopClient {
  host: ModuleConfiguration;
  inputs: PlainMap;
  operation: RequestContext;
}

/** Where a verb can be made to wait or to fail: `create`, `read`, `delete`, `list`, `getNote`, or `put label` for a part. */
type Point = string;

/** The service and all that tests may turn. */
export class Shop {
  /** Objects by id: the inputs as written, and how often. */
  readonly objects = new Map<string, PlainMap>();
  /** The requests of the service, in order: `create Note shop/n`, `put label shop/n`, ... */
  readonly calls: string[] = [];
  /** The prior states that `read` received. */
  readonly priors: (PriorState<KeptInputs, PlainMap> | undefined)[] = [];
  /** The configurations that the module was connected with. */
  readonly hosts: ModuleConfiguration[] = [];
  private readonly hooks = new Map<Point, (client: ShopClient) => unknown>();

  /** Runs something each time the point is reached, for example to throw; without `hook` nothing any more. */
  at(point: Point, hook?: (client: ShopClient) => unknown): void {
    if (hook) this.hooks.set(point, hook);
    else this.hooks.delete(point);
  }

  /** Fails at the point, `times` times. */
  fail(point: Point, error: Error, times = Infinity): void {
    let left = times;
    this.at(point, () => {
      if (left-- > 0) throw error;
    });
  }

  /** `unsent` before a point is where its request has not been sent. */
  async reach(point: Point, subject: string, client: ShopClient): Promise<void> {
    await this.hooks.get(`unsent ${point}`)?.(client);
    if (!/^(?:read|list|get)/.test(point)) client.operation.recordWrite?.();
    this.calls.push(`${point} ${subject}`);
    await this.hooks.get(point)?.(client);
  }

  /** The requests since the last call, without reads. */
  written(): string[] {
    return this.calls.splice(0).filter((line) => !line.startsWith("read "));
  }
}

type KeptInputs = PlainMap & { name: string };

type StoringResource = Resource<ShopClient, KeptInputs, PlainMap>;

/** Writes the given members of the object, as one more version of it. */
function write(shop: Shop, id: string, inputs: PlainMap) {
  const { server: _local, ...given } = inputs;
  const before = shop.objects.get(id) ?? { version: 0, flavour: "vanilla" };
  shop.objects.set(id, { ...before, ...given, version: (before["version"] as number) + 1 });
}

async function make(shop: Shop, kind: string, inputs: PlainMap, client: ShopClient) {
  const id = `shop/${String(inputs["name"])}`;
  await shop.reach("create", `${kind} ${id}`, client);
  write(shop, id, inputs);
  await shop.reach("created", id, client);
  return id;
}

/** What all kinds have in common. */
function storingResource(shop: Shop, kind: string): Omit<StoringResource, "create"> {
  return {
    properties: {
      label: {
        equals: { diff: () => false, refresh: (declared, remote) => String(declared).toLowerCase() === String(remote).toLowerCase() },
      },
      tags: { default: [] },
      secretNote: { writeOnly: true },
      server: { local: true },
      flavour: { computed: true },
      path: { stable: true },
      motto: { stable: { unlessChanged: ["secretNote"] } },
    },
    timeouts: { create: 600, read: 60 },
    importId: {
      validate: (id) => (id.startsWith("shop/") ? undefined : `"${id}" is no id of a ${kind}; expected shop/NAME, for example shop/first`),
      resolve: (id) => id.toLowerCase(),
    },
    async read({ id, prior }, { client }) {
      await shop.reach("read", id, client);
      const object = shop.objects.get(id);
      if (!object) return undefined;
      const { name, secretNote = "" } = { ...object };
      const reported = { ...object, tags: object["tags"] ?? [], path: `/${kind}/${String(name)}`, accessKey: `key of ${String(name)}` };
      shop.priors.push(prior);
      return { id, state: { ...reported, motto: `note: ${String(secretNote)}` } };
    },
    async delete({ id }, { client }) {
      await shop.reach("delete", id, client);
      shop.objects.delete(id);
    },
  };
}

const parts = ["label", "secretNote", "tags", "flavour", "size"] as const;

function shelf(shop: Shop): StoringResource {
  const put = async (id: string, part: string, value: Plain | undefined, client: ShopClient) => {
    await shop.reach(`put ${part}`, id, client);
    write(shop, id, { [part]: value! });
  };
  return {
    ...storingResource(shop, "Shelf"),
    async create({ inputs, created }, { client }) {
      const { name, size } = inputs;
      const id = await make(shop, "Shelf", { name, size: size! }, client);
      created(id, { name, size: size! });
      for (const part of parts.filter((key) => key !== "size" && inputs[key] !== undefined)) await put(id, part, inputs[part], client);
      created(id);
    },
    async update({ id, inputs, changed }, { client }) {
      for (const part of parts.filter((key) => changed.has(key))) await put(id, part, inputs[part], client);
    },
  };
}

function note(shop: Shop, kind: string): StoringResource {
  const base = storingResource(shop, kind);
  return {
    ...base,
    async create({ inputs, created }, { client }) {
      created(await make(shop, kind, inputs, client));
    },
    identity: { inputs: ["name"], id: ({ name }) => `shop/${name}` },
    async update({ id, merged }, { client }) {
      const inputs = await merged();
      await shop.reach("put", id, client);
      const { version = 0 } = shop.objects.get(id)!;
      shop.objects.set(id, { version, flavour: "vanilla" });
      write(shop, id, inputs);
    },
  };
}

function crate(shop: Shop): StoringResource {
  const { update: _none, ...rest } = note(shop, "Crate");
  return {
    ...rest,
    deleteBeforeReplace: (old, next) => old.name === next.name,
    async *list({ prefix = "" }, { client }) {
      for (const id of shop.objects.keys()) {
        await shop.reach("list", id, client);
        if (id.startsWith(`shop/${String(prefix)}`)) yield { id, name: id.slice("shop/".length) };
      }
    },
  };
}

function lookups(shop: Shop): Record<string, ProviderFunction<ShopClient, PlainMap, PlainMap>> {
  return {
    getNote: {
      rules: { properties: { name: { minLength: 1 } } },
      async read(inputs, { client }) {
        const name = String(inputs["name"]);
        await shop.reach("getNote", name, client);
        const box = { label: "l", note: `note of ${name}` };
        return { name, text: `text of ${name}`, accessKey: `key of ${name}`, box, all: [name, `with ${String(inputs["password"])}`] };
      },
    },
    getSum: {
      remote: false,
      derived: ["json"],
      read({ numbers, label }) {
        const sum = (numbers as number[]).reduce((total, number) => total + number, 0);
        return { sum, ...(label === undefined ? {} : { label }), json: JSON.stringify({ sum }) };
      },
    },
  };
}

const exportMethod: ProviderFunction<ShopClient, PlainMap, PlainMap> = {
  read(_inputs, { client }) {
    const { address, ...rest } = client.host.settings as PlainMap;
    if (address === "broken") throw new Error(`no export of ${String(rest["token"])}`);
    return { result: rest, ...(address !== undefined && { address }) };
  },
};

/** The module over a service. */
function shopModule(shop: Shop): Module<ShopClient> {
  return {
    name: "shop",
    rules: { "quartet:shop:Server": { properties: { user: { needs: ["password"] } } } },
    settings: {
      properties: { servers: { maxItems: 1 } },
      test: ({ token, servers }) => (token && servers ? [{ property: "token", reason: "give either a token or servers" }] : []),
    },
    connect(host) {
      shop.hosts.push(host);
      return (inputs: PlainMap, operation) => ({ host, inputs, operation });
    },
    functions: { ...lookups(shop), export: exportMethod },
    resources: { Shelf: shelf(shop), Note: note(shop, "Note"), Crate: crate(shop) },
  };
}

/** A `send` for tests without requests. */
export const noRequests: Send = () => Promise.reject(new Error("no request was expected"));

/** A service, and a runtime with its module alone, not configured yet. */
export function closedShop(more: Partial<ProviderOptions> = {}, now?: () => number): { shop: Shop; runtime: Runtime } {
  const shop = new Shop();
  const settings = ["servers", "token", "address"] as unknown as readonly (keyof Settings & string)[];
  const entry: ModuleEntry = { settings, methods: ["export"], load: async () => shopModule(shop) };
  const options = { schema: shopSchema, modules: { shop: entry }, send: noRequests, env: {}, fromJson, ...more };
  return { shop, runtime: new Runtime(options, now) };
}

/** Configures a runtime without settings; these texts are secret. */
export const reconfigure = (runtime: Runtime, ...secrets: string[]): void => runtime.configure({ settings: {}, secrets: new Set(secrets) });

/** A service and a configured runtime over it. */
export function openShop(now?: () => number): { shop: Shop; runtime: Runtime } {
  const opened = closedShop({}, now);
  reconfigure(opened.runtime);
  return opened;
}

const opened: RunningRequest[] = [];
afterEach(() => opened.splice(0).forEach((call) => call.close()));

/** A call as the verbs get it, and what it logged; it is closed after the test. */
export function newCall(urn = ""): { call: RpcContext & RunningRequest; logged: string[] } {
  const logged: string[] = [];
  const call = new RunningRequest(urn, {
    log: ({ severity, message, ephemeral }) => void logged.push(`${ephemeral ? "status" : severity}: ${message}`),
  });
  opened.push(call);
  return { call, logged };
}
