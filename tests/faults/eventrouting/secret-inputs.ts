// Secrets in every place of module eventrouting/v1 that accepts one: token sources and resources; and services that repeat what they receive.
import type { EventEmulator } from "../../emulators/eventrouting/index";
import { exampleAccount, exampleKey, serviceAccountFile } from "../../emulators/eventrouting/accounts";
import { CLOUD_PLATFORM } from "../../emulators/eventrouting/tokens";
import type { EmulatorReply, EmulatorRequest } from "../../emulators/exchange";
import type { FaultRule } from "../../emulators/faults";
import type { Json, Properties } from "../../support/structs";
import { secret } from "../../support/structs";
import type { Canaries } from "../canaries";
import { allOf, noting } from "../repeating";

/** One source of tokens, as settings give it and as the environment does. */
export interface Source {
  title: string;
  settings: Properties;
  environment: Record<string, string>;
  /** The canaries that travel to a service in some request. */
  sent: readonly string[];
  /** Lets the service have them. */
  prepare(emulator: EventEmulator): void;
}

const credentials = (json: object): Pick<Source, "settings" | "environment"> => ({
  settings: { googleCredentials: secret(JSON.stringify(json)) },
  environment: { GOOGLE_CREDENTIALS: JSON.stringify(json) },
});

/** The sources. */
export function sources(canaries: Canaries): Source[] {
  const token = canaries.of("token");
  const refresh = canaries.of("refresh-token");
  const hidden = canaries.of("client-secret");
  const key = exampleKey();
  // A line of the key: as JSON its line ends are written otherwise.
  canaries.plant("private-key", key.privateKey.split("\n")[7]!);
  const client = { client_id: "764086051850-canary.apps.googleusercontent.com", client_secret: hidden };
  return [
    {
      title: "a token",
      settings: { googleAccessToken: secret(token) },
      environment: { GOOGLE_OAUTH_ACCESS_TOKEN: token },
      sent: ["token"],
      prepare: ({ tokens }) =>
        void tokens.known.set(token, {
          principal: { name: "owner@example.com", kind: "serviceAccount" },
          scopes: [CLOUD_PLATFORM],
          expires: Infinity,
        }),
    },
    {
      title: "a service account",
      ...credentials(serviceAccountFile(exampleAccount, key)),
      sent: [],
      prepare: () => undefined,
    },
    {
      title: "a person",
      ...credentials({ type: "authorized_user", ...client, refresh_token: refresh }),
      sent: ["refresh-token", "client-secret"],
      prepare: ({ accounts }) =>
        void accounts.clients.set(client.client_id, { secret: hidden, refreshTokens: new Map([[refresh, "ana@example.com"]]) }),
    },
  ];
}

/** A resource with what it is made with and changed to, and what a state contains beside. */
export interface Holder {
  type: string;
  id: string;
  inputs: Properties;
  news: Properties;
  outputs: Properties;
}

/** The resources that hold secrets, and such whose texts the program keeps secret. */
export function holders(canaries: Canaries): Holder[] {
  const home = "projects/demo-project/locations/us-central1";
  const hidden = (place: string): Json => secret(canaries.plant(place, `canary_${place.replaceAll("-", "_")}_x7q`));
  const place = { project: "demo-project", location: "us-central1" };
  const link = { ...place, channelConnectionId: "orders", channel: `${home}/channels/elsewhere` };
  const bound = { ...place, name: `${home}/triggers/orders`, role: "roles/eventarc.viewer" };
  return [
    {
      type: "quartet:eventrouting/v1:ChannelConnection",
      id: `${home}/channelConnections/orders`,
      outputs: {},
      inputs: { ...link, activationToken: hidden("activation-token") },
      news: { ...link, activationToken: hidden("new-activation-token") },
    },
    {
      type: "quartet:eventrouting/v1:Channel",
      id: `${home}/channels/orders`,
      inputs: { ...place, channelId: "orders", provider: `${home}/providers/partner`, labels: { team: hidden("channel-label") } },
      news: { ...place, channelId: "orders", provider: `${home}/providers/partner`, labels: { team: hidden("new-channel-label") } },
      outputs: { activationToken: hidden("state-activation-token") },
    },
    {
      type: "quartet:eventrouting/v1:TriggerIamBinding",
      id: `${bound.name} ${bound.role}`,
      outputs: {},
      inputs: { ...bound, members: [hidden("member")] },
      news: { ...bound, members: [hidden("new-member")] },
    },
  ];
}

const json = { "content-type": "application/json" };
const rejected = (code: number, status: string, repeated: string, details: unknown[] = []): EmulatorReply => ({
  status: code,
  headers: json,
  body: JSON.stringify({ error: { code, status, message: repeated, details }, error_description: repeated }),
});

const replies: Readonly<Record<string, (repeated: string, request: EmulatorRequest) => EmulatorReply>> = {
  "a rejection": (repeated) => rejected(403, "PERMISSION_DENIED", repeated),
  "a rejection with details": (repeated) =>
    rejected(400, "INVALID_ARGUMENT", "no", [{ fieldViolations: [{ field: repeated, description: repeated }] }, { requestId: repeated }]),
  "a token that is not known": (repeated) => rejected(401, "UNAUTHENTICATED", repeated),
  "an object that exists": (repeated) => rejected(409, "ALREADY_EXISTS", repeated),
  "an operation that failed": (repeated) => ({
    status: 200,
    headers: json,
    body: JSON.stringify({
      name: "projects/demo-project/locations/us-central1/operations/returned",
      done: true,
      metadata: { target: repeated, statusMessage: repeated },
      error: { code: 7, message: repeated },
    }),
  }),
  "HTTP 404 of a proxy": (repeated) => ({ status: 404, headers: {}, body: repeated }),
  "half JSON": (repeated) => ({ status: 200, headers: json, body: JSON.stringify({ repeated }).slice(0, -1) }),
  "its headers": (_said, { headers }) => ({
    status: 400,
    body: "",
    headers: { "x-request-id": headers["authorization"] ?? "none", "www-authenticate": headers["authorization"] ?? "x" },
  }),
};

/** The ways in which services repeat. */
export const ways = Object.keys(replies);

/** A fault that handles every request in one of the ways, or every one but those for tokens, and notes the request. */
export function repeating(way: string, { seen, tokens }: { seen: EmulatorRequest[]; tokens: boolean }): FaultRule {
  const { match, ...rule } = noting(seen, (request) => replies[way]!(allOf(request), request));
  return {
    ...rule,
    match: (request) => (tokens || request.path !== "/token") && (match as (request: EmulatorRequest) => boolean)(request),
  };
}
