/** `/_security/service`: the service accounts of the server, and their tokens. */

import { byName } from "../objects";
import { type Api, type Call, endpoint, nameOf } from "./api";
import { deleted, failure, illegal, problemsOf, rejectProblems, reply } from "./errors";

const accounts = ["auto-ops", "enterprise-search-server", "fleet-server", "fleet-server-remote", "kibana"].map((name) => `elastic/${name}`);
const write = ["manage_service_account", "manage_security", "all"];
const read = ["read_security", ...write];

const accountOf = ({ parts }: Call) => `${parts.namespace}/${parts.service}`;

/** The routes of service accounts. */
export const serviceTokenApi: Api = [
  endpoint(
    "GET /_security/service[/{namespace}/{service}]",
    ["cluster:admin/xpack/security/service_account/get", read],
    ({ parts: { namespace, service } }) => {
      const found = accounts.filter((account) => namespace === undefined || account === `${namespace}/${service}`);
      const descriptor = { cluster: ["monitor"], indices: [], applications: [], run_as: [], metadata: {} };
      return reply(
        200,
        byName(found, () => ({ role_descriptor: descriptor })),
      );
    },
  ),
  endpoint(
    "GET /_security/service/{namespace}/{service}/credential",
    ["cluster:admin/xpack/security/service_account/credential/get", read],
    (call, { serviceTokens }) => {
      const account = accountOf(call);
      const names = serviceTokens.names().flatMap((key) => (key.startsWith(`${account}/`) ? [key.slice(account.length + 1)] : []));
      const nodes = { _nodes: { total: 1, successful: 1, failed: 0 }, file_tokens: {} };
      const tokens = byName(names, () => ({}));
      return reply(200, { service_account: account, count: names.length, tokens, nodes_credentials: nodes });
    },
  ),
  endpoint(
    "PUT|POST /_security/service/{namespace}/{service}/credential/token/{name}?refresh",
    ["cluster:admin/xpack/security/service_account/token/create", write],
    (call, { serviceTokens, randomBytes }) => {
      const account = accountOf(call);
      const name = nameOf(call);
      const rule =
        "service account token name must have at least 1 character and at most 256 characters that are alphanumeric (A-Z, a-z, 0-9) or hyphen (-) or underscore (_). It must not begin with an underscore (_).";
      rejectProblems(problemsOf([!/^[A-Za-z0-9-][A-Za-z0-9_-]{0,255}$/.test(name), rule]));
      if (!accounts.includes(account)) throw illegal(`service account [${account}] does not exist`);
      const key = `${account}/${name}`;
      if (serviceTokens.has(key)) {
        const reason = `[service_account_token-${key}]: version conflict, document already exists (current version [1])`;
        throw failure(409, "version_conflict_engine_exception", reason);
      }
      const value = Buffer.from(`\0\x01\0\x01${key}:${randomBytes(16).toString("base64url")}`).toString("base64url");
      serviceTokens.set(key, value);
      return reply(200, { created: true, token: { name, value } });
    },
  ),
  endpoint(
    "DELETE /_security/service/{namespace}/{service}/credential/token/{name}?refresh",
    ["cluster:admin/xpack/security/service_account/token/delete", write],
    (call, { serviceTokens }) => {
      return deleted(serviceTokens.delete(`${accountOf(call)}/${nameOf(call)}`));
    },
  ),
];
