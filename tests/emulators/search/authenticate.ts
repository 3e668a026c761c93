/** `/_security/_authenticate`: who makes the request. */
import type { Api, Endpoint } from "./api";
import { reply } from "./errors";
import { action, everyone } from "./privileges";

/** The route. */
export const authenticateApi: Api = () => {
  const handler: Endpoint = {
    query: {},
    prepare: ({ identity: { username, realm, roles = [], isApiKey } }) => ({
      action: action("cluster:admin/xpack/security/user/authenticate", everyone),
      run: () => {
        const where = { name: realm, type: realm.replace(/^__?/, "") };
        const kind = isApiKey ? "api_key" : username === "_anonymous" ? "anonymous" : "realm";
        const user = { username, roles: [...roles], full_name: null, email: null, metadata: {}, enabled: true };
        return reply(200, { ...user, authentication_realm: where, lookup_realm: where, authentication_type: kind });
      },
    }),
  };
  return [{ method: "GET", path: "/_security/_authenticate", handler }];
};
