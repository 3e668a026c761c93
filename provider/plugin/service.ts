// The ResourceProvider service, RPC by RPC: decodes the request, calls the provider, encodes the result. See docs/protocol.md#rpcs.
import type { RpcContext } from "../contract/context";
import { asProviderError, ProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { typeOfUrn } from "../core/values/urn";
import type { ValueMap } from "../core/values/value";
import type { Provider } from "../provider";
import { pluginVersion } from "./arguments";
import { callResponse, checkResponse, diffResponse, invokeMessage } from "./responses";
import type { Peer, Requests } from "./requests";
import { decode, encode, encodeKnown } from "./codec";
import type { Engine } from "./engine";
import * as wire from "./gen/provider";
import type { Definition } from "./methods";
import type { Mappings } from "./mappings";
import { namingRequest } from "./naming";
import { method, rawMethod, streamMethod } from "./methods";

/** The dependencies of the service. */
export interface Plugin {
  /** Returns the provider, which is loaded with the first call; a failure to load it is the result of every call. */
  load(): Promise<Provider>;
  requests: Requests;
  engine: Engine;
  /** Returns the encoded GetSchemaResponse, which the build creates. */
  schemaMessage(): Uint8Array;
  mappings: Mappings;
  /** Called when the engine cancels. */
  onCancel(): void;
  /** Called when the engine has configured the provider. */
  onConfigured?: (() => void) | undefined;
}

/** The features that Handshake and Configure report; they must agree. See docs/protocol.md#configure. */
const capabilities = { acceptSecrets: true, acceptResources: true, acceptOutputs: true, supportsAutonamingConfiguration: true };

/** Returns all methods of `pulumirpc.ResourceProvider`, by name. */
export function resourceProvider(plugin: Plugin): Record<string, Definition> {
  const run = runnerOf(plugin);
  return { ...pluginMethods(plugin), ...configurationMethods(plugin), ...functionMethods(run), ...resourceMethods(run) };
}

function pluginMethods({ requests, engine, schemaMessage, mappings, onCancel }: Plugin): Record<string, Definition> {
  return {
    Handshake: method(wire.ProviderHandshakeRequest, wire.ProviderHandshakeResponse, ({ engineAddress }) => {
      requests.resume();
      if (engineAddress !== "") engine.attach(engineAddress);
      return { ...capabilities, acceptsByteString: false };
    }),
    Attach: method(wire.PluginAttach, wire.Empty, ({ address }) => {
      requests.resume();
      engine.attach(address);
      return {};
    }),
    Cancel: method(wire.Empty, wire.Empty, () => {
      requests.cancel();
      onCancel();
      return {};
    }),
    GetPluginInfo: method(wire.Empty, wire.PluginInfo, () => ({ version: pluginVersion })),
    GetSchema: rawMethod(wire.GetSchemaRequest, ({ version, subpackageName, subpackageVersion }) => {
      if (version !== 0) throw new ProviderError("invalid_argument", `unsupported schema version ${version}. Request version 0.`);
      if (subpackageName !== "" || subpackageVersion !== "")
        throw new ProviderError("invalid_argument", "quartet has no sub-packages. Request the schema without one.");
      return schemaMessage();
    }),
    GetMapping: method(wire.GetMappingRequest, wire.GetMappingResponse, ({ key, provider: name }) => {
      const data = mappings.read(key, name);
      return data === undefined ? { provider: "", data: new Uint8Array() } : { provider: name, data };
    }),
    GetMappings: method(wire.GetMappingsRequest, wire.GetMappingsResponse, ({ key }) => ({ providers: mappings.providers(key) })),
    Parameterize: unsupportedMethod(wire.ParameterizeRequest, "quartet is not a parameterized provider"),
    Construct: unsupportedMethod(wire.Empty, "quartet has no components"),
  };
}

function unsupportedMethod<T>(request: wire.MessageFns<T>, reason: string): Definition {
  return method(request, wire.Empty, () => {
    throw new ProviderError("unimplemented", reason);
  });
}

function configurationMethods({ load, requests, onConfigured }: Plugin): Record<string, Definition> {
  return {
    CheckConfig: method(wire.CheckRequest, wire.CheckResponse, async ({ news }) => {
      const given = decode(news);
      return checkResponse(await (await load()).checkConfig(given), given);
    }),
    DiffConfig: method(wire.DiffRequest, wire.DiffResponse, async ({ olds, oldInputs, news, ignoreChanges }) => {
      const provider = await load();
      return diffResponse({ changes: await provider.diffConfig(decodeOldInputs(oldInputs) ?? decode(olds), decode(news), ignoreChanges) });
    }),
    Configure: method(wire.ConfigureRequest, wire.ConfigureResponse, async ({ args, variables }) => {
      requests.resume();
      await (await load()).configure(args === undefined ? decodeVariables(variables) : decode(args));
      onConfigured?.();
      return { ...capabilities, supportsPreview: true };
    }),
  };
}

/** Returns the settings of old engines, which send them only as texts named `quartet:config:NAME`. */
function decodeVariables(variables: Record<string, string>): ValueMap {
  const prefix = "quartet:config:";
  const own = Object.entries(variables).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(own.map(([key, text]) => [key.slice(prefix.length), text]));
}

type Handler<Q, A> = (request: Q, peer: Peer) => Promise<A>;

/** Returns a handler that runs the work of a request with the provider, until the engine cancels it. */
type Run = <Q extends object, A>(work: (request: Q, provider: Provider, context: RpcContext) => Promise<A>) => Handler<Q, A>;

function runnerOf({ load, requests }: Plugin): Run {
  return (work) => (request, peer) => {
    const urn = "urn" in request && typeof request.urn === "string" ? request.urn : "";
    return requests.run(urn, peer, async (context) => work(request, await load(), context));
  };
}

function functionMethods(run: Run): Record<string, Definition> {
  return {
    Invoke: rawMethod(
      wire.InvokeRequest,
      run(async ({ tok, args, preview }, provider, context) =>
        invokeMessage(await provider.invoke({ token: tok, args: decode(args), preview }, context)),
      ),
    ),
    Call: method(
      wire.CallRequest,
      wire.CallResponse,
      run(async ({ tok, args, argDependencies }, provider, context) =>
        callResponse(await provider.call({ token: tok, args: decode(args) }, context), argDependencies),
      ),
    ),
    List: streamMethod(wire.ListRequest, wire.ListResponse, (request, emit, peer) => {
      const stream = run(async ({ token, query, limit, continuationToken }: wire.ListRequest, provider, context) => {
        for await (const part of provider.list({ token, query: decode(query), limit, continuation: continuationToken }, context)) {
          if (part.kind === "computed") await emit({ computed: {} });
          else if (part.kind === "result") await emit({ result: { id: part.id, name: part.name } });
          else await emit({ continuation: { continuationToken: part.token } });
        }
      });
      return stream(request, peer);
    }),
  };
}

function resourceMethods(run: Run): Record<string, Definition> {
  return {
    Check: method(
      wire.CheckRequest,
      wire.CheckResponse,
      run(async (request, provider, context) => {
        const news = decode(request.news);
        return checkResponse(await provider.check({ type: typeOf(request), news, naming: namingRequest(request) }, context), news);
      }),
    ),
    Diff: method(
      wire.DiffRequest,
      wire.DiffResponse,
      run(async (request, provider) => diffResponse(await provider.diff({ ...request, ...changeOf(request) }))),
    ),
    Read: method(
      wire.ReadRequest,
      wire.ReadResponse,
      run(async (request, provider, context) => {
        const stored = { inputs: decode(request.inputs), state: decode(request.properties) };
        const found = await provider.read({ ...request, ...stored, type: typeOf(request) }, context);
        if (!found) return { id: "", refreshBeforeUpdate: false };
        return { id: found.id, properties: encodeKnown(found.state), inputs: encodeKnown(found.inputs), refreshBeforeUpdate: false };
      }),
    ),
    Create: method(
      wire.CreateRequest,
      wire.CreateResponse,
      run(async (request, provider, context) => {
        const { id, state } = await provider.create({ ...request, type: typeOf(request), inputs: decode(request.properties) }, context);
        return { id, properties: request.preview ? encode(state) : encodeState(id, state), refreshBeforeUpdate: false };
      }),
    ),
    Update: method(
      wire.UpdateRequest,
      wire.UpdateResponse,
      run(async (request, provider, context) => {
        const state = await provider.update({ ...request, ...changeOf(request) }, context);
        return { properties: request.preview ? encode(state) : encodeState(request.id, state), refreshBeforeUpdate: false };
      }),
    ),
    Delete: method(
      wire.DeleteRequest,
      wire.Empty,
      run(async (request, provider, context) => {
        const stored = { olds: decode(request.properties), oldInputs: decodeOldInputs(request.oldInputs) };
        await provider.delete({ ...request, ...stored, type: typeOf(request) }, context);
        return {};
      }),
    ),
  };
}

/** Returns what Diff and Update compare. */
function changeOf(request: wire.DiffRequest | wire.UpdateRequest) {
  const { olds, oldInputs, news } = request;
  return { type: typeOf(request), olds: decode(olds), oldInputs: decodeOldInputs(oldInputs), news: decode(news) };
}

/** Encodes the state of an existing object. Fails with the ID if the state cannot be encoded: a plain error would lose the object. See docs/protocol.md#create. */
function encodeState(id: string, state: ValueMap): Buffer {
  try {
    return encodeKnown(state);
  } catch (cause) {
    throw new ResourceInitFailedError(id, state, [asProviderError(cause).message], { cause });
  }
}

/** Decodes old inputs; missing or empty ones, as older engines send them, count as absent. See docs/protocol.md#missing-old-inputs. */
function decodeOldInputs(bytes: Uint8Array | undefined): ValueMap | undefined {
  return bytes === undefined || bytes.byteLength === 0 ? undefined : decode(bytes);
}

/** Returns the type token: the field of the request, else the type of the URN. */
function typeOf({ type, urn }: { type: string; urn: string }): string {
  return type !== "" ? type : typeOfUrn(urn);
}
