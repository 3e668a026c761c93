/** The service in process, in cases that tests/conformance does not have. See docs/protocol.md#rpcs. */
import { EventEmitter } from "node:events";
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

const urn = "urn:pulumi:s::p::my:own:Component$quartet:shop:Note::n";

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
  const methods = resourceProvider({
    provider,
    requests: new Requests({ log: () => {} }),
    engine: new Engine(""),
    schemaMessage: () => Buffer.alloc(0),
    mappings: { providers: () => [], read: () => undefined },
    onCancel: () => {},
  });
  const send = <Q>(name: string, type: MessageFns<Q>, request: Partial<Q>): Promise<Uint8Array> => {
    const { definition, handler } = methods[name]!;
    const bytes = type.encode({ ...type.decode(new Uint8Array()), ...request }).finish();
    const peer = Object.assign(new EventEmitter(), { request: definition.requestDeserialize(Buffer.from(bytes)) });
    return new Promise((resolve, reject) =>
      (handler as unknown as (call: unknown, callback: (error: unknown, message: unknown) => void) => void)(peer, (error, message) =>
        error ? reject(error) : resolve(definition.responseSerialize(message)),
      ),
    );
  };
  const exchange = async <Q, A>(name: string, [request, response]: [MessageFns<Q>, MessageFns<A>], message: Partial<Q> = {}): Promise<A> =>
    response.decode(await send(name, request, message));
  const configure = (message: Partial<wire.ConfigureRequest>) =>
    exchange("Configure", [wire.ConfigureRequest, wire.ConfigureResponse], message);
  return { shop, send, exchange, configure };
}

it("Handshake accepts calls again after Cancel, but no byte strings", async () => {
  const { send, exchange } = plugin();
  await send("Cancel", wire.Empty, {});
  const { acceptsByteString } = await exchange("Handshake", [wire.ProviderHandshakeRequest, wire.ProviderHandshakeResponse]);
  expect(acceptsByteString).toBe(false);
  const request = { tok: "quartet:shop:getSum", args: encode({ numbers: [1] }) };
  expect(decode((await exchange("Invoke", [wire.InvokeRequest, wire.InvokeResponse], request)).return)["sum"]).toBe(1);
});

it("Call returns the outputs of a method, secrets marked; dependencies are those of the arguments", async () => {
  const { exchange, configure } = plugin();
  await configure({ args: encode({ token: "t", address: "a" }) });
  const self = new ResourceReference("urn:pulumi:s::p::pulumi:providers:quartet::own", "i", "1.2.3");
  const response = await exchange("Call", [wire.CallRequest, wire.CallResponse], {
    tok: "pulumi:providers:quartet/export",
    args: encode({ __self__: self }),
    argDependencies: { __self__: { urns: ["urn:a", "urn:b"] }, __other__: { urns: ["urn:a"] } },
  });
  expect(shown(decode(response.return))).toBe(shown({ result: { token: new Secret("t"), depth: new Secret(2) }, address: "a" }));
  expect(response.returnDependencies).toEqual({ result: { urns: ["urn:a", "urn:b"] }, address: { urns: ["urn:a", "urn:b"] } });
  expect(response.failures).toEqual([]);
});

it("settings of a very old engine are variables; settings are compared with the old outputs if the old inputs are empty", async () => {
  const { exchange, configure, shop } = plugin();
  await configure({ variables: { "quartet:config:token": "t", "other:config:token": "o" } });
  await exchange("Invoke", [wire.InvokeRequest, wire.InvokeResponse], { tok: "quartet:shop:getNote", args: encode({ name: "n" }) });
  expect({ ...shop.hosts[0]!.settings }).toEqual({ token: "t", depth: 2 });
  const request = { olds: encode({ token: "t" }), oldInputs: Buffer.alloc(0), news: encode({ token: "t" }) };
  const { changes } = await exchange("DiffConfig", [wire.DiffRequest, wire.DiffResponse], request);
  expect(changes).toBe(wire.DiffResponse_DiffChanges.DIFF_NONE);
});

describe("a resource, identified by its URN because an old engine sends no type,", () => {
  it("is not lost when its state cannot be sent", async () => {
    const { send, configure, shop } = plugin();
    await configure({ args: encode({}) });
    shop.at("created", () => void shop.objects.set("shop/n", { ...shop.objects.get("shop/n"), version: NaN }));
    const failed = await failureOf(send("Create", wire.CreateRequest, { urn, properties: encode({ name: "n", label: "l" }) }));
    expect(failed.initFailed).toMatchObject({ id: "shop/n", properties: { name: "n", label: "l", path: "/Note/n" } });
  });

  it("is deleted by its state, and by its old inputs if that is empty; then it is an empty response", async () => {
    const { send, exchange, configure, shop } = plugin();
    await configure({ args: encode({}) });
    const seen: unknown[] = [];
    shop.at("delete", ({ inputs: given }) => seen.push(given["server"]));
    const server = { url: "u" };
    const request = { urn, id: "shop/n", properties: encode({ name: "n" }), oldInputs: encode({ name: "n", server }) };
    await exchange("Delete", [wire.DeleteRequest, wire.Empty], request);
    expect(seen).toEqual([server]);
    expect(await send("Read", wire.ReadRequest, { urn, id: "shop/n" })).toHaveLength(0);
  });
});
