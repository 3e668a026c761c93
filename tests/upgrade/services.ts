/** The emulators of the upgrade tests, one for each module with resources. */
import { signed } from "../emulators/cloud/caller";
import { createCloudEmulator } from "../emulators/cloud/index";
import { request as eventRequest } from "../emulators/eventrouting/caller";
import { createEventEmulator } from "../emulators/eventrouting/index";
import type { EmulatorReply, EmulatorRequest, Json, JsonObject } from "../emulators/exchange";
import type { SchemaEntry } from "../emulators/search/connector-parts";
import { createSearchEmulator, type SearchEmulator } from "../emulators/search/index";
import { cloudSettings, eventSettings } from "../emulators/settings";
import { propertiesOf } from "../support/services";
import { secret } from "../support/structs";
import type { ModuleName } from "./recording";
import type { RemoteCall, RemoteService } from "./remote";

/** The body of a request: as JSON if that loses nothing, so that recordings are readable. */
function bodyOf(text: string) {
  const parsed = parse(text);
  return parsed !== undefined && JSON.stringify(parsed) === text ? parsed : text;
}

const parse = (text: string) => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const textOf = (body: Json | undefined) => (body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
const isRead = ({ call }: RemoteCall) => /^(GET|HEAD) |^POST \/(_index_template\/_simulate|_security\/_query\/)/.test(call);
const httpAnswer = ({ status, body }: EmulatorReply): Json => ({ status, body: parse(body) ?? body });

const httpCall = ({ method, path, query, body }: EmulatorRequest): RemoteCall => ({
  call: `${method} ${path}${query === "" ? "" : `?${query}`}`,
  ...(body === "" ? {} : { body: bodyOf(body) }),
});

/** Fields that the emulated connector services register, by service type; all others register none. */
const connectorFields: Readonly<Record<string, Record<string, SchemaEntry>>> = {
  postgresql: { host: { label: "Host" }, port: { label: "Port", type: "int" }, password: { label: "Password", sensitive: true } },
};

/** Registers the fields of every connector that has none yet, as a running connector service does. */
function registerFields(emulator: SearchEmulator) {
  for (const [id, { configuration, service_type: type }] of emulator.connectors.entries()) {
    const fields = connectorFields[String(type)];
    if (fields && Object.keys(configuration as JsonObject).length === 0) emulator.registerConnectorService(id, fields);
  }
}

const search: RemoteService = {
  createBackend(options, { now, randomBytes }) {
    const emulator = createSearchEmulator({ ...options, now, randomBytes });
    return {
      handle(request) {
        const reply = emulator.handle(request);
        registerFields(emulator);
        return reply;
      },
      callOf: httpCall,
      requestOf: ({ call, body }) => {
        const { authorization: _, ...headers } = eventRequest(call, textOf(body) || undefined).headers;
        return { ...eventRequest(call, textOf(body) || undefined), headers };
      },
      isWrite: (call) => !isRead(call),
      answerOf: httpAnswer,
    };
  },
  settings: ({ url }) => ({ version: "0.1.0", searchServers: secret([{ endpoints: [url] }]) }),
};

const cloud: RemoteService = {
  createBackend(options, { now, randomBytes }) {
    const emulator = createCloudEmulator({ domain: "localhost", ...options, now, randomBytes });
    const callOf = ({ headers, body }: EmulatorRequest): RemoteCall => {
      const [service = ""] = (headers["host"] ?? "").split(".");
      return { call: `${service}/${headers["x-tc-action"]}`, region: headers["x-tc-region"], body: bodyOf(body) };
    };
    const requestOf = ({ call, region, body }: RemoteCall) =>
      signed(call, body, { region, now: now(), host: `${call.split("/")[0]}.localhost` });
    return {
      // The plugin signs at the clock of the machine, the emulator verifies at its own: each request is signed again.
      handle: (request) => emulator.handle(requestOf(callOf(request))),
      callOf,
      requestOf,
      isWrite: ({ call }) => !/\/Describe/.test(call),
      answerOf: ({ body }) => {
        const { RequestId: _, ...answer } = (parse(body) as { Response: JsonObject }).Response;
        return answer;
      },
    };
  },
  settings: ({ port }) => propertiesOf(cloudSettings(port)),
};

const eventrouting: RemoteService = {
  createBackend(options, { now }) {
    const emulator = createEventEmulator({ ...options, now });
    emulator.operations.usual = { pending: 0 };
    return {
      handle: (request) => emulator.handle(request),
      callOf: httpCall,
      requestOf: ({ call, body }) => eventRequest(call, textOf(body) || undefined),
      isWrite: (call) => !isRead(call),
      answerOf: httpAnswer,
    };
  },
  settings: ({ url }) => propertiesOf(eventSettings(url)),
};

/** By module. */
export const services: Readonly<Record<ModuleName, RemoteService>> = { search, cloud, eventrouting };
