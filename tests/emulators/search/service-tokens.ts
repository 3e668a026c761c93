/** `/_security/service`: the service accounts of the server, and their tokens. */
import type { EmulatorReply } from "../exchange";
import type { Api, Call, Endpoint, State } from "./api";
import { bad, illegal, numbered, reply, SearchFailure } from "./errors";
import { action } from "./privileges";

const accounts = [
  "elastic/auto-ops",
  "elastic/enterprise-search-server",
  "elastic/fleet-server",
  "elastic/fleet-server-remote",
  "elastic/kibana",
];
const write = ["manage_service_account", "manage_security", "all"];
const read = ["read_security", ...write];
const TOKEN_NAME = /^[A-Za-z0-9-][A-Za-z0-9_-]{0,255}$/;

const accountOf = ({ parts }: Call): string => `${parts.namespace}/${parts.service}`;

const namesOf = (account: string, { serviceTokens }: State): string[] =>
  serviceTokens.names().flatMap((key) => (key.startsWith(`${account}/`) ? [key.slice(account.length + 1)] : []));

const describe = (found: readonly string[]): EmulatorReply =>
  reply(
    200,
    Object.fromEntries(
      found.map((account) => [
        account,
        { role_descriptor: { cluster: ["monitor"], indices: [], applications: [], run_as: [], metadata: {} } },
      ]),
    ),
  );

const credentials = (account: string, state: State): EmulatorReply => {
  const names = namesOf(account, state);
  const nodes = { _nodes: { total: 1, successful: 1, failed: 0 }, file_tokens: {} };
  return reply(200, {
    service_account: account,
    count: names.length,
    tokens: Object.fromEntries(names.map((name) => [name, {}])),
    nodes_credentials: nodes,
  });
};

const create = (account: string, name: string, { serviceTokens, randomBytes }: State): EmulatorReply => {
  if (!TOKEN_NAME.test(name)) {
    const reason =
      "service account token name must have at least 1 character and at most 256 characters that are alphanumeric (A-Z, a-z, 0-9) or hyphen (-) or underscore (_). It must not begin with an underscore (_).";
    throw bad("action_request_validation_exception", numbered([reason]));
  }
  if (!accounts.includes(account)) throw illegal(`service account [${account}] does not exist`);
  const key = `${account}/${name}`;
  if (serviceTokens.has(key)) {
    const reason = `[service_account_token-${key}]: version conflict, document already exists (current version [1])`;
    throw new SearchFailure(409, { type: "version_conflict_engine_exception", reason });
  }
  const value = Buffer.from(`\0\x01\0\x01${key}:${randomBytes(16).toString("base64url")}`).toString("base64url");
  serviceTokens.set(key, value);
  return reply(200, { created: true, token: { name, value } });
};

const remove = (account: string, name: string, { serviceTokens }: State): EmulatorReply => {
  const found = serviceTokens.has(`${account}/${name}`);
  serviceTokens.delete(`${account}/${name}`);
  return reply(found ? 200 : 404, { found });
};

/** The routes of service accounts. */
export const serviceTokenApi: Api = (state) => {
  const endpoint = (
    name: string,
    grantedBy: readonly string[],
    run: (call: Call) => EmulatorReply,
    query: Endpoint["query"] = {},
  ): Endpoint => ({
    query,
    prepare: (call) => ({ action: action(`cluster:admin/xpack/security/service_account/${name}`, grantedBy), run: () => run(call) }),
  });
  const refresh = { refresh: "refresh" } as const;
  const list = endpoint("get", read, ({ parts: { namespace, service } }) =>
    describe(accounts.filter((account) => namespace === undefined || account === `${namespace}/${service}`)),
  );
  const creation = endpoint("token/create", write, (call) => create(accountOf(call), call.parts.name ?? "", state), refresh);
  const removal = endpoint("token/delete", write, (call) => remove(accountOf(call), call.parts.name ?? "", state), refresh);
  const account = "/_security/service/{namespace}/{service}";
  const token = `${account}/credential/token/{name}`;
  return [
    { method: "GET", path: "/_security/service", handler: list },
    { method: "GET", path: account, handler: list },
    {
      method: "GET",
      path: `${account}/credential`,
      handler: endpoint("credential/get", read, (call) => credentials(accountOf(call), state)),
    },
    { method: "PUT", path: token, handler: creation },
    { method: "POST", path: token, handler: creation },
    { method: "DELETE", path: token, handler: removal },
  ];
};
