/** Contract of security: credentials, challenges, privileges. The identities are made on the node before, and given to the emulator as options. */
import { step, stepsOf, type Step, type Steps } from "./step";

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
const apiKey = (id: string, key: string) => `ApiKey ${Buffer.from(`${id}:${key}`).toString("base64")}`;

/** Endpoints of every action. */
const ALL = [
  "GET /",
  "HEAD /",
  "GET /_index_template/x",
  { "PUT /_index_template/x": { index_patterns: ["x"] } },
  "DELETE /_index_template/x",
  "GET /_component_template/x",
  { "PUT /_component_template/x": { template: {} } },
  "DELETE /_component_template/x",
  "GET /_ingest/pipeline/x",
  { "PUT /_ingest/pipeline/x": { processors: [] } },
  "DELETE /_ingest/pipeline/x",
  // What is checked before the privileges, and what after.
  "GET /_nope/a/b/c/d/e",
  "POST /_ingest/pipeline/x",
  "GET /?foo=1",
  {
    "PUT /_index_template/x?foo=1": { index_patterns: ["x"] },
    "PUT /_index_template/x": { indx_patterns: ["x"] },
    "PUT /_ingest/pipeline/x": { processorss: [] },
  },
  step("PUT /_ingest/pipeline/x", { processors: [] }, { "content-type": "text/plain" }),
  step("GET /_index_template/x", undefined, { accept: "application/vnd.elasticsearch+json;compatible-with=9" }),
];

const withHeader = (steps: Steps, authorization: string): Step[] =>
  stepsOf(steps).map((step) => ({ ...step, headers: { ...step.headers, authorization } }));

/** Everything that an identity with all privileges may do, with the header that proves it. */
export const rights = (authorization: string) =>
  withHeader(ALL, authorization).map((step) =>
    step.line === "GET /"
      ? { ...step, only: { depth: "type" as const, reason: "name, UUID, hash and date of the build are each node's own" } }
      : step,
  );

/** Credentials that are missing, malformed, wrong or unknown. `user` exists with another password, `id` with another key. */
export const rejections = (user: string, id: string) => [
  ALL,
  [
    basic(user, "wrong"),
    basic("unknown", "x"),
    "Basic !!!",
    `Basic ${Buffer.from("nocolon").toString("base64")}`,
    "Bearer abc",
    "ApiKey abc",
    "apikey xxx",
    apiKey("id", "key"),
    apiKey(id, "wrong"),
    "Foo abc",
    "Basic",
    "",
  ].flatMap((authorization) => withHeader(["GET /", "GET /_nope", { "PUT /_ingest/pipeline/x": { processors: [] } }], authorization)),
];
