/** Tokens of one identity for another: federation, impersonation, and chains of delegates. */
import { exampleAccount, examplePool } from "./accounts";
import type { ParsedResponse } from "./caller";
import { callerOf, fieldsOf, posting, rejection } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";
import { CLOUD_PLATFORM } from "./tokens";

let time: number;
let emulator: EventEmulator;
let request: ReturnType<typeof callerOf>;

beforeEach(() => {
  time = 1_700_000_000_000;
  emulator = createEventEmulator({ now: () => new Date(time) });
  request = callerOf(emulator);
});

const account = (...tokenCreators: string[]): { keys: () => Map<string, never>; tokenCreators: Set<string> } => ({
  keys: () => new Map<string, never>(),
  tokenCreators: new Set(tokenCreators),
});
const list = (token: unknown): number => request("GET triggers", undefined, { authorization: `Bearer ${String(token)}` }).status;

describe("impersonation", () => {
  const body = { scope: [CLOUD_PLATFORM], lifetime: "3600s" };
  const by = (change: object = {}, email: string = exampleAccount, headers = {}): ParsedResponse =>
    request(`POST /v1/projects/-/serviceAccounts/${email}:generateAccessToken`, { ...body, ...change }, headers);
  beforeEach(() => void emulator.accounts.services.set(exampleAccount, account("owner@example.com")));

  it("issues a token of the account for the requested time", () => {
    const response = by({ lifetime: "60s" });
    expect(response).toMatchObject({
      status: 200,
      body: { accessToken: expect.stringMatching(/^ya29\./) as string, expireTime: "2023-11-14T22:14:20Z" },
    });
    expect(list(response.body["accessToken"])).toBe(200);
    expect(emulator.calls.at(-1)?.principal).toBe(exampleAccount);
    time += 60_000;
    expect(list(response.body["accessToken"])).toBe(401);
    expect(emulator.tokenCalls).toEqual([
      {
        endpoint: "impersonation",
        params: { target: exampleAccount, ...body, lifetime: "60s" },
        principal: exampleAccount,
        scopes: [CLOUD_PLATFORM],
        status: 200,
      },
    ]);
  });

  it("accepts an encoded email; the default lifetime is an hour", () => {
    expect(by({ lifetime: undefined }, encodeURIComponent(exampleAccount)).body).toHaveProperty("expireTime", "2023-11-14T23:13:20Z");
  });

  it("is rejected without permission, and for accounts that do not exist", () => {
    const denied = "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).";
    expect(by({}, "unknown@demo-project.iam.gserviceaccount.com")).toMatchObject(rejection(403, "PERMISSION_DENIED", denied));
    emulator.accounts.services.set(exampleAccount, account("other@example.com"));
    expect(by()).toMatchObject(rejection(403, "PERMISSION_DENIED", denied));
    emulator.accounts.services.set(exampleAccount, { ...account("owner@example.com"), disabled: true });
    expect(by()).toMatchObject(rejection(403, "PERMISSION_DENIED", denied));
  });

  it("supports a chain of delegates, each of which needs permission for the next", () => {
    const first = "first@demo-project.iam.gserviceaccount.com";
    const second = "second@demo-project.iam.gserviceaccount.com";
    emulator.accounts.services.set(first, account("owner@example.com"));
    emulator.accounts.services.set(second, account(first));
    emulator.accounts.services.set(exampleAccount, account(second));
    const chain = (...emails: string[]): ParsedResponse => by({ delegates: emails.map((email) => `projects/-/serviceAccounts/${email}`) });
    expect(chain(first, second).status).toBe(200);
    for (const emails of [[], [first], [second], [second, first]])
      expect(chain(...emails)).toMatchObject(rejection(403, "PERMISSION_DENIED"));
    expect(fieldsOf(by({ delegates: [first] }))).toEqual(["delegates[0]"]);
  });

  it("validates scopes, lifetime, members and token", () => {
    expect(fieldsOf(by({ scope: [] }))).toEqual(["scope"]);
    for (const lifetime of ["3601s", "0s", "3600", "1h", "-1s"]) expect(fieldsOf(by({ lifetime }))).toEqual(["lifetime"]);
    expect(fieldsOf(by({ scopes: [] }))).toEqual([""]);
    expect(by({}, exampleAccount, { "content-type": "text/plain" })).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
    const path = `POST /v1/projects/-/serviceAccounts/${exampleAccount}:generateAccessToken`;
    expect([request(`${path}?view=FULL`, body).status, request(`${path}?alt=json`, body).status]).toEqual([400, 200]);
    expect(by({}, exampleAccount, { authorization: undefined })).toMatchObject(rejection(401, "UNAUTHENTICATED"));
    const narrow = emulator.tokens.issue({ name: "owner@example.com", kind: "user" }, ["https://www.googleapis.com/auth/pubsub"]);
    expect(by({}, exampleAccount, { authorization: `Bearer ${narrow}` })).toMatchObject(rejection(403, "PERMISSION_DENIED"));
    expect(request(`GET /v1/projects/-/serviceAccounts/${exampleAccount}:generateAccessToken`).status).toBe(405);
    expect(request(`POST /v1/projects/-/serviceAccounts/${exampleAccount}:signJwt`, {}).status).toBe(404);
    expect(request(`POST /v1/projects/demo-project/serviceAccounts/${exampleAccount}:generateAccessToken`, body).status).toBe(404);
  });

  it("issues a token that is valid for its scopes only", () => {
    expect(list(by({ scope: ["https://www.googleapis.com/auth/pubsub"] }).body["accessToken"])).toBe(403);
  });
});

describe("federation", () => {
  const form = {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    audience: examplePool.audience,
    scope: CLOUD_PLATFORM,
    requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    subject_token: examplePool.subjectToken,
    subject_token_type: examplePool.subjectTokenType,
  };
  const by = (change: Record<string, string> = {}): ParsedResponse => posting(emulator)("/v1/token", { ...form, ...change });

  it("issues a token of the subject", () => {
    const { status, body } = by();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ya29\./) as string,
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
      token_type: "Bearer",
      expires_in: 3599,
    });
    expect(list(body["access_token"])).toBe(200);
    expect(emulator.calls.at(-1)?.principal).toBe(examplePool.subject);
  });

  it.each([
    ["unsupported_grant_type", { grant_type: "refresh_token" }],
    ["invalid_target", { audience: "other" }],
    ["invalid_request", { audience: "" }],
    ["invalid_request", { requested_token_type: "urn:ietf:params:oauth:token-type:id_token" }],
    ["invalid_request", { subject_token_type: "urn:ietf:params:oauth:token-type:saml2" }],
    ["invalid_grant", { subject_token: "other" }],
    ["invalid_scope", { scope: "all" }],
    ["invalid_request", { options: "{" }],
    ["invalid_request", { options: '{"project":"a"}' }],
    ["invalid_request", { colour: "red" }],
  ])("rejects with %s: %j", (error, change) => {
    expect(by(change as Record<string, string>)).toMatchObject({ status: 400, body: { error } });
  });

  it("accepts the project of a workforce pool", () => {
    expect(by({ options: '{"userProject":"481516234200"}' }).status).toBe(200);
  });

  it("can be followed by impersonation", () => {
    emulator.accounts.services.set(exampleAccount, account(examplePool.subject));
    const headers = { authorization: `Bearer ${String(by().body["access_token"])}` };
    const response = request(
      `POST /v1/projects/-/serviceAccounts/${exampleAccount}:generateAccessToken`,
      { scope: [CLOUD_PLATFORM] },
      headers,
    );
    expect(list(response.body["accessToken"])).toBe(200);
  });

  it("can have a source of subject tokens that requires headers", () => {
    expect(request("GET /subject-token").status).toBe(404);
    const pool = emulator.accounts.pools.get(examplePool.audience)!;
    pool.source = { headers: { Metadata: "True" }, body: '{"access_token":"abc"}' };
    expect(request("GET /subject-token").status).toBe(403);
    expect(request("GET /subject-token", undefined, { metadata: "True" })).toMatchObject({ status: 200, body: { access_token: "abc" } });
  });
});
