/** The routes of API keys: `/_security/api_key`, `/_security/cross_cluster/api_key` and their query. */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Api, Call, Endpoint } from "./api";
import { flag } from "./api";
import { ApiKeys, body } from "./api-keys";
import { plain } from "./json";
import { action } from "./privileges";

const ownKeys = ["manage_own_api_key", "manage_api_key", "manage_security", "all"];
const allKeys = ["manage_api_key", "manage_security", "all"];
const keyRead = ["read_security", ...allKeys];
const crossCluster = ["manage_security", "all"];

const refresh = { refresh: "refresh" } as const;
const listed = {
  id: "text",
  name: "text",
  username: "text",
  realm_name: "text",
  owner: "bool",
  with_limited_by: "bool",
  active_only: "bool",
  with_profile_uid: "bool",
} as const;
const queried = { with_limited_by: "bool", typed_keys: "bool", with_profile_uid: "bool" } as const;

/** An endpoint with a body. */
const endpoint = (
  name: string,
  grantedBy: readonly string[],
  run: (call: Call) => EmulatorReply,
  query: Endpoint["query"] = {},
): Endpoint => ({
  query,
  takesBody: true,
  prepare: (call) => ({ action: action(`cluster:admin/xpack/security/${name}`, grantedBy), run: () => run(call) }),
});

/** Own keys need less than those of others. */
const reading = (keys: ApiKeys): Endpoint => ({
  query: listed,
  prepare: (call) => ({
    action: action("cluster:admin/xpack/security/api_key/get", flag(call, "owner") ? ["read_security", ...ownKeys] : keyRead),
    run: () => keys.get(call),
  }),
});

const invalidating = (keys: ApiKeys): Endpoint => ({
  query: {},
  takesBody: true,
  prepare: (call) => {
    const isOwn = (plain(body(call)) as JsonObject).owner === true;
    return {
      action: action("cluster:admin/xpack/security/api_key/invalidate", isOwn ? ownKeys : allKeys),
      run: () => keys.invalidate(call),
    };
  },
});

const seesAll = ({ identity }: Call): boolean => keyRead.some((each) => identity.cluster.includes(each));

/** The routes of API keys. */
export const apiKeyApi: Api = (state) => {
  const keys = new ApiKeys(state);
  const create = endpoint("api_key/create", ownKeys, (call) => keys.create(call, "rest"), refresh);
  const query = endpoint("api_key/query", ["read_security", ...ownKeys], (call) => keys.query(call, !seesAll(call)), queried);
  const cross = "/_security/cross_cluster/api_key";
  const routes: [string, string, Endpoint][] = [
    ["GET", "/_security/api_key", reading(keys)],
    ["POST", "/_security/api_key", create],
    ["PUT", "/_security/api_key", create],
    ["DELETE", "/_security/api_key", invalidating(keys)],
    ["PUT", "/_security/api_key/{id}", endpoint("api_key/update", ownKeys, (call) => keys.update(call, "rest"))],
    ["POST", cross, endpoint("cross_cluster/api_key/create", crossCluster, (call) => keys.create(call, "cross_cluster"))],
    ["PUT", `${cross}/{id}`, endpoint("cross_cluster/api_key/update", crossCluster, (call) => keys.update(call, "cross_cluster"))],
    ["GET", "/_security/_query/api_key", query],
    ["POST", "/_security/_query/api_key", query],
  ];
  return routes.map(([method, path, handler]) => ({ method, path, handler }));
};
