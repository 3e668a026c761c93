/**
 * What Eventarc, IAM policies and the endpoints for tokens must reject. The vendor's client, tests/conformance/eventrouting*, tests/invariants and
 * tests/provider/modules/eventrouting show what is accepted and returned.
 */
import { createHmac } from "node:crypto";
import type { JsonObject } from "../exchange";
import { exampleAccount, exampleKey, examplePool, exampleUser, makeKey } from "./accounts";
import { assertion, goodClaims } from "./assertion";
import type { ParsedResponse } from "./caller";
import { callerOf, exampleTrigger, fieldsOf, home, posting, reasonOf, rejection } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";
import { condition, role, rows } from "./rejections-table";
import { CLOUD_PLATFORM } from "./tokens";

type Call = ReturnType<typeof callerOf>;
const start = 1_700_000_000_000;
/** An emulator with a trigger, a channel that waits for its partner, and an audited policy. */
function open(): { emulator: EventEmulator; call: Call } {
  const emulator = createEventEmulator({ now: () => new Date(start), locations: ["us-central1", "us-east1"] });
  emulator.operations.usual = { pending: 0 };
  const call = callerOf(emulator);
  call("POST triggers?triggerId=orders", exampleTrigger);
  call("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
  return { emulator, call };
}

test.each(rows)("%s with %j names %s", (line, body, fields) => {
  const { emulator, call } = open();
  const state = (): string =>
    JSON.stringify([
      emulator.objects.triggers.entries(),
      emulator.objects.channels.entries(),
      call("GET triggers/orders:getIamPolicy").body,
    ]);
  const before = state();
  const response = call(line, body);
  expect(response).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
  expect(fieldsOf(response)).toEqual(fields.split(" "));
  expect(state()).toBe(before);
});

test.each<[line: string, status: number, body?: unknown, headers?: Record<string, string | undefined>]>([
  ["GET triggers/orders/", 404],
  ["GET things/orders", 404],
  ["GET triggers/orders:getPolicy", 404],
  ["POST triggers/orders:getIamPolicy", 405],
  ["GET triggers/orders:setIamPolicy", 405],
  ["PUT triggers/orders", 405],
  ["PATCH channelConnections/link?updateMask=labels", 405],
  ["GET triggers/%ff", 400],
  ["POST providers", 405, {}],
  ["GET operations", 404],
  ["GET /v1/projects/demo-project/locations/mars/triggers", 403],
  ["GET /v1/projects/demo-project/locations/-/triggers/orders", 403],
  ["GET triggers/none", 404],
  ["GET channels/none:getIamPolicy", 404],
  ["GET providers/none", 404],
  ["PATCH triggers/none?updateMask=labels", 404, exampleTrigger],
  ["DELETE triggers/none", 404],
  ["DELETE triggers/orders?etag=%22x%22", 409],
  ["PATCH triggers/orders?updateMask=labels", 409, { etag: '"1-other"' }],
  ["POST triggers?triggerId=orders", 409, exampleTrigger],
  ...[
    "GET triggers/orders?view=FULL",
    "GET channels?filter=a",
    "GET channelConnections?orderBy=name",
    "DELETE channels/c?allowMissing=true",
    "GET triggers?pageSize=1&page_size=1",
    "GET triggers?alt=xml",
    "GET triggers?access_token=test",
    "GET triggers?toString=1",
  ].map((line): [string, number] => [line, 400]),
  ...["{", "[]", "5", "null"].map((body): [string, number, string] => ["POST triggers?triggerId=b", 400, body]),
  ["POST triggers?triggerId=b", 400, exampleTrigger, { "content-type": "text/plain" }],
  ["GET triggers/orders", 400, {}],
  ["DELETE triggers/orders", 400, { name: "a" }],
  ["GET triggers", 401, undefined, { authorization: undefined }],
  ...["Bearer other", "Bearer", "test", "Basic test", "Bearer  test", "bearer test"].map(
    (authorization): [string, number, undefined, { authorization: string }] => ["GET triggers", 401, undefined, { authorization }],
  ),
])("%s is rejected with %i", (...[line, status, body, headers]) => {
  expect(open().call(line, body, headers).status).toBe(status);
});

test.each([
  ["GET triggers", "triggers.list"],
  ["GET triggers/orders", "triggers.get"],
  ["POST triggers?triggerId=a", "triggers.create"],
  ["PATCH triggers/orders", "triggers.update"],
  ["DELETE triggers/orders", "triggers.delete"],
  ["GET triggers/orders:getIamPolicy", "triggers.getIamPolicy"],
  ["POST triggers/orders:setIamPolicy", "triggers.setIamPolicy"],
  ["GET channels/c", "channels.get"],
  ["GET providers", "providers.list"],
  ["GET operations/o", "operations.get"],
])("%s needs eventarc.%s", (line, permission) => {
  const { emulator, call } = open();
  emulator.denied.add(`eventarc.${permission}`);
  const response = call(line, /^P/.test(line) ? {} : undefined);
  expect(response).toMatchObject(rejection(403, "PERMISSION_DENIED", expect.stringContaining(`'eventarc.${permission}'`)));
});

test("a token ends, is revoked, and is valid for its scopes and quota project only", () => {
  let time = start;
  const emulator = createEventEmulator({ now: () => new Date(time) });
  const list = (token: string, project?: string): ParsedResponse =>
    callerOf(emulator)("GET triggers", undefined, { authorization: `Bearer ${token}`, "x-goog-user-project": project });
  const issue = (scope: string): string => emulator.tokens.issue({ name: "a@example.com", kind: "user" }, [scope], 60);
  const [token, narrow] = [CLOUD_PLATFORM, "https://www.googleapis.com/auth/pubsub"].map(issue) as [string, string];
  expect(reasonOf(list(narrow))).toBe("ACCESS_TOKEN_SCOPE_INSUFFICIENT");
  emulator.wantsQuotaProject = true;
  expect([list(token), list(token, "other"), list(token, "demo-project")].map(reasonOf)).toEqual([
    "SERVICE_DISABLED",
    "USER_PROJECT_DENIED",
    undefined,
  ]);
  time += 60_000;
  expect(reasonOf(list(token))).toBe("ACCESS_TOKEN_EXPIRED");
  emulator.tokens.revoke("owner@example.com");
  expect(reasonOf(list("test"))).toBe("ACCESS_TOKEN_EXPIRED");
});

test("an operation locks its object; the account must be usable; a page token belongs to its request", () => {
  const { emulator, call } = open();
  emulator.operations.usual = { pending: 1 };
  call("PATCH triggers/orders?updateMask=labels", {});
  for (const line of ["PATCH triggers/orders?updateMask=labels", "DELETE triggers/orders"])
    expect(call(line, line.startsWith("P") ? {} : undefined)).toMatchObject(rejection(409, "ABORTED"));
  const started = call("POST triggers?triggerId=second", exampleTrigger).body;
  expect(call("GET triggers/second").status).toBe(404);
  expect(call("POST triggers?triggerId=second", exampleTrigger)).toMatchObject(rejection(409, "ALREADY_EXISTS"));
  expect(call(`GET /v1/${String(started["name"]).replace("us-central1", "us-east1")}`).status).toBe(404);
  call(`GET /v1/${String(started["name"])}`);
  const token = encodeURIComponent(String(call("GET triggers?pageSize=1").body["nextPageToken"]));
  expect(call(`GET triggers?pageSize=1&pageToken=${token}`).status).toBe(200);
  expect(fieldsOf(call(`GET triggers?pageSize=2&pageToken=${token}`))).toEqual(["page_token"]);
  emulator.denied.add("iam.serviceAccounts.actAs");
  expect(call("POST triggers?triggerId=third", exampleTrigger)).toMatchObject(rejection(403, "PERMISSION_DENIED"));
});

test("a policy is written with its etag, and conditions with version 3 only", () => {
  const { call } = open();
  const set = (given: JsonObject): ParsedResponse => call("POST triggers/orders:setIamPolicy", { policy: given });
  const viewer = { role, members: ["group:ops@example.com"] };
  const conditional = { role, members: ["user:ana@example.com"], condition };
  expect(set({ etag: "ACAB", bindings: [viewer] }).status).toBe(200);
  expect(set({ etag: "ACAB", bindings: [] })).toMatchObject(rejection(409, "ABORTED"));
  for (const version of [0, 1]) expect(set({ version, bindings: [conditional] })).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
  const { body } = set({ version: 3, bindings: [conditional] });
  expect(set({ etag: body["etag"]!, bindings: [viewer] })).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
  expect(call("GET triggers/orders:getIamPolicy").body["bindings"]).toMatchObject([
    { role: expect.stringMatching(/_withcond_/) as string },
  ]);
});

const JWT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const claims = goodClaims(new Date(start));
const signed = (change: JsonObject, signing?: Parameters<typeof assertion>[1]): Record<string, string> => ({
  grant_type: JWT,
  assertion: assertion({ ...claims, ...change }, signing),
});
const mac = (): string => {
  const text = [{ alg: "HS256" }, claims].map((each) => Buffer.from(JSON.stringify(each)).toString("base64url")).join(".");
  const key = exampleKey().publicKey.export({ type: "spki", format: "pem" });
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
};
const { type: _, ...user } = exampleUser;
const refresh = (change: Record<string, string>): Record<string, string> => ({ grant_type: "refresh_token", ...user, ...change });
const exchange = (change: Record<string, string>): Record<string, string> => ({
  grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
  audience: examplePool.audience,
  scope: CLOUD_PLATFORM,
  requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
  subject_token: examplePool.subjectToken,
  subject_token_type: examplePool.subjectTokenType,
  ...change,
});

test.each<[path: string, form: Record<string, string>, error: string | undefined]>([
  ["/token", signed({}), undefined],
  ["/token", signed({}, { header: { alg: "RS256", kid: "other" } }), "invalid_grant"],
  ["/token", signed({}, { header: { alg: "none" } }), "invalid_grant"],
  ["/token", signed({}, { key: makeKey("other") }), "invalid_grant"],
  ["/token", { grant_type: JWT, assertion: mac() }, "invalid_grant"],
  ["/token", { grant_type: JWT, assertion: "a.b.c" }, "invalid_grant"],
  ["/token", { grant_type: JWT }, "invalid_request"],
  ["/token", signed({ aud: "http://127.0.0.1/token" }), "invalid_grant"],
  ["/token", signed({ iss: "unknown@example.com" }), "invalid_grant"],
  ["/token", signed({ exp: 1_700_003_601 }), "invalid_grant"],
  ["/token", signed({ iat: 1_699_990_000, exp: 1_699_993_600 }), "invalid_grant"],
  ["/token", signed({ iat: 1_700_000_400, exp: 1_700_003_600 }), "invalid_grant"],
  ["/token", signed({ iat: "now", exp: "later" }), "invalid_grant"],
  ["/token", signed({ scope: "everything" }), "invalid_scope"],
  ["/token", refresh({}), undefined],
  ["/token", refresh({ client_id: "other" }), "invalid_client"],
  ["/token", refresh({ client_secret: "other" }), "invalid_client"],
  ["/token", refresh({ refresh_token: "other" }), "invalid_grant"],
  ["/token", refresh({ refresh_token: "" }), "invalid_request"],
  ["/token", { grant_type: "password" }, "unsupported_grant_type"],
  ["/token", {}, "invalid_request"],
  ["/v1/oauthtoken", refresh({}), "invalid_client"],
  ["/v1/token", exchange({}), undefined],
  ["/v1/token", exchange({ grant_type: "refresh_token" }), "unsupported_grant_type"],
  ["/v1/token", exchange({ audience: "other" }), "invalid_target"],
  ["/v1/token", exchange({ requested_token_type: "urn:ietf:params:oauth:token-type:id_token" }), "invalid_request"],
  ["/v1/token", exchange({ subject_token_type: "urn:ietf:params:oauth:token-type:saml2" }), "invalid_request"],
  ["/v1/token", exchange({ subject_token: "other" }), "invalid_grant"],
  ["/v1/token", exchange({ scope: "all" }), "invalid_scope"],
  ["/v1/token", exchange({ options: '{"project":"a"}' }), "invalid_request"],
  ["/v1/token", exchange({ colour: "red" }), "invalid_request"],
])("%s with %j: %s", (path, form, error) => {
  expect(posting(open().emulator)(path, form).body["error"]).toBe(error);
});

test("impersonation needs the permission of each member of the chain, and valid members", () => {
  const { emulator, call } = open();
  const first = "first@demo-project.iam.gserviceaccount.com";
  const account = (creator: string): object => ({ keys: () => new Map(), tokenCreators: new Set([creator]) });
  emulator.accounts.services.set(first, account("owner@example.com") as never);
  emulator.accounts.services.set(exampleAccount, account(first) as never);
  const by = (change: object): ParsedResponse =>
    call(`POST /v1/projects/-/serviceAccounts/${exampleAccount}:generateAccessToken`, { scope: [CLOUD_PLATFORM], ...change });
  const delegates = [`projects/-/serviceAccounts/${first}`];
  expect([by({}).status, by({ delegates }).status]).toEqual([403, 200]);
  expect(fieldsOf(by({ delegates: [first] }))).toEqual(["delegates[0]"]);
  expect(fieldsOf(by({ delegates, scope: [] }))).toEqual(["scope"]);
  for (const lifetime of ["3601s", "0s", "3600", "1h"]) expect(fieldsOf(by({ delegates, lifetime }))).toEqual(["lifetime"]);
  expect(fieldsOf(by({ delegates, scopes: [] }))).toEqual([""]);
});

test.each<[path: string, status: number, headers?: Record<string, string | undefined>]>([
  ["project/project-id", 200],
  ["project/project-id", 403, { "metadata-flavor": undefined }],
  ["project/project-id", 403, { "metadata-flavor": "google" }],
  ["project/project-id", 403, { "x-forwarded-for": "10.0.0.1" }],
  ["project/id", 404],
  ["instance/service-accounts/other/token", 404],
  ["toString", 404],
])("the metadata server responds to %s with %i", (...[path, status, headers]) => {
  const all = { authorization: undefined, "metadata-flavor": "Google", ...headers };
  expect(open().call(`GET /computeMetadata/v1/${path}`, undefined, all).status).toBe(status);
});
