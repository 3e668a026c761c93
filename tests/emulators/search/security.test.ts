/** Credentials and privileges of the emulator. */
import { callerOf, failure } from "./caller";
import { createSearchEmulator } from "./index";

const encode = (text: string): string => Buffer.from(text).toString("base64");
const basic = (text: string): Record<string, string> => ({ authorization: `Basic ${encode(text)}` });

const request = callerOf(
  createSearchEmulator({
    security: {
      users: { admin: { password: "pass:word", cluster: ["all"] }, reader: { password: "r", cluster: ["monitor"], roles: ["watch"] } },
      apiKeys: { k1: { key: "secret", cluster: ["manage_ingest_pipelines"], user: "admin" } },
      bearerTokens: { token1: { user: "jwt", cluster: ["all"] } },
      clientSecret: "shared",
    },
  }),
);

const CHALLENGES = ['Basic realm="security", charset="UTF-8"', "ApiKey"];

it("rejects a request without credentials: 401, both challenges, and no mark of the product", () => {
  const reply = request("GET /_ingest/pipeline/p?x=1");
  expect(reply).toMatchObject(
    failure(401, "security_exception", "missing authentication credentials for REST request [/_ingest/pipeline/p?x=1]"),
  );
  expect(reply.headers).toMatchObject({ "WWW-Authenticate": CHALLENGES });
  expect(reply.headers).not.toHaveProperty("X-elastic-product");
  expect(reply.body).toMatchObject({ error: { header: { "WWW-Authenticate": CHALLENGES } } });
});

it.each([
  ["a wrong password", basic("admin:nope"), "unable to authenticate user [admin] for REST request [/]"],
  ["an unknown user", basic("toString:x"), "unable to authenticate user [toString] for REST request [/]"],
  ["no colon", basic("admin"), "invalid basic authentication header value"],
  ["no base64", { authorization: "Basic !!!" }, "invalid basic authentication header encoding"],
  ["another scheme", { authorization: "Digest abc" }, "missing authentication credentials for REST request [/]"],
])("rejects %s", (_, headers, reason) => {
  expect(request("GET /", undefined, headers)).toMatchObject(failure(401, "security_exception", reason));
});

it.each([
  ["an unreadable key", { authorization: "ApiKey abc" }, "API key: invalid ApiKey value"],
  ["an unknown key", { authorization: `ApiKey ${encode("k2:secret")}` }, "API key: unable to find apikey with id k2"],
  ["a wrong key", { authorization: `ApiKey ${encode("k1:nope")}` }, "API key: invalid credentials for API key [k1]"],
  ["an unknown token", { authorization: "Bearer nope", "es-client-authentication": "SharedSecret shared" }, "oauth2 token: invalid token"],
  ["a token without the client's secret", { authorization: "Bearer token1" }, "JWT: client authentication failed"],
  [
    "a token with a wrong secret",
    { authorization: "Bearer token1", "es-client-authentication": "SharedSecret x" },
    "JWT: client authentication failed",
  ],
])("rejects %s", (_, headers, why) => {
  expect(request("GET /", undefined, headers as Record<string, string>)).toMatchObject({
    status: 401,
    body: { error: { additional_unsuccessful_credentials: why } },
  });
});

it("accepts a user, a key, and a token with the client's secret", () => {
  expect(request("GET /", undefined, basic("admin:pass:word")).status).toBe(200);
  expect(request("GET /_ingest/pipeline/p", undefined, { authorization: `apikey ${encode("k1:secret")}` }).status).toBe(404);
  expect(request("GET /", undefined, { authorization: "Bearer token1", "es-client-authentication": "SharedSecret shared" }).status).toBe(
    200,
  );
});

it("names the privileges that would suffice: 403", () => {
  expect(request("PUT /_index_template/t", { index_patterns: ["t"] }, basic("reader:r"))).toMatchObject(
    failure(
      403,
      "security_exception",
      "action [indices:admin/index_template/put] is unauthorized for user [reader] with effective roles [watch], this action is granted by the cluster privileges [manage_index_templates,manage,all]",
    ),
  );
  expect(request("GET /", undefined, { authorization: `ApiKey ${encode("k1:secret")}` })).toMatchObject(
    failure(
      403,
      "security_exception",
      "action [cluster:monitor/main] is unauthorized for API key id [k1] of user [admin], this action is granted by the cluster privileges [monitor,manage,all]",
    ),
  );
});

it("validates a template's body before the privileges, and a pipeline's after them", () => {
  expect(request("PUT /_index_template/t", {}, basic("reader:r")).status).toBe(400);
  expect(request("PUT /_ingest/pipeline/p", {}, basic("reader:r")).status).toBe(403);
});
