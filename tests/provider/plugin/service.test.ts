/** The service in process: how each RPC converts its request and the results of the verbs. See docs/protocol.md#rpcs. */
import { EventEmitter } from "node:events";
import type { ValueMap } from "../../../provider/core/values/value";
import { ResourceReference, Secret } from "../../../provider/core/values/value";
import { Requests } from "../../../provider/plugin/requests";
import { decode, encode, fromJson } from "../../../provider/plugin/codec";
import { Engine } from "../../../provider/plugin/engine";
import type { MessageFns } from "../../../provider/plugin/gen/provider";
import * as wire from "../../../provider/plugin/gen/provider";
import { resourceProvider } from "../../../provider/plugin/service";
import { createProvider } from "../../../provider/provider";
import { Shop, shopModule, noRequests } from "../../support/fake-module";
import { failureOf } from "../../support/failure";
import { shopSchema } from "../../support/packages";
import { shown } from "../../support/values";
import { deferred } from "../../support/waiting";

const urn = "urn:pulumi:s::p::my:own:Component$quartet:shop:Note::n";

type Pair<Q, A> = [MessageFns<Q>, MessageFns<A>];
const pair = <Q, A>(...types: Pair<Q, A>): Pair<Q, A> => types;
const pairs = {
  call: pair(wire.CallRequest, wire.CallResponse),
  configure: pair(wire.ConfigureRequest, wire.ConfigureResponse),
  create: pair(wire.CreateRequest, wire.CreateResponse),
  empty: pair(wire.Empty, wire.Empty),
  invoke: pair(wire.InvokeRequest, wire.InvokeResponse),
};

/** A plugin with the fake module, called as the gRPC server calls it. */
function plugin() {
  const shop = new Shop();
  const provider = createProvider({
    schema: shopSchema,
    modules: { shop: { settings: ["token" as never], methods: ["export"], load: async () => shopModule(shop) } },
    send: noRequests,
    env: {},
    fromJson,
  });
  const requests = new Requests({ log: () => {} });
  const onCancel = jest.fn();
  const methods = resourceProvider({
    provider,
    requests,
    engine: new Engine(""),
    schemaMessage: () => wire.GetSchemaResponse.encode({ schema: "{}" }).finish(),
    mappings: { providers: (key) => [`provider-of-${key}`], read: (_key, name) => (name === "known" ? Buffer.from("{}") : undefined) },
    onCancel,
  });
  const begin = <Q>(name: string, type: MessageFns<Q>, request: Partial<Q>): { peer: EventEmitter; response: Promise<Uint8Array> } => {
    const { definition, handler } = methods[name]!;
    const bytes = type.encode({ ...type.decode(new Uint8Array()), ...request }).finish();
    const peer = Object.assign(new EventEmitter(), { request: definition.requestDeserialize(Buffer.from(bytes)) });
    const response = new Promise<Uint8Array>((resolve, reject) =>
      (handler as unknown as (call: unknown, callback: (error: unknown, message: unknown) => void) => void)(peer, (error, message) =>
        error ? reject(error) : resolve(definition.responseSerialize(message)),
      ),
    );
    return { peer, response };
  };
  const exchange = async <Q, A>(name: string, [request, response]: Pair<Q, A>, message: Partial<Q> = {}): Promise<A> =>
    response.decode(await begin(name, request, message).response);
  return {
    shop,
    calls: requests,
    onCancel,
    begin,
    exchange,
    configure: () => exchange("Configure", pairs.configure, { args: encode({}) }),
  };
}

const inputs: ValueMap = { name: "n", label: "l", size: 3, secretNote: new Secret("psst") };

describe("plugin information", () => {
  it("is the same in Handshake and Configure; version, schema and mappings need no configuration", async () => {
    const { exchange } = plugin();
    const { acceptsByteString, ...hands } = await exchange("Handshake", [wire.ProviderHandshakeRequest, wire.ProviderHandshakeResponse]);
    expect(acceptsByteString).toBe(false);
    expect(await exchange("GetPluginInfo", [wire.Empty, wire.PluginInfo])).toEqual({ version: "1.2.3" });
    expect(await exchange("GetSchema", [wire.GetSchemaRequest, wire.GetSchemaResponse])).toEqual({ schema: "{}" });
    const mapping = (provider: string) =>
      exchange("GetMapping", [wire.GetMappingRequest, wire.GetMappingResponse], { key: "terraform", provider });
    const { providers } = await exchange("GetMappings", [wire.GetMappingsRequest, wire.GetMappingsResponse], { key: "terraform" });
    expect(providers).toEqual(["provider-of-terraform"]);
    expect(await mapping("known")).toEqual({ provider: "known", data: Buffer.from("{}") });
    expect(await mapping("other")).toEqual({ provider: "", data: Buffer.alloc(0) });
    expect(await exchange("Configure", pairs.configure, { args: encode({ version: "1" }) })).toEqual({ ...hands, supportsPreview: true });
  });

  it.each<[name: string, code: number, request: MessageFns<never>, message: object]>([
    ["GetSchema", 3, wire.GetSchemaRequest as never, { version: 1 }],
    ["GetSchema", 3, wire.GetSchemaRequest as never, { subpackageName: "x" }],
    ["Parameterize", 12, wire.ParameterizeRequest as never, {}],
    ["Construct", 12, wire.Empty as never, {}],
    ["Call", 3, wire.CallRequest as never, {}],
  ])("rejects %s with the code %i if it has nothing to return", async (name, code, request, message) => {
    const details = expect.stringMatching(/./) as string;
    await expect(plugin().begin(name, request, message as never).response).rejects.toMatchObject({ code, details });
  });
});

it("Call returns the outputs of a method, secrets marked; dependencies are those of the arguments", async () => {
  const { exchange } = plugin();
  await exchange("Configure", pairs.configure, { args: encode({ token: "t", address: "a" }) });
  const self = new ResourceReference("urn:pulumi:s::p::pulumi:providers:quartet::own", "i", "1.2.3");
  const response = await exchange("Call", pairs.call, {
    tok: "pulumi:providers:quartet/export",
    args: encode({ __self__: self }),
    argDependencies: { __self__: { urns: ["urn:a", "urn:b"] }, __other__: { urns: ["urn:a"] } },
  });
  expect(shown(decode(response.return))).toBe(shown({ result: { token: new Secret("t"), depth: new Secret(2) }, address: "a" }));
  expect(response.returnDependencies).toEqual({ result: { urns: ["urn:a", "urn:b"] }, address: { urns: ["urn:a", "urn:b"] } });
  expect(response.failures).toEqual([]);
});

it("settings of a very old engine are variables; settings are compared with the old outputs if the old inputs are empty", async () => {
  const { exchange, shop } = plugin();
  await exchange("Configure", pairs.configure, { variables: { "quartet:config:token": "t", "other:config:token": "o" } });
  await exchange("Invoke", pairs.invoke, { tok: "quartet:shop:getNote", args: encode({ name: "n" }) });
  expect({ ...shop.hosts[0]!.settings }).toEqual({ token: "t", depth: 2 });
  const request = { olds: encode({ token: "t" }), oldInputs: Buffer.alloc(0), news: encode({ token: "t" }) };
  const { changes } = await exchange("DiffConfig", [wire.DiffRequest, wire.DiffResponse], request);
  expect(changes).toBe(wire.DiffResponse_DiffChanges.DIFF_NONE);
});

describe("a resource", () => {
  it("is identified by its URN if an old engine sends no type", async () => {
    const { exchange } = plugin();
    const { inputs: checked } = await exchange("Check", [wire.CheckRequest, wire.CheckResponse], {
      urn,
      news: encode({ name: "n", secretNote: "psst" }),
    });
    expect(shown(decode(checked))).toBe(shown({ name: "n", size: 3, secretNote: new Secret("psst") }));
  });

  it("is not lost when its state cannot be sent", async () => {
    const { begin, configure, shop } = plugin();
    await configure();
    shop.at("created", () => void shop.objects.set("shop/n", { ...shop.objects.get("shop/n"), version: NaN }));
    const failed = await failureOf(begin("Create", wire.CreateRequest, { urn, properties: encode(inputs) }).response);
    expect(failed.initFailed).toMatchObject({ id: "shop/n", properties: { name: "n", label: "l", path: "/Note/n" } });
  });

  it("is deleted by its state, and by its old inputs if that is empty; then it is an empty response", async () => {
    const { begin, exchange, configure, shop } = plugin();
    await configure();
    const seen: unknown[] = [];
    shop.at("delete", ({ inputs: given }) => seen.push(given["server"]));
    const server = { url: "u" };
    const request = { urn, id: "shop/n", properties: encode({ name: "n" }), oldInputs: encode({ name: "n", server }) };
    await exchange("Delete", [wire.DeleteRequest, wire.Empty], request);
    expect(seen).toEqual([server]);
    expect(await begin("Read", wire.ReadRequest, { urn, id: "shop/n" }).response).toHaveLength(0);
  });
});

describe("a call", () => {
  const ends: [name: string, end: (opened: ReturnType<typeof plugin>, peer: EventEmitter) => unknown][] = [
    ["Cancel", ({ exchange }) => exchange("Cancel", pairs.empty)],
    ["the engine drops it", (_opened, peer) => peer.emit("cancelled")],
  ];

  it.each(ends)("ends when %s", async (_name, end) => {
    const opened = plugin();
    await opened.configure();
    const started = deferred();
    opened.shop.at("getNote", ({ operation }) => {
      started.resolve();
      return new Promise((_, reject) => operation.signal.addEventListener("abort", () => reject(operation.signal.reason as Error)));
    });
    const { peer, response } = opened.begin("Invoke", wire.InvokeRequest, { tok: "quartet:shop:getNote", args: encode({ name: "n" }) });
    const outcome = expect(response).rejects.toMatchObject({ code: 1 });
    await started.promise;
    await end(opened, peer);
    await outcome;
  });

  it("after Cancel is rejected at once, until the next Handshake", async () => {
    const { exchange, onCancel, configure } = plugin();
    await configure();
    await exchange("Cancel", pairs.empty);
    await exchange("Cancel", pairs.empty);
    expect(onCancel).toHaveBeenCalledTimes(2);
    const invoke = () => exchange("Invoke", pairs.invoke, { tok: "quartet:shop:getSum", args: encode({ numbers: [1, 2] }) });
    await expect(invoke()).rejects.toMatchObject({ code: 1 });
    await exchange("Handshake", [wire.ProviderHandshakeRequest, wire.ProviderHandshakeResponse]);
    expect(decode((await invoke()).return)["sum"]).toBe(3);
  });
});
