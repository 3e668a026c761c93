/** The OAuth endpoint: tokens for signed assertions and refresh tokens, their life, and every rejection. */
import { createHmac, createPrivateKey } from "node:crypto";
import type { JsonObject } from "../exchange";
import { exampleAccount, exampleEmail, exampleKey, exampleUser, makeKey, publicKeys, serviceAccountFile } from "./accounts";
import type { Signing } from "./assertion";
import { assertion, goodClaims } from "./assertion";
import type { ParsedResponse } from "./caller";
import { callerOf, posting } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";
import { CLOUD_PLATFORM } from "./tokens";

let time: number;
let emulator: EventEmulator;
let post: ReturnType<typeof posting>;
let list: (token: unknown) => number;

beforeEach(() => {
  time = 1_700_000_000_000;
  emulator = createEventEmulator({ now: () => new Date(time) });
  post = posting(emulator);
  list = (token) => callerOf(emulator)("GET triggers", undefined, { authorization: `Bearer ${String(token)}` }).status;
});

const JWT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const rejected = (error: string, text: unknown = expect.stringMatching(/./), status = 400): object => ({
  status,
  body: { error, error_description: text },
});

describe("a signed assertion", () => {
  const by = (change: JsonObject = {}, signing?: Signing): ParsedResponse =>
    post("/token", { grant_type: JWT, assertion: assertion({ ...goodClaims(new Date(time)), ...change }, signing) });

  it("issues a token with the configured lifetime", () => {
    const { status, body } = by();
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.stringMatching(/^ya29\.c\.b0\w{43}$/) as string, expires_in: 3599, token_type: "Bearer" });
    expect(list(body["access_token"])).toBe(200);
    time += 3_599_000;
    expect(list(body["access_token"])).toBe(401);
    expect(emulator.tokenCalls).toEqual([
      {
        endpoint: "oauth",
        params: { grant_type: JWT, assertion: expect.any(String) as string },
        principal: exampleAccount,
        scopes: [CLOUD_PLATFORM],
        status: 200,
      },
    ]);
  });

  it("may name its key", () => {
    const { id } = exampleKey();
    expect(by({}, { header: { alg: "RS256", typ: "JWT", kid: id } }).status).toBe(200);
    expect(by({}, { header: { alg: "RS256", kid: "other" } })).toMatchObject(rejected("invalid_grant", "Invalid JWT Signature."));
  });

  it("must be signed with a key of the account", () => {
    const key = makeKey("other");
    expect(by({}, { key })).toMatchObject(rejected("invalid_grant", "Invalid JWT Signature."));
    emulator.accounts.services.set("b@demo-project.iam.gserviceaccount.com", { keys: () => publicKeys([key]), tokenCreators: new Set() });
    expect(by({ iss: "b@demo-project.iam.gserviceaccount.com" }, { key }).status).toBe(200);
    expect(by({ iss: "b@demo-project.iam.gserviceaccount.com" }).status).toBe(400);
  });

  it("must be signed with RS256, whatever its header claims", () => {
    expect(by({}, { header: { alg: "none" } })).toMatchObject(rejected("invalid_grant"));
    const [header, claims] = [{ alg: "HS256" }, goodClaims(new Date(time))].map((each) =>
      Buffer.from(JSON.stringify(each)).toString("base64url"),
    );
    const mac = createHmac("sha256", exampleKey().publicKey.export({ type: "spki", format: "pem" })).update(`${header}.${claims}`);
    expect(post("/token", { grant_type: JWT, assertion: `${header}.${claims}.${mac.digest("base64url")}` })).toMatchObject(
      rejected("invalid_grant"),
    );
  });

  it.each<[string, JsonObject]>([
    ["another audience", { aud: "http://127.0.0.1/token" }],
    ["an unknown account", { iss: "unknown@example.com" }],
    ["no account", { iss: 5 }],
    ["a long life", { exp: 1_700_003_601 }],
    ["an end in the past", { iat: 1_699_990_000, exp: 1_699_993_600 }],
    ["a start in the future", { iat: 1_700_000_400, exp: 1_700_003_600 }],
    ["an end before its start", { exp: 1_699_999_999 }],
    ["no times", { iat: "now", exp: "later" }],
  ])("is rejected with %s", (_, change) => {
    expect(by(change)).toMatchObject(rejected("invalid_grant"));
    expect(emulator.tokenCalls).toMatchObject([{ status: 400 }]);
  });

  it("is rejected without a valid scope", () => {
    for (const scope of ["", "everything", 5]) expect(by({ scope })).toMatchObject(rejected("invalid_scope"));
    expect(by({ scope: `${CLOUD_PLATFORM} https://www.googleapis.com/auth/userinfo.email` }).status).toBe(200);
  });

  it("is rejected when it is malformed", () => {
    for (const text of ["abc", "a.b.c", "e30.W10.c2ln", "e30.e30"])
      expect(post("/token", { grant_type: JWT, assertion: text })).toMatchObject(rejected("invalid_grant"));
    expect(post("/token", { grant_type: JWT })).toMatchObject(rejected("invalid_request"));
  });

  it("is rejected for an account that is disabled", () => {
    emulator.accounts.services.get(exampleAccount)!.disabled = true;
    expect(by()).toMatchObject(rejected("invalid_grant", "Invalid grant: account not found"));
  });
});

describe("a refresh token", () => {
  const { type: _, ...user } = exampleUser;
  const by = (change: Record<string, string> = {}): ParsedResponse => post("/token", { grant_type: "refresh_token", ...user, ...change });

  it("issues a token of the user", () => {
    const { status, body } = by();
    expect(status).toBe(200);
    expect(body).toMatchObject({ expires_in: 3599, token_type: "Bearer", scope: expect.stringContaining(CLOUD_PLATFORM) as string });
    expect(list(body["access_token"])).toBe(200);
    expect(emulator.calls.at(-1)?.principal).toBe(exampleEmail);
  });

  it("is rejected when revoked, and so is an unknown client", () => {
    expect(by({ client_id: "other" })).toMatchObject(rejected("invalid_client", expect.any(String), 401));
    expect(by({ client_secret: "other" })).toMatchObject(rejected("invalid_client", expect.any(String), 401));
    emulator.accounts.clients.get(exampleUser.client_id)!.refreshTokens.clear();
    expect(by()).toMatchObject(rejected("invalid_grant", "Token has been expired or revoked."));
    expect(by({ refresh_token: "" })).toMatchObject(rejected("invalid_request"));
  });

  it("of a federated user is sent with the client in the header", () => {
    const form = { grant_type: "refresh_token", refresh_token: exampleUser.refresh_token };
    const basic = `Basic ${Buffer.from(`${exampleUser.client_id}:${exampleUser.client_secret}`).toString("base64")}`;
    const response = post("/v1/oauthtoken", form, { authorization: basic });
    expect(list(response.body["access_token"])).toBe(200);
    expect(post("/v1/oauthtoken", { ...form, ...user })).toMatchObject(rejected("invalid_client", expect.any(String), 401));
    expect(post("/v1/oauthtoken", { ...form, grant_type: "password" }, { authorization: basic })).toMatchObject(
      rejected("unsupported_grant_type"),
    );
  });
});

it("accepts forms by POST only", () => {
  const form = { grant_type: "refresh_token" };
  expect(post("/token", form, { "content-type": "application/json" })).toMatchObject(rejected("invalid_request"));
  expect(callerOf(emulator)("GET /token").status).toBe(405);
  expect(post("/token", { grant_type: "password" })).toMatchObject(rejected("unsupported_grant_type"));
  expect(post("/token", {})).toMatchObject(rejected("invalid_request"));
  const twice = callerOf(emulator)("POST /token", "grant_type=a&grant_type=b", { "content-type": "application/x-www-form-urlencoded" });
  expect(twice).toMatchObject(rejected("invalid_request"));
});

it("issues tokens with another lifetime when configured", () => {
  emulator.tokens.seconds = 10;
  expect(post("/token", { grant_type: JWT, assertion: assertion(goodClaims(new Date(time))) }).body).toHaveProperty("expires_in", 10);
});

it("has files of service accounts with the vendor's members", () => {
  const file = serviceAccountFile(exampleAccount, exampleKey());
  expect(file).toMatchObject({
    type: "service_account",
    project_id: "demo-project",
    client_email: exampleAccount,
    private_key_id: exampleKey().id,
  });
  expect(createPrivateKey(String(file["private_key"])).asymmetricKeyType).toBe("rsa");
});
