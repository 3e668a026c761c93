/** An account as a company may have it: several pages of connections and of users, records with everything, and records with nulls wherever the service has them. */
import type { PipelineAccount } from "../account";
import { emptyAccount, fill } from "../account";
import { connections } from "./connections";
import { known } from "./names";
import { memberships, roles, teams, users } from "./people";
import { approvals, destinations, groups, hybridAgents, logServices, privateLinks, proxyAgents, serviceAccounts, sshKeys } from "./places";
import { connectorTypes, packages, projects, transformations, webhooks } from "./work";

export { known } from "./names";

/** Creates the example account. */
export const exampleAccount = (): PipelineAccount => {
  const account = emptyAccount();
  const records = { connections, destinations, groups, users, teams, hybridAgents, proxyAgents, privateLinks, packages };
  const more = { transformations, projects, webhooks, logServices, connectorTypes };
  for (const [name, make] of Object.entries({ ...records, ...more })) fill(account[name as keyof typeof records], make());
  for (const role of roles()) account.roles.set(String(role["name"]), role);
  for (const [id, shown] of sshKeys) account.sshKeys.set(id, { ...shown });
  for (const [id, shown] of serviceAccounts) account.serviceAccounts.set(id, { ...shown });
  for (const [path, rows] of [...memberships(), ...approvals()]) account.owned.set(path, rows);
  account.info = { account_id: "able_account", account_name: "Example", user_id: known.creator };
  return account;
};
