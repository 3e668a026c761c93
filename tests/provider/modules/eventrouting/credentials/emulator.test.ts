// Credentials against the emulator's token endpoints, over the provider's own transport: every kind of source gets a token that the service accepts.
import type { Settings } from "../../../../../provider/core/gen/types";
import { createSend, type Sender } from "../../../../../provider/http/send";
import { createCredentials, type Credentials } from "../../../../../provider/modules/eventrouting/credentials";
import { effectiveSettings, type EventSettings } from "../../../../../provider/modules/eventrouting/settings";
import { examplePool, exampleUser, publicKeys } from "../../../../emulators/eventrouting/accounts";
import { closeEvents, openEvents, type Events } from "../../../../support/events";
import { withoutAbort, failure, text } from "./support";

let events: Events;
let send: Sender;
const target = "run@demo-project.iam.gserviceaccount.com";

beforeEach(async () => {
  [events, send] = [await openEvents(), createSend({ env: {} })];
});
afterEach(() => {
  send.close();
  return closeEvents();
});

function open(settings: EventSettings, env: Record<string, string> = {}): Credentials {
  const all = { HOME: "/nowhere", ...events.addresses, ...env };
  const effective = effectiveSettings(settings as Settings, all);
  return createCredentials({ settings: effective, env: all, send, residency: async () => false, tools: { wait: async () => undefined } });
}

/** The principal of the token. */
async function holder(credentials: Credentials): Promise<{ name: string; scopes: readonly string[] }> {
  const { value, expires } = await credentials.token(withoutAbort());
  const { principal, scopes, expires: end } = events.emulator.tokens.known.get(value)!;
  expect(Math.abs(end - expires!)).toBeLessThan(60_000);
  return { name: principal.name, scopes };
}
const pool = (more: object = {}): string => {
  const { audience, subjectTokenType, subjectToken } = examplePool;
  events.emulator.accounts.pools.get(audience)!.source = { headers: { Metadata: "true" }, body: subjectToken };
  const credential_source = { url: `${events.url}/subject-token`, headers: { Metadata: "true" } };
  return text({
    type: "external_account",
    audience,
    subject_token_type: subjectTokenType,
    token_url: `${events.url}/v1/token`,
    credential_source,
    ...more,
  });
};
const addTarget = (...creators: string[]): void =>
  void events.emulator.accounts.services.set(target, { keys: () => publicKeys([]), tokenCreators: new Set(creators) });

test("a federated identity, and its service account", async () => {
  expect((await holder(open({ googleCredentials: pool() }))).name).toBe(examplePool.subject);
  addTarget(examplePool.subject);
  const service_account_impersonation_url = `${events.url}/v1/projects/-/serviceAccounts/${target}:generateAccessToken`;
  expect((await holder(open({ googleCredentials: pool({ service_account_impersonation_url }) }))).name).toBe(target);
});

test("a revoked token is replaced, a revoked login is reported", async () => {
  const credentials = open({ googleCredentials: text(exampleUser) });
  const former = await credentials.token(withoutAbort());
  events.emulator.tokens.revoke();
  expect(events.emulator.tokens.known.get((await credentials.renew(former, withoutAbort()))!.value)!.revoked).toBeUndefined();
  events.emulator.accounts.clients.get(exampleUser.client_id)!.refreshTokens.clear();
  const { code, message } = await failure(open({ googleCredentials: text(exampleUser) }).token(withoutAbort()));
  expect([code, message]).toEqual(["unauthenticated", expect.stringContaining("Token has been expired or revoked. The login expired")]);
  expect(message).not.toContain(exampleUser.refresh_token);
});
