/** What the cases of API keys share: a stack of a key named `shop`, and what other clients see and do. */
import type { JsonObject } from "../../../../emulators/exchange";
import { secureFixture, type CaseFixture } from "./server";

/** The token of the resource. */
export const token = "quartet:search:SearchApiKey";
/** Descriptors of the least privileges. */
export const app = { app: { clusters: ["monitor"] } };
/** The program of a key. */
export const key = { name: "shop", roleDescriptors: app, expiration: "30d" };

/** Opens a server with security and a stack of one key on it. */
export function apiKeyFixture(env?: Record<string, string>) {
  return withKeys(secureFixture(token, env));
}

/** Adds what other clients of the server see and do. */
export function withKeys(fixed: CaseFixture) {
  const { stack, call } = fixed;
  return {
    ...fixed,
    output: (name: string) => String(stack.outputs[name]),
    /** The IDs of the keys of this name that are valid. */
    valid: async () => {
      const keys = (await call("GET /_security/api_key?name=shop"))["api_keys"] as JsonObject[];
      return keys.filter(({ invalidated }) => invalidated === false).map(({ id }) => id);
    },
    /** Uses a key as a client does: fails once it is invalid. */
    use: async (encoded: string) => call("GET /", undefined, { authorization: `ApiKey ${encoded}` }),
    revoke: async (id: string) => call("DELETE /_security/api_key", { ids: [id] }),
    writes: () => fixed.lines().filter((line) => !line.startsWith("GET")),
  };
}
