// The ResourceProvider service, RPC by RPC: decodes the request, calls the provider, encodes the result. See docs/protocol.md#rpcs.
import { asProviderError, ProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { typeOfUrn } from "../core/values/urn";
import type { ValueMap } from "../core/values/value";
import type { Provider } from "../provider";
import { callResponse, checkResponse, diffResponse, invokeMessage } from "./responses";
import type { Requests } from "./requests";
import { decode, encode, encodeKnown } from "./codec";
import type { Engine } from "./engine";
import * as wire from "./gen/provider";
import type { Definition } from "./methods";
import type { Mappings } from "./mappings";
import { namingRequest } from "./naming";
import { method, rawMethod, streamMethod } from "./methods";

/** The dependencies of the service. */
export interface Plugin {
  provider: Provider;
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
  return { ...pluginMethods(plugin), ...configurationMethods(plugin), ...functionMethods(plugin), ...resourceMethods(plugin) };
}

function pluginMethods({ provider, requests, engine, schemaMessage, mappings, onCancel }: Plugin): Record<string, Definition> {
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
    GetPluginInfo: method(wire.Empty, wire.PluginInfo, () => ({ version: provider.version })),
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

function configurationMethods({ provider, requests, onConfigured }: Plugin): Record<string, Definition> {
  return {
    CheckConfig: method(wire.CheckRequest, wire.CheckResponse, async ({ news }) => {
      const given = decode(news);
      return checkResponse(await provider.checkConfig(given), given);
    }),
    DiffConfig: method(wire.DiffRequest, wire.DiffResponse, async ({ olds, oldInputs, news, ignoreChanges }) =>
      diffResponse({ changes: await provider.diffConfig(decodeOldInputs(oldInputs) ?? decode(olds), decode(news), ignoreChanges) }),
    ),
    Configure: method(wire.ConfigureRequest, wire.ConfigureResponse, async ({ args, variables }) => {
      requests.resume();
      await provider.configure(args === undefined ? decodeVariables(variables) : decode(args));
      onConfigured?.();
      return { ...capabilities, supportsPreview: true };
    }),
  };
}

/** Returns the settings of old engines, which send them only as texts named `quartet:config:NAME`. */
function decodeVariables(variables: Record<string, string>): ReturnType<typeof decode> {
  const prefix = "quartet:config:";
  const own = Object.entries(variables).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(own.map(([key, text]) => [key.slice(prefix.length), text]));
}

function functionMethods({ provider, requests }: Plugin): Record<string, Definition> {
  return {
    Invoke: rawMethod(wire.InvokeRequest, ({ tok, args, preview }, peer) =>
      requests.run("", peer, async (context) => invokeMessage(await provider.invoke({ token: tok, args: decode(args), preview }, context))),
    ),
    Call: method(wire.CallRequest, wire.CallResponse, ({ tok, args, argDependencies }, peer) =>
      requests.run("", peer, async (context) =>
        callResponse(await provider.call({ token: tok, args: decode(args) }, context), argDependencies),
      ),
    ),
    List: streamMethod(wire.ListRequest, wire.ListResponse, ({ token, query, limit, continuationToken }, emit, peer) =>
      requests.run("", peer, async (context) => {
        for await (const part of provider.list({ token, query: decode(query), limit, continuation: continuationToken }, context)) {
          if (part.kind === "computed") await emit({ computed: {} });
          else if (part.kind === "result") await emit({ result: { id: part.id, name: part.name } });
          else await emit({ continuation: { continuationToken: part.token } });
        }
      }),
    ),
  };
}

function resourceMethods(plugin: Plugin): Record<string, Definition> {
  return { ...readingMethods(plugin), ...writingMethods(plugin) };
}

function readingMethods({ provider, requests }: Plugin): Record<string, Definition> {
  return {
    Check: method(wire.CheckRequest, wire.CheckResponse, (request, peer) =>
      requests.run(request.urn, peer, async (context) => {
        const news = decode(request.news);
        const type = typeOf(request.type, request.urn);
        return checkResponse(await provider.check({ type, news, naming: namingRequest(request) }, context), news);
      }),
    ),
    Diff: method(wire.DiffRequest, wire.DiffResponse, ({ urn, type, olds, oldInputs, news, ignoreChanges }, peer) =>
      requests.run(urn, peer, async () =>
        diffResponse(
          await provider.diff({
            type: typeOf(type, urn),
            olds: decode(olds),
            oldInputs: decodeOldInputs(oldInputs),
            news: decode(news),
            ignoreChanges,
          }),
        ),
      ),
    ),
    Read: method(wire.ReadRequest, wire.ReadResponse, ({ id, urn, type, properties, inputs, timeout }, peer) =>
      requests.run(urn, peer, async (context) => {
        const found = await provider.read(
          { type: typeOf(type, urn), id, inputs: decode(inputs), state: decode(properties), timeout },
          context,
        );
        if (!found) return { id: "", properties: undefined, inputs: undefined, refreshBeforeUpdate: false };
        return { id: found.id, properties: encodeKnown(found.state), inputs: encodeKnown(found.inputs), refreshBeforeUpdate: false };
      }),
    ),
  };
}

function writingMethods({ provider, requests }: Plugin): Record<string, Definition> {
  return {
    Create: method(wire.CreateRequest, wire.CreateResponse, ({ urn, type, properties, timeout, preview }, peer) =>
      requests.run(urn, peer, async (context) => {
        const { id, state } = await provider.create(
          { type: typeOf(type, urn), urn, inputs: decode(properties), preview, timeout },
          context,
        );
        return { id, properties: preview ? encode(state) : encodeState(id, state), refreshBeforeUpdate: false };
      }),
    ),
    Update: method(
      wire.UpdateRequest,
      wire.UpdateResponse,
      ({ id, urn, type, olds, oldInputs, news, timeout, preview, ignoreChanges }, peer) =>
        requests.run(urn, peer, async (context) => {
          const request = {
            type: typeOf(type, urn),
            id,
            urn,
            olds: decode(olds),
            oldInputs: decodeOldInputs(oldInputs),
            news: decode(news),
            preview,
            timeout,
            ignoreChanges,
          };
          const state = await provider.update(request, context);
          return { properties: preview ? encode(state) : encodeState(id, state), refreshBeforeUpdate: false };
        }),
    ),
    Delete: method(wire.DeleteRequest, wire.Empty, ({ id, urn, type, properties, oldInputs, timeout }, peer) =>
      requests.run(urn, peer, async (context) => {
        await provider.delete(
          { type: typeOf(type, urn), id, olds: decode(properties), oldInputs: decodeOldInputs(oldInputs), timeout },
          context,
        );
        return {};
      }),
    ),
  };
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
function decodeOldInputs(bytes: Uint8Array | undefined): ReturnType<typeof decode> | undefined {
  return bytes === undefined || bytes.byteLength === 0 ? undefined : decode(bytes);
}

/** Returns the type token: the field of the request, else the type of the URN. */
function typeOf(type: string, urn: string): string {
  return type !== "" ? type : typeOfUrn(urn);
}
