/** What the cases of API keys share: a stack of a key named `shop`, and what other clients see and do. */
import type { JsonObject } from "../../../../emulators/exchange";
import { ann, caseFixture, stackOn, type CaseFixture } from "./server";

/** The kind of the resource. */
export const kind = "SearchApiKey";
/** A day in milliseconds. */
export const day = 86_400_000;
/** The program of a key without an expiration. */
export const bare = { name: "shop", roleDescriptors: { app: { clusters: ["monitor"] } } };
/** The program of a key. */
export const key = { ...bare, expiration: "30d" };

/** Opens a server with security and a stack of one key on it. */
export const fixture = () => withKeys(caseFixture(kind));

/** Adds what other clients of the server see and do. */
export function withKeys(fixed: CaseFixture) {
  const { stack, call } = fixed;
  const output = (name: string) => String(stack.outputs[name]);
  return {
    ...fixed,
    output,
    /** The IDs of the keys of this name that are valid. */
    valid: async () => {
      const keys = (await call("GET /_security/api_key?name=shop"))["api_keys"] as JsonObject[];
      return keys.filter(({ invalidated }) => invalidated === false).map(({ id }) => id);
    },
    /** Uses a key as a client does: fails once it is invalid. */
    use: async (encoded: string) => call("GET /", undefined, { authorization: `ApiKey ${encoded}` }),
    revoke: async () => call("DELETE /_security/api_key", { ids: [output("apiKeyId")] }),
    expire: async (expiration: string) => call(`PUT /_security/api_key/${output("apiKeyId")}`, { expiration }),
    /** A stack of the key for another user of the server. */
    ofAnn: async (roles: string[]) => {
      await call("PUT /_security/role/own-keys", { cluster: ["manage_own_api_key", "monitor"] });
      await call("PUT /_security/user/ann", { password: "ann-password", roles });
      const other = stackOn(fixed, kind, ann);
      other.stack.stored = stack.stored;
      await other.stack.configure();
      return other;
    },
  };
}
