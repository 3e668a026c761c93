/** The vendor's own auth library gets its tokens from the emulator, so that both read the specification alike. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuthClient } from "google-auth-library";
import {
  ExternalAccountAuthorizedUserClient,
  ExternalAccountClient,
  gaxios,
  GoogleAuth,
  Impersonated,
  JWT,
  UserRefreshClient,
} from "google-auth-library";
import type { Events } from "../../support/events";
import { closeEvents, openEvents } from "../../support/events";
import { exampleAccount, exampleEmail, exampleKey, examplePool, exampleUser } from "./accounts";
import { home } from "./caller";
import { CLOUD_PLATFORM } from "./tokens";

let events: Events;
let folder: string;

// The library loads its fetch by a late import, which jest's sandbox cannot do; where there is a window it takes the fetch of that.
beforeAll(() => void Object.assign(globalThis, { window: { fetch } }));
afterAll(() => void Reflect.deleteProperty(globalThis, "window"));

beforeEach(async () => {
  events = await openEvents();
  folder = mkdtempSync(join(tmpdir(), "events-"));
});
afterEach(async () => {
  await closeEvents();
  rmSync(folder, { recursive: true });
});

/** Whose token the client gets, as the service sees it. */
const principalOf = async (client: AuthClient): Promise<string | undefined> => {
  const headers = await client.getRequestHeaders();
  const response = await fetch(`${events.url}/v1/${home}/triggers`, { headers: { authorization: headers.get("authorization") ?? "" } });
  expect(response.status).toBe(200);
  return events.emulator.calls.at(-1)?.principal;
};

/** Leads requests to the fixed address of the endpoint to the emulator. */
const led = (): gaxios.Gaxios => {
  const transporter = new gaxios.Gaxios();
  transporter.interceptors.request.add({
    resolved: async (config) => Object.assign(config, { url: new URL(`${events.url}${new URL(String(config.url)).pathname}`) }),
  });
  return transporter;
};

const account = (): JWT => {
  const { id, privateKey } = exampleKey();
  return new JWT({ email: exampleAccount, key: privateKey, keyId: id, scopes: [CLOUD_PLATFORM], transporter: led() });
};
const person = (): UserRefreshClient =>
  new UserRefreshClient({
    clientId: exampleUser.client_id,
    clientSecret: exampleUser.client_secret,
    refreshToken: exampleUser.refresh_token,
    endpoints: { oauth2TokenUrl: `${events.url}/token` },
  });

it("as a service account", async () => {
  expect(await principalOf(account())).toBe(exampleAccount);
});

it("as a user", async () => {
  expect(await principalOf(person())).toBe(exampleEmail);
});

it("by impersonation", async () => {
  events.emulator.accounts.services.get(exampleAccount)?.tokenCreators.add(exampleEmail);
  const client = new Impersonated({
    sourceClient: person(),
    targetPrincipal: exampleAccount,
    targetScopes: [CLOUD_PLATFORM],
    delegates: [],
    lifetime: 3600,
    endpoint: events.url,
  });
  expect(await principalOf(client)).toBe(exampleAccount);
});

it("by federation, with impersonation behind it", async () => {
  const file = join(folder, "subject");
  writeFileSync(file, examplePool.subjectToken);
  const json = {
    type: "external_account",
    audience: examplePool.audience,
    subject_token_type: examplePool.subjectTokenType,
    token_url: `${events.url}/v1/token`,
    credential_source: { file },
  };
  const client = (more: object = {}): AuthClient => ExternalAccountClient.fromJSON({ ...json, scopes: [CLOUD_PLATFORM], ...more })!;
  expect(await principalOf(client())).toBe(examplePool.subject);
  events.emulator.accounts.services.get(exampleAccount)?.tokenCreators.add(examplePool.subject);
  const url = `${events.url}/v1/projects/-/serviceAccounts/${exampleAccount}:generateAccessToken`;
  expect(await principalOf(client({ service_account_impersonation_url: url }))).toBe(exampleAccount);
});

it("as a federated user", async () => {
  const { type: _, ...user } = exampleUser;
  const client = new ExternalAccountAuthorizedUserClient({
    type: "external_account_authorized_user",
    audience: "//iam.googleapis.com/locations/global/workforcePools/p/providers/q",
    token_url: `${events.url}/v1/oauthtoken`,
    token_info_url: `${events.url}/v1/introspect`,
    ...user,
  });
  expect(await principalOf(client)).toBe(exampleEmail);
});

it("from the metadata server, after its detection", async () => {
  const before = { ...process.env };
  Object.assign(process.env, { GCE_METADATA_HOST: events.addresses["GCE_METADATA_HOST"], CLOUDSDK_CONFIG: folder });
  delete process.env["GOOGLE_APPLICATION_CREDENTIALS"];
  try {
    const auth = new GoogleAuth({ scopes: [CLOUD_PLATFORM], projectId: "demo-project" });
    expect(await principalOf(await auth.getClient())).toBe(exampleAccount);
  } finally {
    process.env = before;
  }
  expect(events.emulator.tokenCalls.map(({ params }) => params["path"])).toEqual(
    expect.arrayContaining(["/computeMetadata/v1/instance/service-accounts/default/token"]),
  );
});
