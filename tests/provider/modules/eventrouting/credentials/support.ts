// Fakes for the tests of credentials: endpoints that record their requests, files, and a fixed clock.
import { generateKeyPairSync } from "node:crypto";
import { ProviderError } from "../../../../../provider/core/errors/errors";
import type { Settings } from "../../../../../provider/core/gen/types";
import type { PlainMap } from "../../../../../provider/core/values/value";
import type { HttpRequest } from "../../../../../provider/contract/http";
import { createCredentials, type Token } from "../../../../../provider/modules/eventrouting/credentials";
import type { Environment } from "../../../../../provider/core/schema/environment";
import { responseWith } from "../support";
import { effectiveSettings, type EventSettings } from "../../../../../provider/modules/eventrouting/settings";

export { expectFailure, failure, responseWith } from "../support";

/** 2023-11-14T22:13:20Z, in ms. */
export const start = 1_700_000_000_000;
export const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

export const account = {
  type: "service_account",
  client_email: "deploy@demo-project.iam.gserviceaccount.com",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  private_key_id: "key1",
  project_id: "other-project",
  token_uri: "https://ignored.example/token",
};
export const user = { type: "authorized_user", client_id: "id.apps", client_secret: "canary-secret", refresh_token: "1//canary-refresh" };
export const text = (json: object) => JSON.stringify(json);

/** One request with its parsed form or JSON body. */
export interface SentRequest extends HttpRequest {
  form: Record<string, string>;
  json: PlainMap;
}

/** The fake environment of one configuration. */
export type FakeEnvironment = ReturnType<typeof fakeEnvironment>;

/** Returns the n-th token response. */
export const tokenResponse = (n: number, seconds = 3599) =>
  responseWith(200, { access_token: `ya29.canary-${n}`, expires_in: seconds, token_type: "Bearer" });
/** Returns the n-th response of an impersonation. */
export const acted = (n: number, now: number) =>
  responseWith(200, { accessToken: `ya29.acted-${n}`, expireTime: new Date(now + 3_600_000).toISOString() });

/** Creates credentials of these settings, without files and outside of the vendor's machines. */
export function fakeEnvironment(settings: EventSettings = {}, env: Environment = {}, files: Record<string, string | Error> = {}) {
  const all = { HOME: "/home/me", ...env };
  let count = 0;
  const fake = {
    requests: [] as SentRequest[],
    /** Paths that were read. */
    reads: [] as string[],
    waited: [] as number[],
    warned: [] as string[],
    /** The number of loads of the vendor's library. */
    loads: 0,
    now: start,
    files,
    /** Creates the responses; by default a new token each time, and no metadata server. */
    reply: ({ url }: SentRequest) => {
      if (url.includes("/computeMetadata/")) throw new ProviderError("unavailable", "connection refused");
      count += 1;
      return url.includes(":generateAccessToken") ? acted(count, fake.now) : tokenResponse(count);
    },
  };
  const credentials = createCredentials({
    settings: effectiveSettings(settings as Settings, all),
    env: all,
    windows: false,
    now: () => fake.now,
    tools: {
      now: () => fake.now,
      time: () => fake.now,
      random: () => 0,
      wait: async (milliseconds) => void fake.waited.push(milliseconds),
    },
    residency: async () => false,
    warn: (message) => fake.warned.push(message),
    load: () => {
      fake.loads += 1;
      return import("../../../../../provider/modules/eventrouting/credentials/google-auth");
    },
    readText: async (path) => {
      fake.reads.push(path);
      const content = fake.files[path];
      if (content === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      if (content instanceof Error) throw content;
      return content;
    },
    send: async (request) => {
      const body = String(request.body ?? "");
      const json = body.startsWith("{") ? (JSON.parse(body) as PlainMap) : {};
      const sent = { ...request, form: Object.fromEntries(new URLSearchParams(body.startsWith("{") ? "" : body)), json };
      fake.requests.push(sent);
      return fake.reply(sent);
    },
  });
  const { signal } = new AbortController();
  return Object.assign(fake, {
    token: () => credentials.token(signal),
    renew: (former: Token) => credentials.renew(former, signal),
    quotaProject: (project: string) => credentials.quotaProject(project, signal),
  });
}

/** Returns the token of a call. */
export async function tokenOf({ token }: FakeEnvironment) {
  return (await token()).value;
}

/** Returns the claims of an assertion. */
export const claimsOf = (assertion: string) => JSON.parse(Buffer.from(assertion.split(".")[1]!, "base64url").toString()) as PlainMap;
